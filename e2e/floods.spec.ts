// Floods from one address against the production server. Another visitor's reads stay usable meanwhile, and afterwards neither sockets nor
// memory are left. 5 s each, 60 s with TEST_LONG=1. The attacker is flood.mjs, on 127.0.0.2.
import { fork } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { openConsole } from '@/e2e/stack/stack';
import { EMPTY, KEY, USAGE } from '@/e2e/attack-target';
import { reply, startSmallIndex } from '@/lib/relay/testing/small-index';

const long = process.env['TEST_LONG'] === '1';
const FLOOD_MS = long ? 60_000 : 5_000;
const SETTLE_MS = long ? 30_000 : 5_000;

/** Whether the console must close the attacker's sockets within five seconds, or only after its timeouts. */
const FLOODS = [
  ['upgrades', 'at once'],
  ['renders', 'at once'],
  ['missing_pages', 'later'],
  ['bodies', 'at once'],
  ['slow_bodies', 'later'],
  ['slow_headers', 'later'],
  ['streams', 'later'],
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

test.skip(process.platform !== 'linux', 'needs /proc and loopback addresses besides 127.0.0.1');

for (const [kind, closed] of FLOODS)
  test(`a flood of ${kind.replace('_', ' ')} leaves other visitors and the process alone`, async () => {
    test.setTimeout(FLOOD_MS + SETTLE_MS + 60_000);
    const index = await startSmallIndex();
    index.replies.set('GET /tokens/usage', reply(200, USAGE));
    index.replies.set('GET /leaders', reply(200, EMPTY));
    // The limits of production, but for the one visitor who reads all the time.
    const front = await openConsole(index.url, {
      RENDERS_PER_ADDRESS: '1200',
      STREAMS_PER_ADDRESS: '100',
    });
    const pid = front.pid ?? 0;
    try {
      const connected = await fetch(`${front.url}/api/session`, {
        method: 'POST',
        headers: { origin: front.url, 'content-type': 'application/json' },
        body: JSON.stringify({ key: KEY }),
      });
      const cookie = connected.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      const read = (ms: number) =>
        timesOf(`${front.url}/api/index/leaders`, { cookie }, performance.now() + ms);
      await read(1_000);
      const idle = p95(await read(1_500));
      const before = { memory: residentMb(pid), sockets: sockets(pid) };

      const attacker = fork('e2e/flood.mjs', [kind, new URL(front.url).port]);
      const [reads, health] = await Promise.all([
        read(FLOOD_MS),
        timesOf(`${front.url}/healthz`, {}, performance.now() + FLOOD_MS),
      ]);
      attacker.send('stop');
      if (closed === 'later' && !long) attacker.kill();
      await expect
        .poll(() => sockets(pid), { timeout: SETTLE_MS, message: 'sockets left' })
        .toBeLessThanOrEqual(before.sockets + 10);
      attacker.kill();

      const memory = () => residentMb(pid) - before.memory;
      await expect.poll(memory, { timeout: SETTLE_MS + 10_000, message: 'MB kept' }).toBeLessThan(300);
      test.info().annotations.push({
        type: 'measured',
        description: JSON.stringify({
          kind,
          idle,
          reads: p95(reads),
          health: Math.max(...health),
          kept: memory(),
        }),
      });
      console.log(kind, { idle, reads: p95(reads), health: Math.max(...health), kept: memory() });
      // Twice the limit of the long form: the short one shares its two cores with other tests.
      expect(p95(reads), 'p95 of reads').toBeLessThan(Math.max(long ? 500 : 1_000, 3 * idle));
      expect(p95(health), 'p95 of health checks').toBeLessThan(1_000);
    } finally {
      await front.close();
      await index.close();
    }
  });
