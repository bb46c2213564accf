// An index whose event stream misbehaves on demand: a log, resume by Last-Event-ID, and a method for each way a connection can fail.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Wrong responses to a stream request, one per kind of misbehaviour. */
export type WildAnswer =
  | number
  | { status: number; retryAfter?: string; body?: string }
  /** One frame, then the end. */
  | 'flap'
  /** 200 with another content type. */
  | 'html'
  | 'json'
  /** Answers properly, after a while. */
  | 'late'
  /** The connection is reset before any header. */
  | 'reset'
  /** Accepts the request and never answers. */
  | 'mute'
  /** Headers one byte at a time, without an end. */
  | 'slow-headers'
  /** An error whose body never ends. */
  | 'endless-refusal';

const PAGE = '<html>secret stack\n    at /srv/index/lib/secret.ts:1:1</html>';
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nx-long: ';

const LATE_MS = 300;

function trickle(response: ServerResponse, text: string): void {
  const { socket } = response;
  let at = 0;
  const timer = setInterval(() => {
    socket?.write(text[at] ?? 'x');
    at += 1;
  }, 20);
  socket?.once('close', () => clearInterval(timer));
}

function answerWrongly(response: ServerResponse, answer: Exclude<WildAnswer, 'flap' | 'late'>): void {
  switch (answer) {
    case 'reset':
      return void response.socket?.resetAndDestroy();
    case 'mute':
      return;
    case 'slow-headers':
      return trickle(response, HEAD);
    case 'html':
    case 'json':
      response
        .writeHead(200, { 'content-type': answer === 'html' ? 'text/html' : 'application/json' })
        .end('{}');
      return;
    case 'endless-refusal':
      response.writeHead(500, { 'content-type': 'text/html' }).flushHeaders();
      return trickle(response, '');
    default: {
      const { status, retryAfter, body } = typeof answer === 'number' ? { status: answer } : { ...answer };
      const wait = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      response.writeHead(status, { ...wait, location: 'http://127.0.0.1:1/elsewhere' }).end(body ?? PAGE);
    }
  }
}

/** How a connection ends: properly, by a reset, or by a reset inside a character or between the CR and LF of a line. */
export const cuts = ['end', 'reset', 'mid-character', 'mid-line-end'] as const;
export type Cut = (typeof cuts)[number];

export interface WildIndex {
  url: string;
  /** Ids of the log, in order. */
  ids(): string[];
  /** `text` goes into the payload. */
  append(count: number, kind?: string, text?: string): void;
  /** Reserves the next id for an event sent with `raw`. */
  passOver(): void;
  /** Ends every open stream; a number: with a reset after that many bytes of the next frame. */
  cut(how: Cut | number): void;
  /** Every open stream falls silent without closing; later ones work. */
  freeze(): void;
  /** Writes raw bytes to every open stream, or to the streams of one key. */
  raw(text: string | Buffer, key?: string): void;
  /** The next responses of the stream, before it works again. */
  next(...answers: WildAnswer[]): void;
  /** From now on every request (of this key) gets this status; undefined: normal again. */
  refuse(status: number | undefined, key?: string): void;
  /** From now on GET /events gets this status; the stream stays open. */
  refuseHistory(status: number): void;
  /** From now on GET /events lacks this many of the newest events. */
  delayLists(events: number): void;
  /** Line ending of frames. */
  endLines(end: '\n' | '\r\n' | '\r'): void;
  /** Resumed streams start this many events too early. */
  overlap(count: number): void;
  /** A new log: empty, ids from 1, another log id or none. Open streams stay open. */
  restart(logId?: string | null): void;
  streams(): number;
  /** Bytes buffered because readers do not read them. */
  buffered(): number;
  mostStreams(): number;
  streamRequests: { lastEventId: string | undefined; key: unknown; url: string }[];
  /** URLs of requests for the listing. */
  listRequests: string[];
  close(): Promise<void>;
}

/** `port` reuses the port of an earlier index; `firstId` is the first id of the log. */
export async function startWildIndex(
  options: { port?: number; logId?: string | null; firstId?: number } = {},
): Promise<WildIndex> {
  let log: { id: number; text: string }[] = [];
  let logId = options.logId === undefined ? 'L1' : options.logId;
  let tip = (options.firstId ?? 1) - 1;
  let refusal: { status: number; key: string | undefined } | undefined;
  let historyStatus = 200;
  let unlisted = 0;
  let most = 0;
  let logs = 1;
  let lineEnd = '\n';
  let tooEarly = 0;
  const queue: WildAnswer[] = [];
  /** Open streams with their keys. */
  const open = new Map<ServerResponse, unknown>();
  const frozen = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  const streamRequests: WildIndex['streamRequests'] = [];
  const listRequests: string[] = [];

  function frame(id: number, kind: string, text = 'é☃'): string {
    const payload = { kind: 'data', text, log: logs };
    const record = { id, kind, tx_digest: 'tx', sender_address: '0x1', payload };
    return [`id: ${id}`, 'event: message', `data: ${JSON.stringify(record)}`, '', ''].join(lineEnd);
  }

  function send(text: string | Buffer, key?: string): void {
    for (const [response, of] of open)
      if (!frozen.has(response) && (key === undefined || key === of)) response.write(text);
  }

  function stream(response: ServerResponse, cursor: string | undefined, key: unknown): void {
    const answer = queue.shift();
    if (answer === 'late') return void setTimeout(() => stream(response, cursor, key), LATE_MS);
    if (answer !== undefined && answer !== 'flap') return answerWrongly(response, answer);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    const after = cursor === undefined ? tip : Math.min(Number(cursor), tip) - tooEarly;
    const missed = log.filter(({ id }) => id > after);
    if (answer === 'flap') {
      response.end(missed[0]?.text ?? '');
      return;
    }
    if (missed.length > 0) response.write(missed.map(({ text }) => text).join(''));
    open.set(response, key);
    most = Math.max(most, open.size);
    response.on('close', () => {
      open.delete(response);
      frozen.delete(response);
    });
  }

  function cutAt(whole: Buffer, how: 'mid-character' | 'mid-line-end' | number): number {
    if (how === 'mid-character') return whole.indexOf('é') + 1;
    if (how === 'mid-line-end') return whole.indexOf(lineEnd) + 1;
    // A lone "\r" ends a line too: without the whole last line end the frame is not over.
    return Math.min(how, whole.length - lineEnd.length);
  }

  function cutOne(response: ServerResponse, how: Cut | number): void {
    const { socket } = response;
    if (how === 'end') response.end();
    else if (how === 'reset') socket?.resetAndDestroy();
    else {
      const half = Buffer.from(frame(tip + 1, 'HalfEvent'));
      response.write(half.subarray(0, cutAt(half, how)), () => socket?.resetAndDestroy());
    }
  }

  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const [path] = url.split('?');
    const key = request.headers['x-api-key'];
    const cursor = request.headers['last-event-id']?.toString();
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/') return json(200, { network: { name: 'wild', log_id: logId } });
    if (path === '/events/stream') streamRequests.push({ lastEventId: cursor, key, url });
    if (refusal !== undefined && (refusal.key ?? key) === key)
      return json(refusal.status, { error_code: 'X', message: 'refused', request_id: 'r' });
    if (path === '/events' && historyStatus !== 200) return json(historyStatus, { message: 'no history' });
    if (path === '/events') {
      listRequests.push(url);
      const items = tip - unlisted <= 0 ? [] : [{ id: tip - unlisted }];
      return json(200, { items, metadata: { next_token: null, total_items: log.length } });
    }
    return stream(response, cursor, key);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(options.port ?? 0, '127.0.0.1', ready));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ids: () => log.map(({ id }) => String(id)),
    append(count, kind = 'WalkAdvancedEvent', payload = 'é☃') {
      const added: typeof log = [];
      for (let step = 0; step < count; step += 1) {
        tip += 1;
        added.push({ id: tip, text: frame(tip, kind, payload) });
      }
      log.push(...added);
      send(added.map(({ text }) => text).join(''));
    },
    passOver: () => void (tip += 1),
    cut(how) {
      for (const response of open.keys()) cutOne(response, how);
      open.clear();
    },
    freeze() {
      for (const response of open.keys()) frozen.add(response);
      open.clear();
    },
    raw: send,
    next: (...answers) => void queue.push(...answers),
    refuse: (status, key) => void (refusal = status === undefined ? undefined : { status, key }),
    refuseHistory: (status) => void (historyStatus = status),
    delayLists: (events) => void (unlisted = events),
    endLines: (end) => void (lineEnd = end),
    overlap: (count) => void (tooEarly = count),
    restart(nextLogId = 'L2') {
      log = [];
      tip = 0;
      logId = nextLogId;
      logs += 1;
    },
    streams: () => open.size,
    buffered: () => [...open.keys()].reduce((sum, response) => sum + response.writableLength, 0),
    mostStreams: () => most,
    streamRequests,
    listRequests,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
