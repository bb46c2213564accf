import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { openStore } from './open-store';

const directory = mkdtempSync(join(tmpdir(), 'dagscope-kill-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('a killed process loses nothing that was acknowledged, keeps log and rows in step, and its lock is taken over', async () => {
  for (const acknowledgements of [5, 12]) {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'lib/index-service/testing/append-until-killed.ts', directory],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const closed = new Promise((resolve) => child.once('close', resolve));
    let acknowledged = 0n;
    let count = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = BigInt(line);
      if ((count += 1) === 1)
        await expect(openStore({ dataDir: directory })).rejects.toThrow(`in use by process ${child.pid}`);
      if (count === acknowledgements) child.kill('SIGKILL');
    }
    await closed;
    const db = await openStore({ dataDir: directory });
    const [log] = await db.query<{ entries: bigint; tip: bigint }>(
      'select count(*) as entries, max(id) as tip from log_entries',
    );
    const [rows] = await db.query<{ dags: bigint }>('select count(*) as dags from dags');
    await db.close();
    expect(log?.tip).toBeGreaterThanOrEqual(acknowledged);
    expect(log?.entries).toBe(log?.tip);
    expect(rows?.dags).toBe(log?.entries);
  }
}, 120_000);
