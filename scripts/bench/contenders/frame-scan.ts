// Scans one reader's bytes as cheaply as possible, so that the load costs less than what it measures: HTTP/1.1 with or without
// chunks, the id of each event and the creation time of some. Invariant: an event counts once its id is complete.
/** Marks the start of an event and occurs nowhere else. Some servers write no space before it. */
const MARK = Buffer.from('{"id":');
const TIME = Buffer.from('"t":');
const COMMA = 44;
const NEWLINE = 10;
/** Longer than a marker with its id. */
const TAIL = 40;

export interface Scan {
  /** Received bytes; the buffer may be reused after the call. */
  push(bytes: Buffer): void;
}

export interface Seen {
  /** The response status, once. */
  head(status: number): void;
  /** `madeAt` in ms, if requested and contained in the same read. */
  event(id: number, madeAt: number | undefined): void;
}

export function createScan(seen: Seen, timed: boolean): Scan {
  let head: string | undefined = '';
  let chunked = false;
  /** Bytes of the chunk that are not read yet, including its line end. */
  let chunkRemaining = 0;
  let sizeLine = '';
  let tail = '';

  function number(bytes: Buffer, at: number): [value: number, end: number] {
    let value = 0;
    let end = at;
    for (; end < bytes.length && (bytes[end] ?? 0) >= 48 && (bytes[end] ?? 0) <= 57; end += 1)
      value = value * 10 + (bytes[end] ?? 0) - 48;
    return [value, end];
  }

  function body(bytes: Buffer): void {
    if (tail !== '') {
      const joined = Buffer.from(tail + bytes.toString('latin1', 0, TAIL), 'latin1');
      const at = joined.indexOf(MARK);
      if (at >= 0 && at < tail.length) {
        const [id, end] = number(joined, at + MARK.length);
        if (end >= tail.length && joined[end] === COMMA) seen.event(id, undefined);
      }
    }
    for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + MARK.length)) {
      const [id, end] = number(bytes, at + MARK.length);
      if (bytes[end] !== COMMA) break;
      const time = timed ? bytes.indexOf(TIME, end) : -1;
      const text = time < 0 ? '' : bytes.toString('latin1', time + TIME.length, time + TIME.length + 17);
      seen.event(id, text.length === 17 ? Number.parseFloat(text) : undefined);
    }
    const last = bytes.toString('latin1', Math.max(0, bytes.length - TAIL));
    tail = bytes[bytes.length - 1] === NEWLINE ? '' : (tail + last).slice(-TAIL);
  }

  function chunks(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (chunkRemaining > 0) {
        const end = Math.min(bytes.length, at + chunkRemaining);
        // The last two bytes of a chunk are its line end.
        const data = Math.min(end, at + chunkRemaining - 2);
        if (data > at) body(bytes.subarray(at, data));
        chunkRemaining -= end - at;
        at = end;
        continue;
      }
      const end = bytes.indexOf(NEWLINE, at);
      sizeLine += bytes.toString('latin1', at, end < 0 ? bytes.length : end);
      if (end < 0) return;
      chunkRemaining = Number.parseInt(sizeLine, 16) + 2;
      sizeLine = '';
      at = end + 1;
    }
  }

  return {
    push(bytes) {
      if (head === undefined) return chunked ? chunks(bytes) : body(bytes);
      head += bytes.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      chunked = /\r\ntransfer-encoding: *chunked/i.test(head.slice(0, end + 2));
      const rest = Buffer.from(head.slice(end + 4), 'latin1');
      seen.head(Number(head.slice(9, 12)));
      head = undefined;
      if (rest.length > 0) this.push(rest);
    },
  };
}
