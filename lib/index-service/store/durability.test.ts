// kill -9 while the index appends, writes usage counts and rebuilds: nothing acknowledged is lost, nothing is doubled, log, rows and counters agree.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { count } from '@/scripts/test-size';
import { openStore } from './open-store';

const directory = mkdtempSync(join(tmpdir(), 'dagscope-kill-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** What the killed process writes at once (append-until-killed.ts). */
const AT_ONCE = 20;
const KILLS = count(2, 50);

interface Found {
  entries: number;
  tip: number;
  dags: number;
  counted: number;
  used: number;
}
interface Line {
  found?: Found;
  begun?: string;
  done?: number;
}

/**
 * Lets a process work until `pieces` are acknowledged and `delay` milliseconds of the next have passed, and kills it.
 * Returns what it found at its start, and the last acknowledgement.
 */
async function killed(work: string, pieces: number, delay: number): Promise<{ found: Found; done: number }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'lib/index-service/testing/append-until-killed.ts', directory, work],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  let found: Found | undefined;
  let done = 0;
  let acknowledged = 0;
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as Line;
    found ??= line.found;
    if (line.done !== undefined) {
      done = line.done;
      acknowledged += 1;
    }
    if (line.begun !== undefined && acknowledged === pieces)
      void sleep(delay).then(() => child.kill('SIGKILL'));
  }
  await ended;
  if (found === undefined) throw new Error('the process ended before it had opened the store');
  return { found, done };
}

function inStep({ entries, tip, dags, counted }: Found): void {
  expect({ entries, dags, counted }).toEqual({ entries: tip, dags: tip, counted: tip });
}

test(`killed ${KILLS} times at each kind of work, nothing acknowledged is lost and nothing is doubled`, async () => {
  let tip = 0;
  for (let n = 0; n < KILLS; n += 1) {
    const { found, done } = await killed('append', 2 + (n % 4), n % 9);
    inStep(found);
    // The append that was under way may have been written, whole.
    expect([tip, tip + AT_ONCE]).toContain(found.tip);
    tip = done;
  }
  let used = 0;
  for (let n = 0; n < KILLS; n += 1) {
    const { found, done } = await killed('flush', 2 + (n % 4), n % 5);
    if (n === 0) {
      inStep(found);
      expect([tip, tip + AT_ONCE]).toContain(found.tip);
      tip = found.tip;
    }
    expect([used, used + AT_ONCE]).toContain(found.used);
    used = found.used + done;
  }
  for (let n = 0; n < KILLS; n += 1) {
    const { found } = await killed('rebuild', n % 2, 4 + 13 * (n % 7));
    inStep(found);
    expect(found.tip).toBe(tip);
    if (n === 0) expect([used, used + AT_ONCE]).toContain(found.used);
  }
  const db = await openStore({ dataDir: directory });
  const [rows] = await db.query<{ dags: bigint }>('select count(*) as dags from dags');
  await db.close();
  expect(rows?.dags).toBe(BigInt(tip));
}, 1_200_000);

test('while a process has the store, another one is refused with its pid', async () => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'lib/index-service/testing/append-until-killed.ts', directory, 'append'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  for await (const _ of createInterface({ input: child.stdout })) {
    await expect(openStore({ dataDir: directory })).rejects.toThrow(`in use by process ${child.pid}`);
    break;
  }
  child.kill('SIGKILL');
  await ended;
}, 120_000);
