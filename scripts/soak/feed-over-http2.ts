// The feed of one analyst over HTTP/2: from the end of the log on, reconnecting with its last id as a browser does.
// Invariant: every id is kept in order of arrival, and an id that does not rise is counted.
import type { ClientHttp2Session } from 'node:http2';
import { z } from 'zod';

const SILENCE_MS = 45_000;
const hello = z.object({ tip: z.string().nullable() });

export interface Feed {
  ids: number[];
  /** The end of the log when the feed was opened; undefined until it is known. */
  start: () => number | undefined;
  /** Ids that did not rise, and resets. */
  wrong: () => number;
  connections: () => number;
  stop: () => void;
}

export function startFeed(options: {
  connect: () => ClientHttp2Session;
  host: string;
  cookie: string;
  random: () => number;
}): Feed {
  const ids: number[] = [];
  let start: number | undefined;
  let [wrong, connections] = [0, 0];
  let stopped = false;
  let session: ClientHttp2Session | undefined;
  let retry: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;

  function read(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const event = field('event');
    if (event === 'relay-hello' && start === undefined) {
      const { tip } = hello.parse(JSON.parse(field('data') ?? '{}'));
      if (tip !== null) start = Number(tip);
    }
    if (event === 'relay-reset') wrong += 1;
    if (event !== 'message') return;
    const id = Number(field('id'));
    start ??= id - 1;
    if (id <= (ids.at(-1) ?? start)) wrong += 1;
    ids.push(id);
  }

  function reconnect(): void {
    clearTimeout(silence);
    clearTimeout(retry);
    session?.destroy();
    session = undefined;
    if (!stopped) retry = setTimeout(open, 500 + options.random() * 2_000);
  }

  function open(): void {
    connections += 1;
    const mine = options.connect();
    session = mine;
    const again = () => {
      if (session === mine) reconnect();
    };
    const watch = () => {
      clearTimeout(silence);
      silence = setTimeout(again, SILENCE_MS);
    };
    mine.on('error', again).on('close', again);
    const cursor = ids.at(-1) ?? start;
    const request = mine.request({
      ':path': '/api/events/stream',
      ':authority': options.host,
      cookie: options.cookie,
      accept: 'text/event-stream',
      ...(cursor === undefined ? {} : { 'last-event-id': String(cursor) }),
    });
    let left = '';
    request.setEncoding('utf8');
    request.on('response', (headers) => {
      if (headers[':status'] !== 200) again();
    });
    request.on('data', (part: string) => {
      if (session !== mine) return;
      watch();
      const blocks = (left + part).split('\n\n');
      left = blocks.pop() ?? '';
      for (const block of blocks) read(block);
    });
    request.on('error', again).on('end', again);
    watch();
  }

  open();
  return {
    ids,
    start: () => start,
    wrong: () => wrong,
    connections: () => connections,
    stop() {
      stopped = true;
      reconnect();
    },
  };
}

/** What keeps a feed from being `log` (ids in order) from its start on; undefined if nothing does. */
export function defectOf({ start, ids, wrong }: Feed, log: readonly number[]): string | undefined {
  const after = start();
  if (after === undefined) return 'never opened';
  const [wanted, got] = [new Set(log.filter((id) => id > after)), new Set(ids)];
  const missing = [...wanted].filter((id) => !got.has(id));
  const extra = ids.filter((id) => !wanted.has(id));
  if (missing.length + extra.length + wrong() === 0) return undefined;
  const some = (what: number[]) => `${what.length} (${what.slice(0, 5).join(', ')})`;
  return `from event ${after} on: ${wrong()} out of order, ${some(missing)} missing, ${some(extra)} not in the log`;
}
