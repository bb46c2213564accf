// Malicious requests against the production build, before an index that is played and writes down what it is asked. Whatever comes back is searched, every byte
// of it, for the key, the cookie and the index's own headers; whatever reaches the index has to be a read of the endpoint table. Plain HTTP: no page is opened.
import { connect as connectSocket } from 'node:net';
import { expect } from '@playwright/test';
import { KEY, leaks, send, test, type Answer, type Target } from '@/e2e/attack-target';
import { ATTACKS, someOf, type Attack } from '@/e2e/attacks';
import { openConsole } from '@/e2e/stack/stack';
import { matchEndpoint } from '@/lib/contract/endpoint-url';
import { isLong } from '@/scripts/test-size';

function faultsOf(target: Target, attack: Attack, answer: Answer): string[] {
  const { status, headers } = answer;
  const faults = leaks(target, answer);
  if (status >= 500) faults.push(`status ${status}`);
  // Next removes double slashes from a path by redirecting to itself; the new path is a new request.
  const location = String(headers.location ?? '');
  const tidied = status === 308 && /^\/(?![/\\])/.test(location);
  if (attack.must === 'refused' && status < 400 && !tidied) faults.push(`status ${status}`);
  if (location !== '' && !/^\/(?![/\\])/.test(location)) faults.push(`a redirect to ${location}`);
  if (headers['set-cookie'] !== undefined && attack.must === 'refused') faults.push('a cookie');
  if (headers['x-evil'] !== undefined) faults.push('an injected header');
  if (status !== 431 && status !== 400 && !tidied && headers['x-content-type-options'] !== 'nosniff')
    faults.push('no nosniff');
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
  if (isPage && /<script>alert|href="(https?:)?\/\/evil|href="javascript/i.test(answer.bytes))
    faults.push('markup of the attacker');
  return faults.map((fault) => `${attack.name}: ${fault}`);
}

const chosen = isLong ? ATTACKS : someOf(100);

test('there are three hundred attacks and more, a hundred of them in the short form', () => {
  const count = (classes: Readonly<Record<string, readonly Attack[]>>) =>
    Object.values(classes).reduce((sum, { length }) => sum + length, 0);
  expect(count(ATTACKS)).toBeGreaterThanOrEqual(300);
  expect(count(someOf(100))).toBeGreaterThanOrEqual(100);
  expect(Object.values(someOf(100)).every(({ length }) => length > 0)).toBe(true);
});

for (const [name, attacks] of Object.entries(chosen))
  test(`${name}: ${attacks.length} attacks`, async ({ target }) => {
    test.setTimeout(180_000);
    const before = target.index.asked.length;
    const faults: string[] = [];
    for (const attack of attacks) {
      const answer = await send(target, attack).catch((error: Error) => error);
      if (answer instanceof Error) faults.push(`${attack.name}: ${answer.message}`);
      else faults.push(...faultsOf(target, attack, answer));
    }
    for (const { method, url, headers } of target.index.asked.slice(before)) {
      const path = url.split('?')[0] ?? '';
      if (path !== '/' && matchEndpoint(method, path) === undefined)
        faults.push(`the index was asked ${url}`);
      if (headers.cookie !== undefined || headers.origin !== undefined)
        faults.push(`the index was sent ${url} with a cookie`);
      if (/canary|^https?:|[\r\n]/.test(url)) faults.push(`the index was asked ${url}`);
    }
    expect(faults).toEqual([]);
    // It stands after all that.
    expect(
      (await send(target, { name: '', method: 'GET', path: '/api/index/leaders', must: 'harmless' })).status,
    ).toBe(200);
  });

const RAW = [
  'GET /api/index/leaders HTTP/1.1\r\nHost: x\nX-Evil: 1\r\n\r\n',
  'GET /api/index/leaders HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /key HTTP/1.1\r\n\r\n',
  'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  'GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /api/index/leaders\r\nX: 1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
];
test('requests that are none are let go without a word of ours', async ({ target }) => {
  const { port } = new URL(target.url);
  for (const text of RAW) {
    const said = await new Promise<string>((resolve) => {
      const socket = connectSocket(Number(port), '127.0.0.1', () =>
        socket.write(Buffer.from(text, 'latin1')),
      );
      let got = '';
      const done = () => {
        socket.destroy();
        resolve(got);
      };
      socket.on('data', (chunk) => (got += chunk.toString('latin1')));
      socket.on('close', done);
      socket.on('error', done);
      socket.setTimeout(1_000, done);
    });
    expect(leaks(target, { status: 0, headers: {}, bytes: said }), text).toEqual([]);
    expect(said, text).not.toMatch(/^HTTP\/1\.1 5|x-evil: 1|location: https?:\/\/evil/im);
  }
});

test('a document has a strict policy with a nonce of its own; what is no document may load nothing', async ({
  target,
}) => {
  const page = (path: string) => send(target, { name: '', method: 'GET', path, must: 'harmless' });
  const [one, two] = [await page('/connect'), await page('/connect')];
  const policy = String(one.headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self' 'nonce-[0-9a-f]{32}' 'strict-dynamic';/);
  for (const rule of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])
    expect(policy).toContain(rule);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|style-src [^;]*unsafe-inline/);
  expect(policy).not.toBe(two.headers['content-security-policy']);
  const nonce = /nonce-([0-9a-f]+)/.exec(policy)?.[1] ?? '';
  for (const [tag] of one.bytes.matchAll(/<script\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
  expect(one.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  const answer = await page('/api/index/leaders');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(answer.headers['cache-control']).toBe('no-store');
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(one.bytes)?.[1] ?? '';
  const code = await page(script);
  expect(code.status).toBe(200);
  expect(code.bytes).not.toContain('sourceMappingURL');
  expect((await page(`${script}.map`)).status).toBe(404);
});

test('a trusted proxy that ends TLS gets secure cookies and HSTS, anyone else does not', async ({
  target,
}) => {
  const front = await openConsole(target.index.url, { TRUSTED_PROXIES: '127.0.0.1' });
  const tls = { 'x-forwarded-proto': 'https' };
  const connect = (url: string) =>
    send(
      { url, cookie: '' },
      {
        name: '',
        method: 'POST',
        path: '/api/session',
        headers: { ...tls, origin: url.replace('http:', 'https:') },
        body: JSON.stringify({ key: KEY }),
        must: 'harmless',
      },
    );
  const page = (url: string) =>
    send({ url, cookie: '' }, { name: '', method: 'GET', path: '/connect', headers: tls, must: 'harmless' });
  try {
    expect(String((await connect(front.url)).headers['set-cookie'])).toMatch(
      /^__Host-dagscope-key-[\w-]{22}=[^;]+; Path=\/; (?=.*Secure)(?=.*HttpOnly)(?=.*SameSite=lax)/i,
    );
    expect((await page(front.url)).headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
    expect(String((await connect(target.url)).headers['set-cookie'])).not.toMatch(/__Host|Secure/i);
    expect((await page(target.url)).headers['strict-transport-security']).toBeUndefined();
  } finally {
    await front.close();
  }
});

test('wrong settings are all told at once, without their values, and nothing starts', async ({ target }) => {
  const start = openConsole('http://index.example', {
    INDEX_API_KEY: KEY,
    SESSION_SECRET: 'canary-secret-short',
    LOG_LEVEL: 'loud',
    READS_PER_SESSION: 'canary-secret',
  });
  const said = await start.then(
    () => 'it started',
    (error: Error) => error.message,
  );
  for (const name of ['INDEX_URL', 'INDEX_API_KEY', 'SESSION_SECRET', 'LOG_LEVEL', 'READS_PER_SESSION'])
    expect(said).toContain(`${name}: `);
  expect(leaks(target, { status: 0, headers: {}, bytes: said.replaceAll(/^\s+at .*$/gm, '') })).toEqual([]);
});

test('a flood from one address is rate limited; a new secret keeps sessions signed in', async ({
  target,
}) => {
  const front = await openConsole(target.index.url, {
    SIGN_INS_PER_ADDRESS: '3',
    READS_PER_SESSION: '5',
    SESSION_SECRET: `${'n'.repeat(48)},${'s'.repeat(48)}`,
  });
  try {
    const at = { ...target, url: front.url };
    const guess: Attack = {
      name: '',
      method: 'POST',
      path: '/api/session',
      body: '{"key":"schlüssel"}',
      must: 'refused',
    };
    const guesses = [];
    for (let count = 0; count < 5; count += 1)
      guesses.push((await send(at, { ...guess, headers: { 'x-forwarded-for': `9.9.9.${count}` } })).status);
    expect(guesses).toEqual([400, 400, 400, 429, 429]);
    const reads = [];
    for (let count = 0; count < 7; count += 1)
      reads.push(
        (await send(at, { name: '', method: 'GET', path: '/api/index/leaders', must: 'harmless' })).status,
      );
    expect(reads).toEqual([200, 200, 200, 200, 200, 429, 429]);
  } finally {
    await front.close();
  }
});
