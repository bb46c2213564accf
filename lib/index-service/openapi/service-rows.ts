// /openapi.json, generated on the first request.
import type { OpenRow } from '@/lib/index-service/http/handler-types';
import { jsonResponse } from '@/lib/index-service/http/json-response';
import { openApiDocument, type OpenApiDocument } from './document';

/** `release` is the version the document carries. */
export function describingRows(release: string) {
  let document: OpenApiDocument | undefined;
  const openapi: OpenRow = async () => jsonResponse((document ??= openApiDocument(release)));
  return { 'service.openapi': openapi };
}
