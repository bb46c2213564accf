// kill -9 while the index appends, writes usage counts and rebuilds: nothing acknowledged is lost, nothing is doubled, log, rows and counters agree.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { killProcesses, startProgram } from '@/lib/index-service/testing/index-process';
import { count } from '@/scripts/test-size';
import { openStore } from './open-store';

const directory = mkdtempSync(join(tmpdir(), 'dagscope-kill-'));
afterAll(() => {
  killProcesses();
  rmSync(directory, { recursive: true });
});

/** What the killed process writes at once (append-until-killed.ts). */
const AT_ONCE = 20;
const KILLS = count(2, 50);
const PROGRAM = 'lib/index-service/testing/append-until-killed.ts';

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
async function killed(
  dataDir: string,
  work: string,
  pieces: number,
  delay: number,
): Promise<{ found: Found; done: number }> {
  const { child, ended } = startProgram(PROGRAM, [dataDir, work]);
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

test(
  'a second process is refused with the pid of the first; after a kill -9 all acknowledged events are there',
  { timeout: 300_000 },
  async () => {
    const dataDir = join(directory, 'killed-once');
    const { child, ended, output, printed } = startProgram(PROGRAM, [dataDir, 'append']);
    await printed(/"begun"/);
    await expect(openStore({ dataDir })).rejects.toThrow(`in use by process ${child.pid}`);
    await printed(/"done":\d+[^]*"done":\d+/);
    child.kill('SIGKILL');
    await ended;
    const acknowledged = Number([...output().matchAll(/"done":(\d+)/g)].at(-1)?.[1]);
    const db = await openStore({ dataDir });
    const [found] = await db.query<{ entries: bigint; tip: bigint; dags: bigint }>(
      'select (select count(*) from log_entries) as entries, (select max(id) from log_entries) as tip, (select count(*) from dags) as dags',
    );
    await db.close();
    const tip = found?.tip ?? 0n;
    expect(found).toEqual({ entries: tip, tip, dags: tip });
    // The append in progress may have been written, as a whole.
    expect([acknowledged, acknowledged + AT_ONCE]).toContain(Number(tip));
  },
);

test(
  `killed ${KILLS} times at each kind of work: nothing acknowledged is lost or doubled`,
  { timeout: 1_200_000, tags: ['full'] },
  async () => {
    const dataDir = join(directory, 'killed-often');
    let tip = 0;
    for (let n = 0; n < KILLS; n += 1) {
      const { found, done } = await killed(dataDir, 'append', 2 + (n % 4), n % 9);
      inStep(found);
      // The append that was under way may have been written, whole.
      expect([tip, tip + AT_ONCE]).toContain(found.tip);
      tip = done;
    }
    let used = 0;
    for (let n = 0; n < KILLS; n += 1) {
      const { found, done } = await killed(dataDir, 'flush', 2 + (n % 4), n % 5);
      if (n === 0) {
        inStep(found);
        expect([tip, tip + AT_ONCE]).toContain(found.tip);
        tip = found.tip;
      }
      expect([used, used + AT_ONCE]).toContain(found.used);
      used = found.used + done;
    }
    for (let n = 0; n < KILLS; n += 1) {
      const { found } = await killed(dataDir, 'rebuild', n % 2, 4 + 13 * (n % 7));
      inStep(found);
      expect(found.tip).toBe(tip);
      if (n === 0) expect([used, used + AT_ONCE]).toContain(found.used);
    }
    const db = await openStore({ dataDir });
    const [rows] = await db.query<{ dags: bigint }>('select count(*) as dags from dags');
    await db.close();
    expect(rows?.dags).toBe(BigInt(tip));
  },
);
