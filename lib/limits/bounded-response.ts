// Reads the body of a response. Invariant: no more than `maxBytes` are ever in memory, decompressed, and every wait ends.

export interface BodyLimits {
  /** After decompression. */
  maxBytes: number;
  /** Longest silence between two chunks. */
  idleMs: number;
  /** Longest time for the whole body. */
  totalMs: number;
}

/** `truncated`: the same request may succeed the next time. */
export class ResponseBodyError extends Error {
  override readonly name = 'ResponseBodyError';
  constructor(
    readonly reason: 'too large' | 'stalled' | 'truncated',
    options?: ErrorOptions,
  ) {
    super(`the response is ${reason}`, options);
  }
}

export const isTooLarge = (error: unknown) =>
  error instanceof ResponseBodyError && error.reason === 'too large';

interface BodyOptions {
  limits: BodyLimits;
  /** Rejects with its reason. */
  signal: AbortSignal;
  /** Called before so many more bytes are kept: it may wait, or throw. */
  onBytes?: (bytes: number) => Promise<void> | void;
}

/** The whole body. Throws ResponseBodyError, or what `onBytes` throws; the rest is then not received. */
export async function boundedResponse(response: Response, options: BodyOptions): Promise<Buffer> {
  const { limits, signal, onBytes } = options;
  if (Number(response.headers.get('content-length') ?? 0) > limits.maxBytes) {
    await response.body?.cancel();
    throw new ResponseBodyError('too large');
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
  async function nextChunk(): Promise<Uint8Array | undefined> {
    const idle = setTimeout(giveUp, limits.idleMs);
    try {
      const { done, value } = await (reader as ReadableStreamDefaultReader<Uint8Array>).read();
      return done ? undefined : value;
    } catch (error) {
      if (signal.aborted) throw signal.reason as Error;
      throw new ResponseBodyError('truncated', { cause: error });
    } finally {
      clearTimeout(idle);
    }
  }
  const total = setTimeout(giveUp, limits.totalMs);
  try {
    for (;;) {
      const chunk = await nextChunk();
      if (late) throw new ResponseBodyError('stalled');
      if (chunk === undefined) return Buffer.concat(chunks, size);
      size += chunk.byteLength;
      if (size > limits.maxBytes) throw new ResponseBodyError('too large');
      await onBytes?.(chunk.byteLength);
      signal.throwIfAborted();
      chunks.push(chunk);
    }
  } catch (error) {
    cancel();
    throw late ? new ResponseBodyError('stalled', { cause: error }) : error;
  } finally {
    clearTimeout(total);
  }
}
