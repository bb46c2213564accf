// With real processes: children always end, whichever process dies first, and a failed start is explained.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, startNode, ScriptError, tryPort, waitUntilReady } from './processes.mjs';
import { settingsOf } from './serve.mjs';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dagscope-processes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { PATH: process.env.PATH };
function script(name: string, text: string) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
async function until(condition: () => boolean) {
  while (!condition()) await sleep(50);
}

describe('startNode', () => {
  it('kills a process that ignores SIGTERM', async () => {
    const file = script(
      'stubborn.mjs',
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up');`,
    );
    const part = startNode({
      name: 'The part',
      args: [file],
      env,
      logFile: join(folder, 'a.log'),
      graceMs: 300,
    });
    await until(() => part.tail() === 'up');
    await part.stop();
    expect(await part.exited).toBe('ended by SIGKILL');
  });

  it('writes a log that no other user can read, whatever was there before', async () => {
    const part = (logFile: string) => startNode({ name: 'The part', args: ['--version'], env, logFile });
    const mode = (path: string) => statSync(path).mode & 0o777;
    const created = join(folder, 'logs', 'c.log');
    await part(created).exited;
    expect([mode(join(folder, 'logs')), mode(created)]).toEqual([0o700, 0o600]);
    const existing = script('d.log', '');
    chmodSync(existing, 0o644);
    await part(existing).exited;
    expect(mode(existing)).toBe(0o600);
  });

  it('leaves no process behind when its parent is killed', async () => {
    const pidFile = join(folder, 'pid');
    const part = script('part.mjs', `setInterval(() => {}, 1000);`);
    const starter = script(
      'starter.mjs',
      `import { startNode } from ${JSON.stringify(new URL('./processes.mjs', import.meta.url).href)};
       import { writeFileSync } from 'node:fs';
       const part = startNode({ name: 'The part', args: [${JSON.stringify(part)}], env: process.env });
       setTimeout(() => writeFileSync(${JSON.stringify(pidFile)}, String(part.pid)), 500);`,
    );
    const started = spawn(process.execPath, [starter], {
      env: env as unknown as NodeJS.ProcessEnv,
      stdio: 'ignore',
    });
    const pid = () => {
      try {
        return Number(readFileSync(pidFile, 'utf8'));
      } catch {
        return 0;
      }
    };
    await until(() => pid() > 0);
    expect(isAlive(pid())).toBe(true);
    started.kill('SIGKILL');
    await until(() => !isAlive(pid()));
  });
});

describe('waitUntilReady', () => {
  const server = (body: string) => `
    import { createServer } from 'node:http';
    let requests = 0;
    createServer((request, response) => { requests += 1; ${body} }).listen(Number(process.env.PORT), '127.0.0.1');`;

  it('reports each new message of a process that is not ready', async () => {
    const port = await freePort();
    const file = script(
      'seeding.mjs',
      server(`response.statusCode = requests < 4 ? 503 : 200;
        response.end(JSON.stringify({ ready: requests >= 4, message: requests < 3 ? 'first' : 'second' }));`),
    );
    const part = startNode({ name: 'The part', args: [file], env: { ...env, PORT: String(port) } });
    const messages: string[] = [];
    const url = `http://127.0.0.1:${port}/readyz`;
    await waitUntilReady({
      url,
      process: part,
      timeoutMs: 20_000,
      onProgress: (text) => messages.push(text),
    });
    expect(messages).toEqual(['first', 'second']);
    expect(await tryPort(port)).toBeNull();
    await part.stop();
    expect(await tryPort(port)).toBe(port);
  });

  it('includes the end of the log if the process ends first', async () => {
    const file = script('broken.mjs', `console.error('the folder is locked'); process.exit(3);`);
    const part = startNode({ name: 'The part', args: [file], env, logFile: join(folder, 'b.log') });
    const waiting = waitUntilReady({ url: 'http://127.0.0.1:9/', process: part, timeoutMs: 20_000 });
    await expect(waiting).rejects.toThrow(
      'The part ended with code 3 before it was ready.\nthe folder is locked',
    );
  });

  it('gives up after the timeout', async () => {
    const part = startNode({
      name: 'The part',
      args: [script('idle.mjs', `setInterval(() => {}, 1000);`)],
      env,
    });
    const waiting = waitUntilReady({ url: 'http://127.0.0.1:9/', process: part, timeoutMs: 200 });
    await expect(waiting).rejects.toBeInstanceOf(ScriptError);
    await part.kill();
  });
});

describe('settingsOf', () => {
  it('names the variable of a port in use', async () => {
    const port = await freePort();
    const file = script(
      'listen.mjs',
      `import { createServer } from 'node:net'; createServer().listen(${port}, '127.0.0.1');`,
    );
    const part = startNode({ name: 'The part', args: [file], env });
    while ((await tryPort(port)) !== null) await sleep(50);
    const other = String(await freePort());
    await expect(settingsOf({ PORT: String(port), INDEX_PORT: other }, true)).rejects.toThrow(
      `PORT: port ${port}`,
    );
    await expect(settingsOf({ PORT: other, INDEX_PORT: String(port) }, true)).rejects.toThrow(
      'INDEX_PORT: port',
    );
    await part.kill();
  });

  it.each([
    [{ PORT: 'x' }, "PORT: 'x' is not a port"],
    [{ PORT: '70000' }, "PORT: '70000' is not a port"],
    [{ PORT: '5198', INDEX_PORT: '5198' }, 'PORT and INDEX_PORT are both 5198'],
    [
      { PORT: '5198', INDEX_PORT: '5199', DATA_DIR: '/dev/null/data' },
      'DATA_DIR: cannot write to /dev/null/data',
    ],
  ])('refuses %j', async (settings, why) => {
    await expect(settingsOf(settings, true)).rejects.toThrow(why);
  });
});

describe('demo', () => {
  it.each([
    [['--follow', 'https://index.example', '--chain', 'testnet'], 'Give --follow or --chain, not both.'],
    [['--follow', 'https://index.example'], '--follow: set INDEX_API_KEY to a key of that index.'],
    [['--chain'], '--chain: give mainnet, testnet or the URL of a full node.'],
  ])('refuses %j before it installs or builds', async (args, why) => {
    const part = startNode({
      name: 'The demo',
      args: [join(import.meta.dirname, 'demo.mjs'), ...args],
      env,
      logFile: join(folder, 'demo.log'),
    });
    expect(await part.exited).toBe('ended with code 1');
    expect(part.tail(1)).toBe(why);
  });
});
