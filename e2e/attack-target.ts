// What the attack tests attack: the production build before a scripted index, with a session of a key that holds a canary. Requests are sent exactly as they
// are written, and answers searched for what they must not reveal. What is sent: attacks.ts and hostile-answers.ts.
import { request as httpRequest } from 'node:http';
import { test as base } from '@playwright/test';
import { SCOPE, type Attack } from '@/e2e/attacks';
import { openConsole } from '@/e2e/stack/stack';
import { startScriptedIndex, type ScriptedIndex } from '@/e2e/scripted-index';

export const KEY = 'k_1.canary-secret-of-the-attacks';
/** What must not pass the console. */
const INDEX_HEADERS = {
  server: 'played-index-server',
  'x-internal': 'played-index-internal',
  'set-cookie': 'played=index-cookie',
};

export interface Target {
  index: ScriptedIndex;
  url: string;
  cookie: string;
}
export interface Answer {
  status: number;
  /** Headers and body, as they came. */
  bytes: string;
  headers: Record<string, string | string[] | undefined>;
}

export function send({ url, cookie }: Pick<Target, 'url' | 'cookie'>, attack: Attack): Promise<Answer> {
  const { hostname, port, host } = new URL(url);
  const scope = /^dagscope-([\w-]{8})-/.exec(cookie)?.[1] ?? '';
  const forged = attack.headers?.['cookie']?.replaceAll(SCOPE, scope);
  const post = attack.method === 'POST' ? { origin: url, 'content-type': 'application/json' } : {};
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        method: attack.method,
        path: attack.path.replaceAll(/[^\u0021-\u007e]/g, (character) => encodeURIComponent(character)),
        headers: {
          host,
          cookie,
          ...post,
          ...attack.headers,
          ...(forged !== undefined && { cookie: forged }),
        },
        timeout: 20_000,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: `${response.rawHeaders.join('\n')}\n\n${Buffer.concat(chunks).toString('utf8')}`,
          }),
        );
      },
    );
    request.on('timeout', () => request.destroy(new Error('no answer within 20 s')));
    request.on('error', reject);
    request.end(attack.body);
  });
}

export const get = (
  target: Pick<Target, 'url' | 'cookie'>,
  path: string,
  headers: Record<string, string> = {},
) => send(target, { name: '', method: 'GET', path, headers, must: 'harmless' });

export const test = base.extend<object, { target: Target }>({
  target: [
    async ({}, use) => {
      const index = await startScriptedIndex({ rows: {}, headers: INDEX_HEADERS });
      const front = await openConsole(index.url, { LOG_LEVEL: 'debug' });
      const connected = await fetch(`${front.url}/api/session`, {
        method: 'POST',
        headers: { origin: front.url, 'content-type': 'application/json' },
        body: JSON.stringify({ key: KEY }),
      });
      const cookie = connected.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      if (!/^dagscope-[\w-]{8}-key-[\w-]{22}=Fe26/.test(cookie))
        throw new Error(`no session: ${connected.status}`);
      await use({ index, url: front.url, cookie });
      await front.close();
      await index.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** What an answer reveals; empty is good. */
export function leaks({ cookie }: Target, answer: Answer): string[] {
  const secrets: [string, string][] = [
    ['the key', 'canary-secret'],
    ['the content of the cookie', cookie.split('=')[1]?.slice(0, 40) ?? 'no cookie'],
    ['a header of the index', 'played-index'],
    ['a cookie of the index', 'played=index'],
    ['the name of the framework', 'x-powered-by'],
    ['a file of the server', 'node_modules'],
  ];
  const found = secrets.filter(([, text]) => answer.bytes.toLowerCase().includes(text.toLowerCase()));
  const trace = /\n\s+at .{0,200}:\d+:\d+/.test(answer.bytes) ? ['a stack trace'] : [];
  return [...found.map(([what]) => what), ...trace];
}
