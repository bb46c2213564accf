// The load: stream readers over raw sockets in their own process, controlled by messages from the parent.
// Invariant: each reader's ids must rise by one; gaps and repetitions are counted, so a fast but wrong contender is noticed.
import { connect, type Socket } from 'node:net';
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

function openOne(wanted: OpenReaders, index: number): Promise<boolean> {
  return new Promise((resolve) => {
    let last = -1;
    const cookie = wanted.cookies[index % Math.max(1, wanted.cookies.length)];
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
      port: wanted.port,
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
      `GET ${wanted.path} HTTP/1.1\r\nHost: 127.0.0.1:${wanted.port}\r\nAccept: text/event-stream\r\n` +
        `${cookie === undefined ? '' : `Cookie: ${cookie}\r\n`}\r\n`,
    );
  });
}

async function open(wanted: OpenReaders): Promise<Opened> {
  const from = performance.now();
  const late = new Promise<boolean>((done) => setTimeout(done, OPENING_MS, false).unref());
  const all = Array.from({ length: wanted.count }, (_, index) => openOne(wanted, index));
  const opened = await Promise.all(all.map((one) => Promise.race([one, late])));
  const good = opened.filter(Boolean).length;
  return { opened: good, refused: wanted.count - good, ms: performance.now() - from };
}

function mark(): Marked {
  const sorted = waits.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  const marked = { ...count, p50: at(0.5), p99: at(0.99) };
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
