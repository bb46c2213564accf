// Reads the relay's stream like a browser: reconnects with its last id, and starts at zero when the log is reset.
// Invariant: every id received is kept per log in order of arrival, so no error can be missed later.
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { z } from 'zod';

/** What was received of one log. */
export interface LifeSeen {
  ids: number[];
  /** Ids out of order, and resets of the same log. */
  wrong: number;
}

export interface SoakReader {
  lives: Map<string, LifeSeen>;
  connections: number;
  /** Responses other than a stream, by status; 0: unreachable. */
  refused: Map<number, number>;
  stop(): void;
}

const SILENCE_MS = 45_000;
const control = z.object({ log_id: z.string().nullable(), tip: z.string().nullish() });

export function startReader(options: {
  url: () => string;
  cookie: string;
  random: () => number;
  /** Called for each event. */
  onEvent?: (id: number, data: string) => void;
}): SoakReader {
  const { cookie, random, url } = options;
  const lives = new Map<string, LifeSeen>();
  const refused = new Map<number, number>();
  let life: string | undefined;
  let cursor = 0;
  let connections = 0;
  let stopped = false;
  let request: ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;

  function reconnect(): void {
    clearTimeout(silence);
    request?.destroy();
    request = undefined;
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(connect, 100 + random() * 400);
  }

  function watchSilence(): void {
    clearTimeout(silence);
    silence = setTimeout(reconnect, SILENCE_MS);
  }

  /** Records the log id of the stream. True when it changed, so that the connection must be reopened. */
  function isOtherLog(logId: string | null): boolean {
    if (logId === null || logId === life) return false;
    const first = life === undefined;
    life = logId;
    if (!lives.has(logId)) lives.set(logId, { ids: [], wrong: 0 });
    if (first) return false;
    cursor = 0;
    reconnect();
    return true;
  }

  function readBlock(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const event = field('event');
    const data = field('data') ?? '';
    if (event === 'relay-hello' || event === 'relay-reset') {
      const hello = control.parse(JSON.parse(data));
      if (isOtherLog(hello.log_id)) return;
      if (event === 'relay-reset') {
        // The same log claims to end before events it sent.
        const seen = lives.get(life ?? '');
        if (seen !== undefined) seen.wrong += 1;
        cursor = Number(hello.tip ?? 0);
      }
    }
    if (event !== 'message') return;
    const id = Number(field('id'));
    const seen = lives.get(life ?? '');
    // The log is unknown: reconnect at the same cursor.
    if (seen === undefined) return reconnect();
    if (id <= cursor) seen.wrong += 1;
    cursor = id;
    seen.ids.push(id);
    options.onEvent?.(id, data);
  }

  function read(response: IncomingMessage, mine: ClientRequest): void {
    let left = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      if (request !== mine) return;
      watchSilence();
      const blocks = (left + part).split('\n\n');
      left = blocks.pop() ?? '';
      for (const block of blocks) if (request === mine) readBlock(block);
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      if (request === mine) reconnect();
    });
  }

  function connect(): void {
    connections += 1;
    const headers = { cookie, 'last-event-id': String(cursor) };
    const mine = get(`${url()}/api/events/stream`, { agent: false, headers }, (response) => {
      if (response.statusCode === 200) return read(response, mine);
      refused.set(response.statusCode ?? 0, (refused.get(response.statusCode ?? 0) ?? 0) + 1);
      response.resume();
      if (request === mine) reconnect();
    });
    request = mine;
    mine.on('error', () => {
      if (request !== mine) return;
      refused.set(0, (refused.get(0) ?? 0) + 1);
      reconnect();
    });
    watchSilence();
  }

  connect();
  return {
    lives,
    refused,
    get connections() {
      return connections;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      reconnect();
    },
  };
}
