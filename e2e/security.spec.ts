// Malicious requests to the production build, before a scripted index that records its requests. Every byte of each answer is searched for the key, the
// cookie and the index's own headers; whatever reaches the index has to be a read of the endpoint table. Plain HTTP: no page is opened.
import { connect as connectSocket } from 'node:net';
import { expect } from '@playwright/test';
import { get, KEY, leaks, send, test, type Answer, type Target } from '@/e2e/attack-target';
import { ATTACKS, sampleOf, type Attack } from '@/e2e/attacks';
import { openConsole } from '@/e2e/stack/stack';
import { namingAt } from '@/lib/relay/testing/connection-for';
import { matchEndpoint } from '@/lib/contract/endpoint-url';

function faultsOf(target: Target, attack: Attack, answer: Answer): string[] {
  const { status, headers } = answer;
  const problems = leaks(target, answer);
  if (status >= 500) problems.push(`status ${status}`);
  // Next removes double slashes from a path by redirecting to itself; the new path is a new request.
  const location = String(headers.location ?? '');
  const tidied = status === 308 && /^\/(?![/\\])/.test(location);
  if (attack.must === 'refused' && status < 400 && !tidied) problems.push(`status ${status}`);
  if (location !== '' && !/^\/(?![/\\])/.test(location)) problems.push(`a redirect to ${location}`);
  if (headers['set-cookie'] !== undefined && attack.must === 'refused') problems.push('a cookie');
  if (headers['x-evil'] !== undefined) problems.push('an injected header');
  if (status !== 431 && status !== 400 && !tidied && headers['x-content-type-options'] !== 'nosniff')
    problems.push('no nosniff');
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
  if (isPage && /<script>alert|href="(https?:)?\/\/evil|href="javascript/i.test(answer.bytes))
    problems.push('markup of the attacker');
  return problems.map((problem) => `${attack.name}: ${problem}`);
}

/** Next's router has a hash of its headers in the address: without it Next redirects to the address that has it. */
async function sendAll(target: Target, attack: Attack): Promise<Answer[]> {
  const answer = await send(target, attack);
  const path = String(answer.headers.location ?? '');
  if (!path.startsWith(`${attack.path}?_rsc=`)) return [answer];
  return [answer, await send(target, { ...attack, path })];
}

/** Sends the attacks one after the other. */
async function attackAll(target: Target, attacks: readonly Attack[]): Promise<void> {
  const before = target.index.requests.length;
  const problems: string[] = [];
  for (const attack of attacks) {
    const answer = await sendAll(target, attack).catch((error: Error) => error);
    if (answer instanceof Error) problems.push(`${attack.name}: ${answer.message}`);
    else problems.push(...answer.flatMap((each) => faultsOf(target, attack, each)));
  }
  for (const { method, url, headers } of target.index.requests.slice(before)) {
    const path = url.split('?')[0] ?? '';
    if (path !== '/' && matchEndpoint(method, path) === undefined)
      problems.push(`the index was asked ${url}`);
    if (headers.cookie !== undefined || headers.origin !== undefined)
      problems.push(`the index was sent ${url} with a cookie`);
    if (/canary|^https?:|[\r\n]/.test(url)) problems.push(`the index was asked ${url}`);
  }
  expect(problems).toEqual([]);
  // The console still answers after all that.
  expect((await get(target, '/api/index/leaders')).status).toBe(200);
}

test('malicious requests of every class are refused or harmless, and reveal nothing', async ({ target }) => {
  const sample = sampleOf(ATTACKS, 6);
  expect(sample.length).toBeGreaterThan(60);
  await attackAll(target, sample);
});

for (const [name, attacks] of Object.entries(ATTACKS))
  test(`${name}: ${attacks.length} attacks`, { tag: '@full' }, async ({ target }) => {
    expect(attacks.length).toBeGreaterThan(3);
    await attackAll(target, attacks);
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
test('what is no HTTP request is dropped, and reveals nothing', { tag: '@full' }, async ({ target }) => {
  const { port } = new URL(target.url);
  const answers = RAW.map(
    (text) =>
      new Promise<[text: string, received: string]>((resolve) => {
        const socket = connectSocket(Number(port), '127.0.0.1', () =>
          socket.write(Buffer.from(text, 'latin1')),
        );
        let received = '';
        const done = () => {
          socket.destroy();
          resolve([text, received]);
        };
        socket.on('data', (chunk) => (received += chunk.toString('latin1')));
        socket.on('close', done);
        socket.on('error', done);
        socket.setTimeout(2_000, done);
      }),
  );
  for (const [text, received] of await Promise.all(answers)) {
    expect(leaks(target, { status: 0, headers: {}, bytes: received }), text).toEqual([]);
    expect(received, text).not.toMatch(/^HTTP\/1\.1 5|x-evil: 1|location: https?:\/\/evil/im);
  }
});

/** What every answer has. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

test('documents have a strict policy with a nonce of their own and are never cached; other answers may load nothing', async ({
  target,
}) => {
  const nonces = new Set<string>();
  for (const path of ['/connect', '/connect', '/overview', '/leaders', '/leaders', '/nothing']) {
    const { headers, bytes } = await get(target, path);
    expect(headers, path).toMatchObject(HEADERS);
    expect(String(headers['cache-control']), path).toMatch(/no-store/);
    const policy = String(headers['content-security-policy']);
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
    const nonce = /'nonce-([0-9a-f]{32})'/.exec(policy)?.[1] ?? 'none';
    expect(nonces.has(nonce), path).toBe(false);
    nonces.add(nonce);
    for (const [tag] of bytes.matchAll(/<script\b[^>]*>/g)) {
      expect(tag.match(/\bnonce="[^"]*"/g), path).toEqual([`nonce="${nonce}"`]);
      expect(/src="([^"]*)"/.exec(tag)?.[1] ?? '/_next/static/', path).toMatch(/^\/_next\/static\//);
    }
  }
  const answer = await get(target, '/api/index/leaders');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(answer.headers['cache-control']).toBe('no-store');
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec((await get(target, '/connect')).bytes)?.[1] ?? '';
  const code = await get(target, script);
  expect(code.status).toBe(200);
  expect(code.bytes).not.toContain('sourceMappingURL');
  expect((await get(target, `${script}.map`)).status).toBe(404);
});

test('every 404 has the security headers', { tag: '@full' }, async ({ target }) => {
  for (const path of [
    '/nothing/at/all',
    '/api',
    '/api/nothing',
    '/api/index/nothing',
    '/api/session/nothing/at/all',
    '/api/events/nothing',
    '/_next/static/nothing.js',
    '/_next/nothing',
    '/nothing.txt',
    '/.well-known/nothing',
  ]) {
    const { status, headers } = await get(target, path);
    expect([path, status]).toEqual([path, 404]);
    expect(headers, path).toMatchObject(HEADERS);
    expect(String(headers['content-security-policy']), path).toMatch(/default-src '(none|self)'/);
  }
});

test('only a trusted proxy gets secure cookies and HSTS', { tag: '@full' }, async ({ target }) => {
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
  const page = (url: string) => get({ url, cookie: '' }, '/connect', tls);
  try {
    expect(String((await connect(front.url)).headers['set-cookie'])).toMatch(
      /^__Host-dagscope-[\w-]{8}-key-[\w-]{22}=[^;]+; Path=\/; (?=.*Secure)(?=.*HttpOnly)(?=.*SameSite=lax)/i,
    );
    expect((await page(front.url)).headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
    expect(String((await connect(target.url)).headers['set-cookie'])).not.toMatch(/__Host|Secure/i);
    expect((await page(target.url)).headers['strict-transport-security']).toBeUndefined();
  } finally {
    await front.close();
  }
});

test('an address is rate limited, whatever it claims to be', { tag: '@full' }, async ({ target }) => {
  const front = await openConsole(target.index.url, {
    SIGN_INS_PER_ADDRESS: '3',
    READS_PER_SESSION: '5',
    SESSION_SECRET: `${'n'.repeat(48)},${'s'.repeat(48)}`,
  });
  try {
    // As if that console had connected this browser, before its secret was rotated.
    const { scope } = namingAt(front.url, target.index.url);
    const at = { url: front.url, cookie: target.cookie.replace(/^dagscope-[\w-]{8}-/, `dagscope-${scope}-`) };
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
    for (let count = 0; count < 7; count += 1) reads.push((await get(at, '/api/index/leaders')).status);
    expect(reads).toEqual([200, 200, 200, 200, 200, 429, 429]);
  } finally {
    await front.close();
  }
});
