// Floods from one address against the production server. Another visitor's reads stay usable meanwhile, and afterwards no sockets and
// no memory are left. 5 s each, 60 s with TEST_LONG=1, one after the other on one console. The attackers are flood.mjs, each on its own address.
import { fork } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test as base } from '@playwright/test';
import { openConsole } from '@/e2e/stack/stack';
import { KEY } from '@/e2e/attack-target';
import { startScriptedIndex } from '@/e2e/scripted-index';
import type { Reply } from '@/lib/relay/testing/small-index';
import { count, isLong } from '@/scripts/test-size';

const FLOOD_MS = count(5_000, 60_000);
/** How long the console has to close what the attackers left. */
const CLOSING_MS = 60_000;
/** How much slower a read may be during a flood than at rest, where it takes milliseconds. */
const SLOWER = 100;

/**
 * Whether the console must close the attacker's sockets at once, after its timeouts (the short form does not wait for those), or not before
 * the attacker leaves, since the connections are legitimate.
 */
const FLOODS = [
  ['upgrades', 'at once'],
  ['renders', 'at once'],
  ['missing_pages', 'later'],
  ['bodies', 'at once'],
  ['slow_bodies', 'later'],
  ['slow_headers', 'later'],
  ['streams', 'later'],
  ['session_streams', 'when it leaves'],
  ['forged_cookies', 'later'],
  ['key_derivations', 'later'],
] as const;

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

function sockets(pid: number): number {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.startsWith('socket:')).length;
}

const p95 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

/** Requests `url` every 50 ms until `until`; the times in ms. Throws for an answer other than 200. */
async function timesOf(url: string, headers: Record<string, string>, until: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < until) {
    const started = performance.now();
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(20_000) });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
    times.push(performance.now() - started);
    await sleep(50);
  }
  return times;
}

/** A stream of 20 events per second. */
const eventStream: Reply = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let id = 0;
  const timer = setInterval(() => {
    id += 1;
    const event = {
      id,
      kind: 'WalkAdvancedEvent',
      tx_digest: 'd',
      sender_address: '0x1',
      onchain_at: null,
      payload: {},
    };
    response.write(`id: ${id}\nevent: message\ndata: ${JSON.stringify(event)}\n\n`);
  }, 50);
  response.on('close', () => clearInterval(timer));
};

interface Front {
  url: string;
  pid: number;
  /** The session of the visitor. */
  cookie: string;
  /** Twenty recovery files of that session, as JSON. */
  recoveryFiles(): Promise<string>;
  /** Times of the visitor's reads for `ms`. */
  read(ms: number): Promise<number[]>;
  /** Before the first flood: p95 of reads in ms, open sockets. */
  idle: { p95: number; sockets: number };
}

async function openFront(indexUrl: string): Promise<Front & { close(): Promise<void> }> {
  // The limits of production, but for the one visitor who reads all the time, and for sign-ins: the flood of derivations gets past those.
  const front = await openConsole(indexUrl, { RENDERS_PER_ADDRESS: '1200', STREAMS_PER_ADDRESS: '100' });
  const post = (path: string, body: object, cookie = '') =>
    fetch(front.url + path, {
      method: 'POST',
      headers: { origin: front.url, 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const connected = await post('/api/session', { key: KEY });
  const cookie = connected.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { connection } = (await connected.json()) as { connection: string };
  const recoveryFiles = async () => {
    const files: unknown[] = [];
    for (let count = 0; count < 20; count += 1) {
      const made = await post('/api/session/recovery', { connection, passphrase: 'ten letters' }, cookie);
      files.push(await made.json());
    }
    return JSON.stringify(files);
  };
  const pid = front.pid ?? 0;
  const read = (ms: number) => timesOf(`${front.url}/api/index/leaders`, { cookie }, performance.now() + ms);
  await fetch(`${front.url}/connect`);
  await read(1_000);
  const idle = { p95: p95(await read(1_500)), sockets: sockets(pid) };
  return { url: front.url, pid, cookie, recoveryFiles, read, idle, close: () => front.close() };
}

const test = base.extend<object, { front: Front }>({
  // A failed test ends its worker, so the next one gets a new console.
  front: [
    async ({}, use) => {
      const index = await startScriptedIndex({ rows: {} });
      index.replies.set('GET /events/stream', eventStream);
      const front = await openFront(index.url);
      await use(front);
      await front.close();
      await index.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.skip(process.platform !== 'linux', 'needs /proc and loopback addresses besides 127.0.0.1');

for (const [at, [kind, closed]] of FLOODS.entries())
  test(`other visitors are served during ${kind.replace('_', ' ')}`, { tag: '@full' }, async ({ front }) => {
    test.setTimeout(FLOOD_MS + 2 * CLOSING_MS + 60_000);
    const { pid, cookie, idle } = front;
    const before = residentMb(pid);
    const files = kind === 'key_derivations' ? await front.recoveryFiles() : '[]';
    const from = `127.0.0.${at + 2}`;
    const attacker = fork('e2e/flood.mjs', [kind, from, new URL(front.url).port, cookie, files]);
    try {
      const [reads, health] = await Promise.all([
        front.read(FLOOD_MS),
        timesOf(`${front.url}/healthz`, {}, performance.now() + FLOOD_MS),
      ]);
      attacker.send('stop');
      if (closed === 'when it leaves' || (closed === 'later' && !isLong)) attacker.kill();
      await expect
        .poll(() => sockets(pid), { timeout: CLOSING_MS, message: 'sockets left' })
        .toBeLessThanOrEqual(idle.sockets + 10);
      attacker.kill();

      const growth = () => residentMb(pid) - before;
      await expect.poll(growth, { timeout: CLOSING_MS, message: 'MB kept' }).toBeLessThan(300);
      const measured = {
        kind,
        idle: idle.p95,
        reads: p95(reads),
        health: Math.max(...health),
        kept: growth(),
      };
      test.info().annotations.push({ type: 'measured', description: JSON.stringify(measured) });
      console.log(JSON.stringify(measured));
      const most = SLOWER * Math.max(idle.p95, 5);
      expect(p95(reads), 'p95 of reads').toBeLessThan(most);
      expect(p95(health), 'p95 of health checks').toBeLessThan(most);
    } finally {
      attacker.kill();
    }
  });

test('500 unfinished bodies of 10 MB are refused at once', { tag: '@full' }, async ({ front }) => {
  const attackers: Socket[] = [];
  const before = residentMb(front.pid);
  try {
    const port = Number(new URL(front.url).port);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const answers: string[] = [];
    const head = `POST /connect HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 10485760\r\n\r\n`;
    const open = (from: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
      socket.on('error', () => socket.destroy());
      socket.once('data', (answer: Buffer) => void answers.push(answer.toString('latin1').slice(0, 13)));
      socket.write(head);
      attackers.push(socket);
      return socket;
    };
    for (let count = 0; count < 500; count += 1) {
      const socket = open(`127.0.1.${(count % 5) + 1}`);
      const send = () => {
        while (!socket.destroyed && socket.bytesWritten < 9_000_000) if (!socket.write(chunk)) return;
      };
      socket.on('drain', send);
      send();
    }
    // Sends no body: those that do may be cut off before they have read their answer.
    open('127.0.1.9');
    let most = 0;
    const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;
    const until = performance.now() + CLOSING_MS;
    while (attackers.some(isOpen) && performance.now() < until) {
      most = Math.max(most, residentMb(front.pid) - before);
      await sleep(100);
    }
    console.log(JSON.stringify({ kind: 'unfinished bodies', most, kept: residentMb(front.pid) - before }));
    expect(attackers.filter(isOpen), 'not closed').toEqual([]);
    expect([...new Set(answers)]).toEqual(['HTTP/1.1 413 ']);
    expect(most, 'MB at most').toBeLessThan(300);
    await expect
      .poll(() => sockets(front.pid), { timeout: CLOSING_MS, message: 'sockets left' })
      .toBeLessThanOrEqual(front.idle.sockets + 10);
  } finally {
    for (const socket of attackers) socket.destroy();
  }
});
