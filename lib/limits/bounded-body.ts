// Reads a request's body. Invariant: no more than `limit` bytes are ever in memory, and a client that disconnects is no failure of ours.
import { ContractError } from '@/lib/contract/errors';

/**
 * The whole body, empty where there is none; undefined, and the rest is not received, when it is longer than `limit` bytes. Throws INVALID_REQUEST
 * when the client stops sending it.
 */
export async function boundedBody(request: Request, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  const next = () =>
    reader?.read().catch(() => {
      throw new ContractError('INVALID_REQUEST', 'the body ended early');
    });
  for (let part = await next(); part?.done === false; part = await next()) {
    const chunk = part.value as Uint8Array;
    size += chunk.byteLength;
    if (size > limit) {
      await reader?.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
