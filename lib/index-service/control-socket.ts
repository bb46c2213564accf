// A Unix socket in DATA_DIR through which `npm run index -- …` reaches a running index; only the same user can open it.
// The client sends one JSON line with the command, then, for `ingest`, the recorded lines; the index replies with one JSON line.
import type { Copied } from './network-description';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import type { KeyInfo, KeyStore } from './keys/key-store';
import { SOCKET_PATH_BYTES } from './limits';
import type { EventLog } from './log/event-log';
import { ingestLines, type IngestProgress, IngestRefused } from './log/ingest';

const LINES_PER_TURN = 500;

const command = z.discriminatedUnion('command', [
  z.object({ command: z.literal('ingest') }),
  z.object({ command: z.literal('rebuild') }),
  z.object({ command: z.literal('keys list') }),
  z.object({ command: z.literal('keys revoke'), key_id: z.string() }),
]);
export type Command = z.output<typeof command>;

/** `refused`: why it stopped before the end. */
type IngestResult = IngestProgress & { refused?: string };

/** What each command answers. */
interface Answers {
  ingest: IngestResult;
  /** The number of entries replayed. */
  rebuild: number;
  'keys list': KeyInfo[];
  /** False if no active key has this id. */
  'keys revoke': boolean;
}
type Answer<Sent extends Command> = Answers[Sent['command']];

/** Throws if DATA_DIR is too long for a socket: a path in a shared temporary folder could be taken by another user. */
export function socketPath(dataDir: string): string {
  const absolute = join(resolve(dataDir), 'index.sock');
  const fromHere = relative('', absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES) return path;
  throw new Error(`DATA_DIR is too long: ${path} has more than ${SOCKET_PATH_BYTES} bytes`);
}

/** Lines of a text stream. A last line without a line break counts only if the stream ended normally. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let failed = false;
  input.once('error', () => (failed = true));
  let previous: string | undefined;
  let count = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (previous !== undefined) yield previous;
    previous = line;
    // The embedded engine never leaves the process: let requests in between two batches.
    if ((count += 1) % LINES_PER_TURN === 0) await nextTurn();
  }
  if (previous !== undefined && !failed) yield previous;
}

async function ingestAll(log: EventLog, lines: AsyncIterable<string>): Promise<IngestResult> {
  try {
    return await ingestLines(log, lines);
  } catch (error) {
    if (!(error instanceof IngestRefused)) throw error;
    return { ...error.progress, refused: error.message };
  }
}

interface ControlParts {
  log: EventLog;
  keys: Pick<KeyStore, 'list' | 'revoke'>;
  /** What this index copies, if anything (network-description.ts). */
  copyOf: () => Promise<Copied | undefined>;
  rebuild: () => Promise<number>;
}

/** The log of a copy holds its source's events and no others. */
async function ingestInto(
  { log, copyOf }: ControlParts,
  lines: AsyncIterable<string>,
): Promise<IngestResult> {
  const source = await copyOf();
  if (source === undefined) return ingestAll(log, lines);
  return { lines: 0, added: 0, filled: 0, skipped: 0, refused: `this index is ${source.words}` };
}

function executeOn(parts: ControlParts, request: Command, lines: AsyncIterable<string>) {
  switch (request.command) {
    case 'ingest':
      return ingestInto(parts, lines);
    case 'rebuild':
      return parts.rebuild();
    case 'keys list':
      return parts.keys.list();
    case 'keys revoke':
      return parts.keys.revoke(request.key_id);
  }
}

/** Executes a command in this process. A bad line is part of the result; store errors are thrown. */
export function execute<Sent extends Command>(
  parts: ControlParts,
  request: Sent,
  input: Readable = Readable.from([]),
): Promise<Answer<Sent>> {
  return executeOn(parts, request, linesOf(input)) as Promise<Answer<Sent>>;
}

async function executeFrom(parts: ControlParts, socket: Socket): Promise<unknown> {
  const lines = linesOf(socket);
  const first = await lines.next();
  return executeOn(parts, command.parse(JSON.parse(first.done === true ? '' : first.value)), lines);
}

/** Accepts commands until closed. Replaces the socket of a killed process: the caller holds the store's lock. */
export async function openControlSocket(
  dataDir: string,
  parts: ControlParts,
  onError: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir);
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    executeFrom(parts, socket)
      .then((result) => socket.end(`${JSON.stringify(result)}\n`))
      .catch((error: unknown) => {
        onError(error);
        socket.destroy();
      });
  });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
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

const NOT_RUNNING = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);

/** Has the running index execute a command; undefined if none runs. Throws if the connection breaks. `open` is called once connected. */
export async function send<Sent extends Command>(
  dataDir: string,
  request: Sent,
  open?: () => Readable,
): Promise<Answer<Sent> | undefined> {
  const socket = createConnection({ path: socketPath(dataDir), allowHalfOpen: true });
  const connected = await new Promise<boolean>((done, failed) => {
    socket.once('connect', () => done(true));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      NOT_RUNNING.has(error.code ?? '') ? done(false) : failed(error),
    );
  });
  if (!connected) return undefined;
  const input = open?.();
  // After a bad line the index replies and stops reading, so a later write may fail: the reply says why.
  socket.on('error', () => undefined);
  let reply = '';
  socket.setEncoding('utf8');
  const replied = new Promise<void>((done) => {
    socket.on('data', (text: string) => (reply += text));
    socket.once('end', done).once('close', done);
  });
  const unreadable = new Promise<never>((_, failed) => input?.once('error', failed));
  socket.write(`${JSON.stringify(request)}\n`);
  if (input === undefined) socket.end();
  else input.pipe(socket);
  await Promise.race([replied, unreadable]);
  input?.unpipe(socket);
  socket.destroy();
  if (reply === '') throw new Error('the running index closed the connection: see its log');
  // Both ends of the socket are this file, so a reply has the type that `execute` gives its command.
  return JSON.parse(reply) as Answer<Sent>;
}
