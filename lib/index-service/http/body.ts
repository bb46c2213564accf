// Reads a JSON request body.
import type * as z from 'zod/mini';
import { ContractError, firstIssue } from '@/lib/contract/errors';
import { parseJson } from '@/lib/json/exact';
import { HTTP } from '@/lib/index-service/limits';
import { boundedBody } from '@/lib/limits/bounded-body';

/** The parsed body. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or INVALID_REQUEST naming the field. */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = await boundedBody(request, HTTP.bodyBytes);
  if (bytes === undefined)
    throw new ContractError('PAYLOAD_TOO_LARGE', `the body is larger than ${HTTP.bodyBytes} bytes`);
  // A form or text/plain would let another site send a claim from a visitor's browser.
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '');
  if (bytes.byteLength > 0 && !isJson)
    throw new ContractError('UNSUPPORTED_MEDIA_TYPE', 'content-type must be application/json');
  let value: unknown;
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ContractError('INVALID_REQUEST', 'the body is not JSON in UTF-8');
  }
  const result = schema.safeParse(value);
  if (!result.success) throw new ContractError('INVALID_REQUEST', firstIssue(result.error));
  return result.data;
}
