// Server-sent events (WHATWG HTML 9.2.6): bytes to frames, and the relay's own frames to bytes.
// Invariant: a frame is complete or does not exist, and its bytes are never decoded or changed.
import type { RelayEvent, RelayEventName } from '@/lib/contract/relay-events';
import { INT64_MAX } from '@/lib/contract/query-params';
import { stringifyJson } from '@/lib/json/exact';
import { chunkOf, type Chunk } from './browser-connection';
import { STREAM_LIMITS } from './limits';

export interface Frame {
  id: bigint;
  /** `id`, `event: message`, `data` and the empty line. */
  bytes: Buffer;
}

const [LF, CR, COLON, SPACE] = [10, 13, 58, 32];
const BOM = Buffer.from('\ufeff');
const EVENT_LINE = Buffer.from('event: message\n');
const DATA = Buffer.from('data: ');
const NEWLINE = Buffer.from('\n');

/** Joins outside Node's buffer pool: a frame that is kept in the ring would keep its whole slab alive. */
function joinUnpooled(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(bytes, at);
  return bytes;
}

function frameOf(id: bigint, lines: readonly Buffer[]): Frame {
  return {
    id,
    bytes: joinUnpooled([
      Buffer.from(`id: ${id}\n`),
      EVENT_LINE,
      ...lines.flatMap((line) => [DATA, line, NEWLINE]),
      NEWLINE,
    ]),
  };
}

/** An id above int64 is none: it would hide every event after it. */
function eventIdOf(text: string): bigint | undefined {
  const id = /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  return id === undefined || id > INT64_MAX ? undefined : id;
}

/** Finds the line ends of one chunk. The next LF and CR are remembered: searching for both again at each line would be quadratic. */
function lineEndsIn(chunk: Buffer, from: number): (at: number) => number {
  let lf = chunk.indexOf(LF, from);
  let cr = chunk.indexOf(CR, from);
  return (at) => {
    if (lf >= 0 && lf < at) lf = chunk.indexOf(LF, at);
    if (cr >= 0 && cr < at) cr = chunk.indexOf(CR, at);
    return lf < 0 || cr < 0 ? Math.max(lf, cr) : Math.min(lf, cr);
  };
}

export function createSseParser(maxBytes = STREAM_LIMITS.frameBytes) {
  /** Parts of a line that spans chunks; joined once, since joining at every chunk is quadratic. */
  let partial: Buffer[] = [];
  let partialBytes = 0;
  /** The last chunk ended in CR: an LF at the start of the next one belongs to it. */
  let skipLf = false;
  let firstLine = true;
  let id: bigint | undefined;
  let event = '';
  let data: Buffer[] = [];
  let frameBytes = 0;
  let oversize: { id: bigint | undefined } | undefined;
  let unusable = 0;

  function readField(line: Buffer): void {
    const colon = line.indexOf(COLON);
    if (colon === 0) return;
    frameBytes += line.length + 1;
    const name = line.toString('latin1', 0, colon < 0 ? line.length : colon);
    const value =
      colon < 0 ? line.subarray(line.length) : line.subarray(colon + (line[colon + 1] === SPACE ? 2 : 1));
    // Copied: a slice would keep the whole chunk of the socket alive.
    if (name === 'data') data.push(Buffer.from(value));
    else if (name === 'event') event = value.toString('utf8');
    else if (name === 'id') {
      id = eventIdOf(value.toString('latin1'));
    }
  }

  function endFrame(): Frame | undefined {
    const hasData = data.length > 1 || (data[0]?.length ?? 0) > 0;
    const isEvent = id !== undefined && (event === '' || event === 'message');
    const frame = hasData && isEvent && id !== undefined ? frameOf(id, data) : undefined;
    if (hasData && !isEvent) unusable += 1;
    [id, event, data, frameBytes] = [undefined, '', [], 0];
    return frame;
  }

  function readLine(end: Buffer): Frame | undefined {
    let line = partial.length === 0 ? end : Buffer.concat([...partial, end]);
    [partial, partialBytes] = [[], 0];
    if (firstLine && line.subarray(0, BOM.length).equals(BOM)) line = line.subarray(BOM.length);
    firstLine = false;
    if (line.length === 0) return endFrame();
    readField(line);
    return undefined;
  }

  function isTooLong(more: number): boolean {
    if (frameBytes + more > maxBytes) oversize = { id };
    return oversize !== undefined;
  }

  return {
    /** Set once a frame exceeds the limit, with its id if that was read; nothing is parsed afterwards. */
    get oversize() {
      return oversize;
    },
    /** Frames with data so far that are no events: without a usable id, or of another name. */
    get unusable() {
      return unusable;
    },
    /** The frames completed by this chunk, in order. */
    push(chunk: Buffer): Frame[] {
      const frames: Frame[] = [];
      if (oversize !== undefined || chunk.length === 0) return frames;
      let start = skipLf && chunk[0] === LF ? 1 : 0;
      skipLf = false;
      const nextLineEnd = lineEndsIn(chunk, start);
      for (let end = nextLineEnd(start); end >= 0; end = nextLineEnd(start)) {
        if (isTooLong(partialBytes + end - start + 1)) return frames;
        const frame = readLine(chunk.subarray(start, end));
        if (frame !== undefined) frames.push(frame);
        start = end + 1;
        if (chunk[end] !== CR) continue;
        if (chunk[start] === LF) start += 1;
        else skipLf = start === chunk.length;
      }
      if (start < chunk.length) {
        partial.push(Buffer.from(chunk.subarray(start)));
        partialBytes += chunk.length - start;
        isTooLong(partialBytes);
      }
      return frames;
    },
  };
}

/** An event of the relay itself; `id` moves the reader's cursor. JSON holds no raw line end, so no value can leave its line. */
export function controlFrame<Name extends RelayEventName>(
  name: Name,
  data: RelayEvent<Name>,
  id?: bigint,
): Chunk {
  const cursor = id === undefined ? '' : `id: ${id}\n`;
  return chunkOf(`${cursor}event: ${name}\ndata: ${stringifyJson(data)}\n\n`);
}

/** First bytes of a stream: the browser's reconnect delay, spread so that not all return at once, and a comment that flushes. */
export const openingFrame = (random: () => number): Chunk =>
  chunkOf(`retry: ${2000 + Math.floor(random() * 3000)}\n: ok\n\n`);

/** Last bytes at shutdown: reconnect, but not all in the same second. */
export const goodbyeFrame = (random: () => number): Chunk =>
  chunkOf(`retry: ${1000 + Math.floor(random() * 4000)}\n\n`);
