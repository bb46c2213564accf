// A reader of the relay's stream as a browser is one: it comes back after every end with the last id it has, and begins again at zero when the log does.
// Invariant: everything it was ever given is kept by the life of the log it belongs to, in the order in which it came, so that nothing can be forgiven later.
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { z } from 'zod';

/** What one life of the log has brought. */
export interface LifeSeen {
  ids: number[];
  /** Ids that did not rise, and turns that should not have been. */
  wrong: number;
}

export interface SoakReader {
  lives: Map<string, LifeSeen>;
  connections: number;
  /** Answers other than a stream, by status; 0: nobody answered. */
  refused: Map<number, number>;
  stop(): void;
}

const SILENCE_MS = 45_000;
const control = z.object({ log_id: z.string().nullable(), tip: z.string().nullish() });

export function startReader(options: {
  url: () => string;
  cookie: string;
  random: () => number;
  /** Each event as it comes. */
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

  function again(): void {
    clearTimeout(silence);
    request?.destroy();
    request = undefined;
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(connect, 100 + random() * 400);
  }

  function alive(): void {
    clearTimeout(silence);
    silence = setTimeout(again, SILENCE_MS);
  }

  /** The stream says which log it is of. True when it is another than before: the connection is of no use then. */
  function isOther(told: string | null): boolean {
    if (told === null || told === life) return false;
    const first = life === undefined;
    life = told;
    if (!lives.has(told)) lives.set(told, { ids: [], wrong: 0 });
    if (first) return false;
    cursor = 0;
    again();
    return true;
  }

  function take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const event = field('event');
    const data = field('data') ?? '';
    if (event === 'relay-hello' || event === 'relay-reset') {
      const told = control.parse(JSON.parse(data));
      if (isOther(told.log_id)) return;
      if (event === 'relay-reset') {
        // The same log, which says that it ends before what came of it.
        const seen = lives.get(life ?? '');
        if (seen !== undefined) seen.wrong += 1;
        cursor = Number(told.tip ?? 0);
      }
    }
    if (event !== 'message') return;
    const id = Number(field('id'));
    const seen = lives.get(life ?? '');
    // Nobody said which log this is: it is asked for again, from the same place.
    if (seen === undefined) return again();
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
      alive();
      const blocks = (left + part).split('\n\n');
      left = blocks.pop() ?? '';
      for (const block of blocks) if (request === mine) take(block);
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      if (request === mine) again();
    });
  }

  function connect(): void {
    connections += 1;
    const headers = { cookie, 'last-event-id': String(cursor) };
    const mine = get(`${url()}/api/events/stream`, { agent: false, headers }, (response) => {
      if (response.statusCode === 200) return read(response, mine);
      refused.set(response.statusCode ?? 0, (refused.get(response.statusCode ?? 0) ?? 0) + 1);
      response.resume();
      if (request === mine) again();
    });
    request = mine;
    mine.on('error', () => {
      if (request !== mine) return;
      refused.set(0, (refused.get(0) ?? 0) + 1);
      again();
    });
    alive();
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
      again();
    },
  };
}
