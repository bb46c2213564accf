// Starts the index service, or a program of this folder, as a process; and an HTTP client of a running index.
// A test file that starts processes calls killProcesses in afterAll.
import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { scopes as allScopes } from '@/lib/contract/scopes';
import { parseJson } from '@/lib/json/exact';

const ROOT = resolve(import.meta.dirname, '../../..');
const running = new Set<ChildProcess>();

/** Kills every process that was started and still runs: for `afterAll`. */
export function killProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Runs Node with `args`; `env` is the whole environment of the process. */
function startNode(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: env as unknown as NodeJS.ProcessEnv,
  });
  running.add(child);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const ended = new Promise<number | null>((done) =>
    child.once('close', (code) => {
      running.delete(child);
      done(code);
    }),
  );
  return {
    child,
    /** Resolves with its exit code. */
    ended,
    output: () => output,
    errors: () => errors,
    /** Waits until its output matches. */
    printed: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((found, failed) => {
        const search = () => {
          const match = pattern.exec(output);
          if (match !== null) found(match);
        };
        child.stdout.on('data', search);
        search();
        void ended.then((code) =>
          failed(new Error(`ended with ${code} before it printed ${pattern}:\n${errors}`)),
        );
      }),
    async stop(signal: NodeJS.Signals) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a program that is written in TypeScript, without an environment. */
export const startProgram = (file: string, args: readonly string[]) =>
  startNode(['--import', 'tsx', file, ...args], {});

/** High limits, for tests that read every row. */
export const UNLIMITED = { REQUESTS_PER_MINUTE: '1000000', CLAIMS_PER_HOUR: '1000' };

/** Starts `npm run index -- ARGS` on a free port. */
export function startIndex(dataDir: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const started = startNode(['scripts/index-service.mjs', ...args], {
    DATA_DIR: dataDir,
    INDEX_PORT: '0',
    ...env,
  });
  return Object.assign(started, {
    url: async () => (await started.printed(/index service on (http:\S+)/))[1] ?? '',
    ready: () => started.printed(/^ready: /m),
  });
}

export async function claimKey(
  url: string,
  {
    email = `${Math.random()}@example.org`,
    scopes = allScopes,
  }: { email?: string; scopes?: readonly string[] } = {},
): Promise<string> {
  const response = await fetch(`${url}/onboarding/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, scopes }),
  });
  if (response.status !== 201) throw new Error(`the index refused to create a key: ${response.status}`);
  return ((await response.json()) as { key: string }).key;
}

/** The JSON of `path`; undefined for a 404. */
export async function readJson(url: string, key: string, path: string): Promise<unknown> {
  const response = await fetch(url + path, { headers: { 'x-api-key': key } });
  if (response.status === 404) return undefined;
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
  return parseJson(await response.text());
}
