// Reads a JSON request body. Invariant: no more than `limit` bytes are ever held.
import type * as z from 'zod/mini';
import { ContractError, firstIssue } from '@/lib/contract/errors';
import { parseJson } from '@/lib/json/exact';

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new ContractError('PAYLOAD_TOO_LARGE', `the body is larger than ${limit} bytes`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge();
    }
    parts.push(value);
  }
  return Buffer.concat(parts);
}

/** The parsed body. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or INVALID_REQUEST naming the field. */
export async function readBody(request: Request, schema: z.ZodMiniType, limit: number): Promise<unknown> {
  const bytes = await readBytes(request, limit);
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
