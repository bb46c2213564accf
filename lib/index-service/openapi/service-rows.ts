// /openapi.json and /docs, both generated on first request.
import type { OpenRow } from '@/lib/index-service/http/handlers';
import { jsonResponse } from '@/lib/index-service/http/respond';
import { docsPage } from './docs-page';
import { openApiDocument, type OpenApiDocument } from './document';

/** `release` is the version the document carries. */
export function describingRows(release: string) {
  let document: OpenApiDocument | undefined;
  let page: string | undefined;
  const describe = () => (document ??= openApiDocument(release));
  const openapi: OpenRow = async () => jsonResponse(describe());
  const docs: OpenRow = async () =>
    new Response((page ??= docsPage(describe())), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
      },
    });
  return { 'service.openapi': openapi, 'service.docs': docs };
}
