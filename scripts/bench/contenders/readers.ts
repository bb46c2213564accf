// The load: stream readers over raw sockets in their own process, controlled by messages from the parent. They scan bytes, because
// readers that parse (scripts/soak) would use more CPU than the hubs that are compared.
// Invariant: each reader's ids must rise by one; gaps and repetitions are counted, so a fast but wrong contender is noticed.
import { connect, type Socket } from 'node:net';
import { percentile } from '../figures';
import { createScan } from './frame-scan';

export interface OpenReaders {
  port: number;
  path: string;
  /** Cookie headers, used in turn. */
  cookies: string[];
  count: number;
}
export type Order = { open: OpenReaders } | { mark: true } | { close: true };
export interface Opened {
  opened: number;
  refused: number;
  ms: number;
}
export interface Marked {
  delivered: number;
  holes: number;
  repeated: number;
  lost: number;
  p50: number;
  p99: number;
}

/** One in this many readers measures latency. */
const TIMED_OF = 16;
/** A reader without a response by then counts as refused. */
const OPENING_MS = 30_000;

const sockets = new Set<Socket>();
/** Shared by all sockets: each read is scanned before the next. */
const shared = Buffer.alloc(256 * 1024);
let count = { delivered: 0, holes: 0, repeated: 0, lost: 0 };
let waits: number[] = [];

const now = () => performance.timeOrigin + performance.now();

function openReader(options: OpenReaders, index: number): Promise<boolean> {
  return new Promise((resolve) => {
    let last = -1;
    const cookie = options.cookies[index % Math.max(1, options.cookies.length)];
    const scan = createScan(
      {
        head: (status) => resolve(status === 200),
        event(id, madeAt) {
          count.delivered += 1;
          if (last >= 0 && id > last + 1) count.holes += 1;
          if (id <= last) count.repeated += 1;
          last = id;
          if (madeAt !== undefined) waits.push(now() - madeAt);
        },
      },
      index % TIMED_OF === 0,
    );
    const socket = connect({
      port: options.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: shared,
        callback(size) {
          scan.push(shared.subarray(0, size));
          return true;
        },
      },
    });
    sockets.add(socket);
    const lose = () => {
      if (sockets.delete(socket)) count.lost += 1;
      resolve(false);
    };
    socket.on('error', lose).on('close', lose);
    socket.write(
      `GET ${options.path} HTTP/1.1\r\nHost: 127.0.0.1:${options.port}\r\nAccept: text/event-stream\r\n` +
        `${cookie === undefined ? '' : `Cookie: ${cookie}\r\n`}\r\n`,
    );
  });
}

async function open(options: OpenReaders): Promise<Opened> {
  const from = performance.now();
  const late = new Promise<boolean>((done) => setTimeout(done, OPENING_MS, false).unref());
  const all = Array.from({ length: options.count }, (_, index) => openReader(options, index));
  const opened = await Promise.all(all.map((reader) => Promise.race([reader, late])));
  const good = opened.filter(Boolean).length;
  return { opened: good, refused: options.count - good, ms: performance.now() - from };
}

function mark(): Marked {
  const marked = { ...count, p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) };
  count = { delivered: 0, holes: 0, repeated: 0, lost: 0 };
  waits = [];
  return marked;
}

process.on('message', (order: Order) => {
  if ('open' in order) void open(order.open).then((opened) => process.send?.(opened));
  else if ('mark' in order) process.send?.(mark());
  else {
    const all = [...sockets];
    sockets.clear();
    for (const socket of all) socket.destroy();
    mark();
    process.send?.({});
  }
});

// The parent has ended.
process.on('disconnect', () => process.exit(0));
