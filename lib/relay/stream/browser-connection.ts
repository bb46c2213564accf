// One browser on a channel, and how bytes reach it: as HTTP chunks framed once for all readers, where `response.write` would frame them for each
// (docs/decisions/011). Invariant: it is sent every frame after its cursor, once and in order, or its stream ends; nothing is written
// after the end or to a closed socket, and a response that does not finish in time is destroyed.
import type { ServerResponse } from 'node:http';

/** What is written in one go, framed once for all readers; both are views of the same memory. */
export interface Chunk {
  readonly bytes: Buffer;
  /** `bytes` as one chunk of a chunked HTTP/1.1 body (RFC 9112, 7.1). */
  readonly framed: Buffer;
}

export interface Sink {
  /** False when the socket is full; the drain listener runs once it has room again. */
  write(chunk: Chunk): boolean;
  /** Sets the only listener. */
  onDrain(drained: () => void): void;
  /** Ends the stream; a socket that does not accept the rest within `graceMs` is destroyed. */
  end(last: Chunk | undefined, graceMs: number): void;
}

const CRLF = '\r\n';

/** Joins parts of `size` bytes in total, which is not zero. */
export function joinChunk(parts: readonly Buffer[], size: number): Chunk {
  const head = size.toString(16) + CRLF;
  const framed = Buffer.allocUnsafeSlow(head.length + size + CRLF.length);
  let at = framed.write(head, 0, 'latin1');
  const from = at;
  for (const part of parts) at += part.copy(framed, at);
  framed.write(CRLF, at, 'latin1');
  return { bytes: framed.subarray(from, at), framed };
}

export function chunkOf(text: string): Chunk {
  const bytes = Buffer.from(text);
  return joinChunk([bytes], bytes.length);
}

/** The headers must be written already; they are sent here. */
export function responseSink(response: ServerResponse): Sink {
  response.flushHeaders();
  const { socket } = response;
  const direct = socket !== null && response.chunkedEncoding;
  const isClosed = () => response.writableEnded || response.destroyed || socket?.destroyed === true;
  return {
    write(chunk) {
      if (isClosed()) return true;
      return direct ? socket.write(chunk.framed) : response.write(chunk.bytes);
    },
    onDrain(drained) {
      const source = direct ? socket : response;
      const listener = () => isClosed() || drained();
      source.on('drain', listener);
      // The socket may serve the browser's next request too.
      response.once('close', () => source.off('drain', listener));
    },
    end(last, graceMs) {
      if (isClosed()) return;
      response.end(last?.bytes);
      const timer = setTimeout(() => response.writableFinished || socket?.destroy(), graceMs).unref();
      response.once('close', () => clearTimeout(timer));
    },
  };
}

/** A cursor, not a queue. */
export interface Reader {
  readonly sink: Sink;
  /** The stream ends at this time of the clock. */
  readonly endsAt: number;
  /** It has all frames up to this id. Kept current until it reaches the ring. */
  afterId: bigint;
  /** Since when the socket has been full. */
  blockedSince: number | undefined;
  /** Its cursor is beyond the known end of the log and must be checked with the index. */
  unverified: boolean;
}

/** `cursor`: events after this id; undefined: new ones. */
export function createReader(sink: Sink, cursor: bigint | undefined, endsAt: number): Reader {
  return {
    sink,
    endsAt,
    afterId: cursor ?? 0n,
    blockedSince: undefined,
    unverified: false,
  };
}

/** Writes and records a full socket. Returns whether there is room for more. */
export function send(reader: Reader, chunk: Chunk, now: () => number): boolean {
  if (reader.sink.write(chunk)) return reader.blockedSince === undefined;
  reader.blockedSince ??= now();
  return false;
}
