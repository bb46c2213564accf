// Handing recorded lines to a running index: a Unix socket in DATA_DIR that only this user can open. The client sends the file as it is and closes its side;
// the index answers with one JSON line. Invariant: the index that has the store appends, so there is one writer; a client that goes away early
// leaves whole lines behind and never half of one.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import * as z from 'zod';
import { IngestRefused, ingestLines } from '@/lib/index-service/log/ingest';
import type { EventLog } from '@/lib/index-service/log/event-log';

const TURN_EVERY = 500;
/** What the kernel allows for the path of a socket, with room for the terminator. */
const PATH_LIMIT = 100;

const outcome = z.object({
  added: z.int(),
  filled: z.int(),
  skipped: z.int(),
  /** Why it stopped before the end. */
  refused: z.string().optional(),
});
export type IngestOutcome = z.output<typeof outcome>;

/** Where the socket of a data directory is; a path too long for the kernel is replaced by a short name made from it. */
export function socketPath(dataDir: string): string {
  const path = join(resolve(dataDir), 'ingest.sock');
  if (Buffer.byteLength(path) <= PATH_LIMIT) return path;
  const name = createHash('sha256').update(path).digest('hex').slice(0, 24);
  return join(tmpdir(), `dagscope-${name}.sock`);
}

/** Lines of a text stream. A last line without its line break counts only when the stream ended by itself. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let failed = false;
  input.once('error', () => (failed = true));
  const lines = createInterface({ input, crlfDelay: Infinity });
  let held: string | undefined;
  let count = 0;
  for await (const line of lines) {
    if (held !== undefined) yield held;
    held = line;
    // The embedded engine answers without leaving the process: requests get their turn between two batches.
    if ((count += 1) % TURN_EVERY === 0) await turn();
  }
  if (held !== undefined && !failed) yield held;
}

/** Appends what a stream of lines holds. A bad line is part of the outcome; errors of the store are thrown. */
export async function ingestStream(log: EventLog, input: Readable): Promise<IngestOutcome> {
  try {
    const { added, filled, skipped } = await ingestLines(log, linesOf(input));
    return { added, filled, skipped };
  } catch (error) {
    if (!(error instanceof IngestRefused)) throw error;
    const { added, filled, skipped } = error.progress;
    return { added, filled, skipped, refused: error.message };
  }
}

/** Accepts ingests until closed. A socket left behind by a killed process is replaced: whoever calls this holds the store's lock. */
export async function openIngestSocket(
  dataDir: string,
  log: EventLog,
  onError: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir);
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    ingestStream(log, socket)
      .then((done) => socket.end(`${JSON.stringify(done)}\n`))
      .catch((error: unknown) => {
        onError(error);
        socket.destroy();
      });
  });
  mkdirSync(dataDir, { recursive: true });
  rmSync(path, { force: true });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(path, done);
  });
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const NOT_THERE = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);

/** Hands lines to the index that runs on this data directory; undefined when none runs. Throws when it broke off. */
export async function handToRunning(dataDir: string, input: Readable): Promise<IngestOutcome | undefined> {
  const socket = createConnection({ path: socketPath(dataDir), allowHalfOpen: true });
  const connected = await new Promise<boolean>((done, failed) => {
    socket.once('connect', () => done(true));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      NOT_THERE.has(error.code ?? '') ? done(false) : failed(error),
    );
  });
  if (!connected) return undefined;
  // After a bad line the index answers and stops reading: writing on may then fail, which is not the news.
  socket.on('error', () => undefined);
  let answer = '';
  socket.setEncoding('utf8');
  const answered = new Promise<void>((done) => {
    socket.on('data', (text: string) => (answer += text));
    socket.once('end', () => done());
    socket.once('close', () => done());
  });
  const read = new Promise<never>((_, failed) => input.once('error', failed));
  input.pipe(socket);
  await Promise.race([answered, read]);
  input.unpipe(socket);
  socket.destroy();
  if (answer === '') throw new Error('the running index broke off: see its log');
  return outcome.parse(JSON.parse(answer));
}
