// Server-sent events from bytes (WHATWG HTML 9.2.6), cut into frames that can be written to any number of readers without another look.
// Invariant: a frame is whole or does not exist: what stood unfinished when a connection ended is never passed on. Line ends may be LF, CR or CRLF,
// a chunk may end anywhere, inside a character or between CR and LF too. Bytes are not decoded, so nothing in them is changed.
import { kindOf } from './frame-kind';

export interface Frame {
  id: bigint;
  /** Empty when the data names none. */
  kind: string;
  /** `id`, `event: message`, `data` and the empty line. */
  bytes: Buffer;
}

export interface FrameParser {
  /** Frames that are complete with this chunk, in order. */
  push(chunk: Buffer): Frame[];
  /** Set when a frame outgrew the limit, with its id if that came first: nothing is parsed after it. */
  readonly oversize: { id: bigint | undefined } | undefined;
}

/** Of a whole frame, with names and line ends (one byte each). */
export const MAX_FRAME_BYTES = 1024 * 1024;
const LF = 10;
const CR = 13;
const COLON = 58;
const SPACE = 32;
const BOM = [0xef, 0xbb, 0xbf];
const EVENT_LINE = Buffer.from('event: message\n');
const DATA = Buffer.from('data: ');
const NEWLINE = Buffer.from('\n');

export function createFrameParser(options: {
  /** A comment line, or a frame that carries no event: the index is alive. */
  onComment?: () => void;
  maxBytes?: number;
}): FrameParser {
  const { onComment, maxBytes = MAX_FRAME_BYTES } = options;
  /** Pieces of a line that began in an earlier chunk; joined once, since joining at every chunk is quadratic for a long line. */
  let pieces: Buffer[] = [];
  let pieceBytes = 0;
  /** The last chunk ended in CR: an LF that opens the next one belongs to it. */
  let skipLf = false;
  /** How many bytes of a byte order mark have been seen; 3 once the beginning is behind us. */
  let bomSeen = 0;

  let id: bigint | undefined;
  let event = '';
  let data: Buffer[] = [];
  /** Lines of the frame with their ends, those that are kept in any form. */
  let frameBytes = 0;
  let oversize: { id: bigint | undefined } | undefined;

  function reset(): void {
    id = undefined;
    event = '';
    data = [];
    frameBytes = 0;
  }

  function complete(): Frame | undefined {
    const joined =
      data.length === 1 ? data[0] : Buffer.concat(data.flatMap((line) => [line, NEWLINE])).subarray(0, -1);
    const usable =
      id !== undefined && joined !== undefined && joined.length > 0 && (event === '' || event === 'message');
    const frame =
      usable && id !== undefined
        ? {
            id,
            kind: kindOf(joined),
            bytes: Buffer.concat([
              Buffer.from(`id: ${id}\n`),
              EVENT_LINE,
              ...data.flatMap((line) => [DATA, line, NEWLINE]),
              NEWLINE,
            ]),
          }
        : undefined;
    if (frame === undefined) onComment?.();
    reset();
    return frame;
  }

  function field(line: Buffer): void {
    const colon = line.indexOf(COLON);
    if (colon === 0) return onComment?.();
    const name = (colon < 0 ? line : line.subarray(0, colon)).toString('latin1');
    const from = colon < 0 ? line.length : line[colon + 1] === SPACE ? colon + 2 : colon + 1;
    const value = line.subarray(from);
    frameBytes += line.length + 1;
    if (name === 'data') {
      // Copied: a slice would keep the whole chunk of the socket alive.
      data.push(Buffer.from(value));
    } else if (name === 'event') event = value.toString('utf8');
    else if (name === 'id') {
      const text = value.toString('latin1');
      id = /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
    }
  }

  function tooLong(more: number): boolean {
    if (frameBytes + more > maxBytes) oversize = { id };
    return oversize !== undefined;
  }

  function afterBom(chunk: Buffer): Buffer {
    let at = 0;
    while (bomSeen < 3 && at < chunk.length) {
      if (chunk[at] !== BOM[bomSeen]) {
        bomSeen = 3;
        return chunk;
      }
      bomSeen += 1;
      at += 1;
    }
    return chunk.subarray(at);
  }

  return {
    get oversize() {
      return oversize;
    },
    push(given) {
      if (oversize !== undefined) return [];
      const chunk = bomSeen < 3 ? afterBom(given) : given;
      const frames: Frame[] = [];
      let from = 0;
      if (skipLf && chunk.length > 0) {
        if (chunk[0] === LF) from = 1;
        skipLf = false;
      }
      let lf = chunk.indexOf(LF, from);
      let cr = chunk.indexOf(CR, from);
      while (lf >= 0 || cr >= 0) {
        const end = cr >= 0 && (lf < 0 || cr < lf) ? cr : lf;
        const tail = chunk.subarray(from, end);
        if (tooLong(pieceBytes + tail.length + 1)) return frames;
        const line = pieces.length === 0 ? tail : Buffer.concat([...pieces, tail]);
        pieces = [];
        pieceBytes = 0;
        if (line.length > 0) field(line);
        else if (id !== undefined || data.length > 0 || event !== '') {
          const frame = complete();
          if (frame !== undefined) frames.push(frame);
        }
        from = end + 1;
        if (end === cr) {
          if (chunk[from] === LF) from += 1;
          else if (from === chunk.length) skipLf = true;
          cr = chunk.indexOf(CR, from);
        }
        if (lf >= 0 && lf < from) lf = chunk.indexOf(LF, from);
      }
      if (from < chunk.length) {
        pieces.push(Buffer.from(chunk.subarray(from)));
        pieceBytes += chunk.length - from;
        tooLong(pieceBytes);
      }
      return frames;
    },
  };
}
