// Starts serve-double.ts as a process and waits for its address.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { EXIT_WITH_PARENT } from './processes.mjs';

const FILE = 'lib/index-service/sources/chain/testing/serve-double.ts';

export async function startDouble(...settings: (string | number)[]) {
  const args = ['--import', EXIT_WITH_PARENT, '--import', 'tsx', FILE, ...settings.map(String)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout }))
    return { url: new URL(line), pid: child.pid ?? 0, close: () => child.kill() };
  throw new Error('the double did not start');
}
