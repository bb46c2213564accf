// Reads the relay's stream like a browser, over HTTP/1.1 or HTTP/2: reconnects with its last id, and starts at zero when the log is reset.
// Invariant: every id received is kept per log in order of arrival, so no error can be missed later.
import { get } from 'node:http';
import type { ClientHttp2Session } from 'node:http2';
import { z } from 'zod';

/** What was received of one log. */
export interface Received {
  /** Events after this id are expected; undefined until the end of the log is known. */
  start: number | undefined;
  ids: number[];
  /** Ids out of order, and resets of the same log. */
  wrong: number;
}

export interface StreamReader {
  logs: Map<string, Received>;
  connections: number;
  /** Responses other than a stream, by status; 0: unreachable. */
  refused: Map<number, number>;
  stop(): void;
}

interface Handlers {
  status: (status: number) => void;
  text: (part: string) => void;
  end: () => void;
}

/** Requests the stream; returns a function that closes the connection. */
export type Transport = (headers: Record<string, string>, on: Handlers) => () => void;

const PATH = '/api/events/stream';
const SILENCE_MS = 45_000;
const control = z.object({ log_id: z.string().nullable(), tip: z.string().nullish() });

export function overHttp1(url: () => string): Transport {
  return (headers, on) => {
    const request = get(`${url()}${PATH}`, { agent: false, headers }, (response) => {
      on.status(response.statusCode ?? 0);
      response.setEncoding('utf8').on('data', on.text).on('error', on.end).on('close', on.end);
    });
    request.on('error', on.end);
    return () => void request.destroy();
  };
}

export function overHttp2(connect: () => ClientHttp2Session, host: string): Transport {
  return (headers, on) => {
    const session = connect().on('error', on.end).on('close', on.end);
    const request = session.request({ ':path': PATH, ':authority': host, ...headers });
    request.setEncoding('utf8');
    request.on('response', (response) => on.status(response[':status'] ?? 0));
    request.on('data', on.text).on('error', on.end).on('end', on.end);
    return () => session.destroy();
  };
}

export function startReader({
  transport,
  cookie,
  from = 'start',
  retryMs = 100,
  random = Math.random,
  onEvent,
}: {
  transport: Transport;
  cookie: string;
  /** Of the log. */
  from?: 'start' | 'end';
  /** Shortest wait before a reconnect; the longest is five times as long. */
  retryMs?: number;
  random?: () => number;
  onEvent?: (data: string) => void;
}): StreamReader {
  const logs = new Map<string, Received>();
  const refused = new Map<number, number>();
  let logId: string | undefined;
  let cursor = from === 'start' ? 0 : undefined;
  let connections = 0;
  /** Number of the open connection; 0 if there is none. */
  let open = 0;
  let close = () => {};
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;

  function reconnect(): void {
    clearTimeout(silence);
    clearTimeout(retry);
    open = 0;
    close();
    if (!stopped) retry = setTimeout(connect, retryMs * (1 + 4 * random()));
  }

  /** A hello or a reset of the relay. */
  function readControl(event: string, data: string): void {
    const { log_id, tip } = control.parse(JSON.parse(data));
    const end = tip === null || tip === undefined ? undefined : Number(tip);
    if (log_id !== null && log_id !== logId) {
      const isFirst = logId === undefined;
      logId = log_id;
      cursor = isFirst ? (cursor ?? end) : 0;
      if (!logs.has(log_id)) logs.set(log_id, { start: cursor, ids: [], wrong: 0 });
      if (!isFirst) reconnect();
      return;
    }
    const received = logs.get(logId ?? '');
    if (received === undefined) return;
    cursor ??= end;
    received.start ??= cursor;
    if (event === 'relay-hello') return;
    // The same log claims to end before events it sent.
    received.wrong += 1;
    cursor = end ?? 0;
  }

  function readBlock(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const event = field('event');
    const data = field('data') ?? '';
    if (event === 'relay-hello' || event === 'relay-reset') return readControl(event, data);
    if (event !== 'message') return;
    const id = Number(field('id'));
    const received = logs.get(logId ?? '');
    // The log is unknown: reconnect at the same cursor.
    if (received === undefined) return reconnect();
    received.start ??= id - 1;
    if (id <= (cursor ?? received.start)) received.wrong += 1;
    cursor = id;
    received.ids.push(id);
    onEvent?.(data);
  }

  function connect(): void {
    connections += 1;
    const connection = connections;
    let responded = false;
    let rest = '';
    const refuse = (status: number) => {
      refused.set(status, (refused.get(status) ?? 0) + 1);
      reconnect();
    };
    const watchSilence = () => {
      clearTimeout(silence);
      silence = setTimeout(reconnect, SILENCE_MS);
    };
    open = connection;
    close = transport(
      {
        cookie,
        accept: 'text/event-stream',
        ...(cursor !== undefined && { 'last-event-id': String(cursor) }),
      },
      {
        status(status) {
          responded = true;
          if (open === connection && status !== 200) refuse(status);
        },
        text(part) {
          if (open !== connection) return;
          watchSilence();
          const blocks = (rest + part).split('\n\n');
          rest = blocks.pop() ?? '';
          for (const block of blocks) if (open === connection) readBlock(block);
        },
        end() {
          if (open !== connection) return;
          if (responded) reconnect();
          else refuse(0);
        },
      },
    );
    watchSilence();
  }

  connect();
  return {
    logs,
    refused,
    get connections() {
      return connections;
    },
    stop() {
      stopped = true;
      reconnect();
    },
  };
}
