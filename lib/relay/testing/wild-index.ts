// An index whose event stream can be made to misbehave: a log, resume by Last-Event-ID, and levers for every way a connection goes wrong.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface WildIndex {
  url: string;
  /** Ids of the log, in order. */
  ids(): string[];
  /** `text` goes into the payload. */
  append(count: number, kind?: string, text?: string): void;
  /** Ends every open stream: properly, by a reset, or by a reset in the middle of a frame. */
  cut(how: 'end' | 'reset' | 'mid-frame'): void;
  /** Writes bytes to every open stream as they are. */
  raw(text: string | Buffer): void;
  /** The next answers of the stream, before it works again; `flap`: one frame, then the end. */
  next(...answers: (number | 'flap' | 'html' | 'json' | { status: number; retryAfter: string })[]): void;
  /** Every request from now on gets this status; undefined: as usual. */
  refuse(status: number | undefined): void;
  /** A new life: empty log, ids from 1, another log id (or none at all). Open streams stay. */
  restart(logId?: string | null): void;
  streams(): number;
  mostStreams(): number;
  streamRequests: { lastEventId: string | undefined; key: unknown; url: string }[];
  close(): Promise<void>;
}

/** `port`: to come back where an earlier one was. */
export async function startWildIndex(
  options: { port?: number; logId?: string | null } = {},
): Promise<WildIndex> {
  let log: { id: number; text: string }[] = [];
  let logId = options.logId === undefined ? 'L1' : options.logId;
  let refused: number | undefined;
  let most = 0;
  let lives = 1;
  const queue: Parameters<WildIndex['next']>[number][] = [];
  const open = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  const streamRequests: WildIndex['streamRequests'] = [];

  function frame(id: number, kind: string, text = 'é☃'): string {
    const record = {
      id,
      kind,
      tx_digest: 'tx',
      sender_address: '0x1',
      payload: { kind: 'data', text, life: lives },
    };
    return `id: ${id}\nevent: message\ndata: ${JSON.stringify(record)}\n\n`;
  }

  function stream(response: ServerResponse, cursor: string | undefined): void {
    const answer = queue.shift();
    if (answer === 'html' || answer === 'json') {
      response
        .writeHead(200, { 'content-type': answer === 'html' ? 'text/html' : 'application/json' })
        .end('{}');
      return;
    }
    if (typeof answer === 'number' || typeof answer === 'object') {
      const { status, retryAfter } =
        typeof answer === 'number' ? { status: answer, retryAfter: undefined } : answer;
      const wait = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      response.writeHead(status, { ...wait, location: '/elsewhere' }).end('<html>secret stack</html>');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    const tip = log.at(-1)?.id ?? 0;
    const after = cursor === undefined ? tip : Math.min(Number(cursor), tip);
    const missed = log.filter(({ id }) => id > after);
    if (answer === 'flap') {
      response.end(missed[0]?.text ?? '');
      return;
    }
    response.write(missed.map(({ text }) => text).join(''));
    open.add(response);
    most = Math.max(most, open.size);
    response.on('close', () => open.delete(response));
  }

  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const path = url.split('?')[0];
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/') return json(200, { network: { name: 'wild', log_id: logId } });
    if (path === '/events/stream') {
      streamRequests.push({
        lastEventId: request.headers['last-event-id']?.toString(),
        key: request.headers['x-api-key'],
        url,
      });
    }
    if (refused !== undefined) return json(refused, { error_code: 'X', message: 'refused' });
    if (path === '/events') {
      const items = log.slice(-1).map(({ id }) => ({ id }));
      return json(200, { items, metadata: { next_token: null, total_items: log.length } });
    }
    return stream(response, request.headers['last-event-id']?.toString());
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
      const fresh = Array.from({ length: count }, (_, step) => {
        const id = (log.at(-1)?.id ?? 0) + step + 1;
        return { id, text: frame(id, kind, payload) };
      });
      log.push(...fresh);
      const text = fresh.map((one) => one.text).join('');
      for (const response of open) response.write(text);
    },
    cut(how) {
      for (const response of open) {
        if (how === 'end') response.end();
        else if (how === 'reset') response.socket?.resetAndDestroy();
        else {
          const { socket } = response;
          // Half of a frame, ending inside a character.
          const half = Buffer.from(frame((log.at(-1)?.id ?? 0) + 1, 'HalfEvent'));
          response.write(half.subarray(0, half.indexOf('é') + 1), () => socket?.resetAndDestroy());
        }
      }
      open.clear();
    },
    raw(text) {
      for (const response of open) response.write(text);
    },
    next: (...answers) => void queue.push(...answers),
    refuse: (status) => void (refused = status),
    restart(life = 'L2') {
      log = [];
      logId = life;
      lives += 1;
    },
    streams: () => open.size,
    mostStreams: () => most,
    streamRequests,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
