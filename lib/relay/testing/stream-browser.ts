// A browser's side of the stream for tests, over real HTTP. Invariant: every frame is checked, and anything but a complete event of the log
// or of the relay counts as corrupt.
import { get, type IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';

/** Long, for busy machines. */
const WAIT_MS = 40_000;

export interface BrowserFrame {
  id: string | undefined;
  event: string;
  data: string;
}

export interface StreamBrowser {
  status: number;
  headers: IncomingMessage['headers'];
  /** Everything received, as bytes and as text; empty when it is not kept. */
  bytes(): Buffer;
  text(): string;
  frames(): readonly BrowserFrame[];
  /** Ids of events, without the relay's own. */
  ids(): readonly string[];
  /** Invalid frames: unknown fields, no id, or data that is not the record with that id. */
  corrupt(): readonly string[];
  control(name: string): unknown[];
  until(what: () => boolean, why?: string): Promise<void>;
  ended: Promise<void>;
  /** Stops reading from the socket, like a hanging browser. */
  hang(): void;
  /** Reads up to this many bytes while hanging. */
  sip(bytes: number): void;
  goOn(): void;
  leave(): void;
}

export async function until(what: () => boolean, why: string | (() => string) = 'timed out'): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!what()) {
    if (Date.now() > end) throw new Error(typeof why === 'string' ? why : why());
    await new Promise((next) => setTimeout(next, 5));
  }
}

function frameOf(block: string): BrowserFrame {
  const values = (name: string) =>
    block.split('\n').flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  return { id: values('id')[0], event: values('event')[0] ?? '', data: values('data').join('\n') };
}

function isWhole({ id, event, data }: BrowserFrame, block: string): boolean {
  if (!block.split('\n').every((line) => /^(id|event|data|retry): |^:/.test(line))) return false;
  if (event === '') return data === '' && id === undefined;
  try {
    const record = JSON.parse(data) as { id?: unknown };
    return event.startsWith('relay-') || (event === 'message' && String(record.id) === id);
  } catch {
    return false;
  }
}

/** `keep: false` stores ids and corrupt frames only, for thousands of browsers at once. */
export function openBrowser(
  url: string,
  headers: Record<string, string> = {},
  { keep = true }: { keep?: boolean } = {},
): Promise<StreamBrowser> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers }, (response) => {
      const parts: Buffer[] = [];
      const frames: BrowserFrame[] = [];
      const ids: string[] = [];
      const corrupt: string[] = [];
      const decoder = new StringDecoder('utf8');
      const isStream = response.statusCode === 200;
      let rest = '';
      const take = (block: string) => {
        const frame = frameOf(block);
        if (!isWhole(frame, block)) corrupt.push(block.slice(0, 200));
        if (frame.event === 'message' && frame.id !== undefined) ids.push(frame.id);
        if (frame.event !== '' && (keep || frame.event !== 'message')) frames.push(frame);
      };
      response.on('data', (part: Buffer) => {
        if (keep) parts.push(part);
        if (!isStream) return;
        const blocks = (rest + decoder.write(part)).split('\n\n');
        rest = blocks.pop() ?? '';
        blocks.forEach(take);
      });
      const ended = new Promise<void>((done) => {
        response.on('close', done);
      });
      response.on('error', () => undefined);
      const text = () => Buffer.concat(parts).toString('utf8');
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        bytes: () => Buffer.concat(parts),
        text,
        frames: () => frames,
        ids: () => ids,
        corrupt: () => corrupt,
        control: (name) =>
          frames.flatMap(({ event, data }) => (event === name ? [JSON.parse(data) as unknown] : [])),
        until: (what, why) => until(what, why ?? (() => `after: ${text().slice(-600)}`)),
        ended,
        hang: () => response.pause(),
        // Bytes read while paused are emitted as `data` too.
        sip: (bytes) => void response.read(bytes),
        goOn: () => response.resume(),
        leave: () => request.destroy(),
      });
    });
    request.on('error', reject);
  });
}
