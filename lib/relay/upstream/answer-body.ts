// The body of the index's answer, taken whole. Invariant: it ends: after so many bytes, after so long a silence, after so long in all; and it is complete
// or it is none, since half an answer would look like data. Bytes are not changed. Whose fault an end was is told by a ContractError.
import { ContractError } from '@/lib/contract/errors';

export interface BodyLimits {
  maxBytes: number;
  /** The longest silence between two pieces. */
  idleMs: number;
  /** The longest time for the whole body. */
  totalMs: number;
}

/** A page holds at most 100 rows, a structure some thousand elements: far beyond both, and small enough to hold many at once. */
export const BODY_LIMITS: BodyLimits = { maxBytes: 16 * 1024 * 1024, idleMs: 10_000, totalMs: 60_000 };

const tooLong = () => new ContractError('UPSTREAM_INVALID', "the index's answer is too long to be passed on");
const broken = (cause: unknown) =>
  new ContractError('UPSTREAM_INVALID', 'the index broke off in the middle of its answer', { cause });
const stalled = () => new ContractError('UPSTREAM_TIMEOUT', 'the index stopped in the middle of its answer');

/** Takes a body. Throws UPSTREAM_INVALID (too long, broken off) or UPSTREAM_TIMEOUT; an aborted signal rejects with its reason. */
export async function takeBody(response: Response, limits: BodyLimits, signal: AbortSignal): Promise<Buffer> {
  const declared = Number(response.headers.get('content-length') ?? 0);
  if (declared > limits.maxBytes) {
    await response.body?.cancel();
    throw tooLong();
  }
  const reader = response.body?.getReader();
  if (reader === undefined) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  let size = 0;
  let late = false;
  const giveUp = () => {
    late = true;
    void reader.cancel().catch(() => undefined);
  };
  const total = setTimeout(giveUp, limits.totalMs);
  let idle = setTimeout(giveUp, limits.idleMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) throw stalled();
      if (done) return Buffer.concat(pieces, size);
      clearTimeout(idle);
      idle = setTimeout(giveUp, limits.idleMs);
      pieces.push(value);
      size += value.byteLength;
      if (size > limits.maxBytes) throw tooLong();
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    if (error instanceof ContractError) throw error;
    if (signal.aborted) throw signal.reason as Error;
    throw late ? stalled() : broken(error);
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
  }
}
