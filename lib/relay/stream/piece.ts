// What is written to a reader in one go, framed once for all of them. Invariant: `chunk` is `bytes` as one chunk of a chunked HTTP/1.1 body
// (RFC 9112 7.1); both are views of the same memory and never change once made.
// Framed here because `response.write` frames anew for every reader: three writes and a tick each, the larger part of what a delivery costs.
const CRLF = '\r\n';

export interface Piece {
  readonly bytes: Buffer;
  readonly chunk: Buffer;
}

/** Joins parts; `size` is their length together and not zero. */
export function joined(parts: readonly Buffer[], size: number): Piece {
  const head = size.toString(16) + CRLF;
  const chunk = Buffer.allocUnsafeSlow(head.length + size + CRLF.length);
  let at = chunk.write(head, 0, 'latin1');
  const from = at;
  for (const part of parts) at += part.copy(chunk, at);
  chunk.write(CRLF, at, 'latin1');
  return { bytes: chunk.subarray(from, at), chunk };
}

export function pieceOf(text: string): Piece {
  const bytes = Buffer.from(text);
  return joined([bytes], bytes.length);
}
