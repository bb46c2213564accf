// Reads the body of an index's response. Invariant: it always ends, by size, silence or total time, and half a body is an error, never data.
import { ContractError } from '@/lib/contract/errors';

export interface BodyLimits {
  maxBytes: number;
  /** Longest silence between two chunks. */
  idleMs: number;
  /** Longest time for the whole body. */
  totalMs: number;
}

/** Far above a page of 100 rows or a structure of some thousand elements, and small enough to hold many at once. */
export const BODY_LIMITS: BodyLimits = { maxBytes: 16 * 1024 * 1024, idleMs: 10_000, totalMs: 60_000 };

/** A body that ended early: the same request may succeed the next time. */
export class TruncatedBodyError extends Error {}

const tooLarge = () => new ContractError('UPSTREAM_INVALID', "The index's response is too large");
const stalled = () =>
  new ContractError('UPSTREAM_TIMEOUT', 'The index stopped in the middle of its response');

/** Throws TruncatedBodyError, UPSTREAM_INVALID (too large) or UPSTREAM_TIMEOUT; an aborted signal rejects with its reason. */
export async function readBody(response: Response, limits: BodyLimits, signal: AbortSignal): Promise<Buffer> {
  if (Number(response.headers.get('content-length') ?? 0) > limits.maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const reader = response.body?.getReader();
  if (reader === undefined) return Buffer.alloc(0);
  const cancel = () => void reader.cancel().catch(() => undefined);
  const chunks: Uint8Array[] = [];
  let size = 0;
  let late = false;
  const giveUp = () => {
    late = true;
    cancel();
  };
  const total = setTimeout(giveUp, limits.totalMs);
  let idle = setTimeout(giveUp, limits.idleMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) throw stalled();
      if (done) return Buffer.concat(chunks, size);
      clearTimeout(idle);
      idle = setTimeout(giveUp, limits.idleMs);
      chunks.push(value);
      size += value.byteLength;
      if (size > limits.maxBytes) throw tooLarge();
    }
  } catch (error) {
    cancel();
    if (error instanceof ContractError) throw error;
    if (signal.aborted) throw signal.reason as Error;
    throw late ? stalled() : new TruncatedBodyError('truncated', { cause: error });
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
  }
}
