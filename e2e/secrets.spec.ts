// The key is nowhere but in the sealed cookie: not in a page, a script, an answer, a header, an address, the console or a log.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unsealData } from 'iron-session';
import { expect, test } from '@/e2e/stack/fixtures';
import { openStack } from '@/e2e/stack/stack';
import { connectWithKey, PAGES } from '@/e2e/visitor';

test('what the server sends and writes does not hold the key', { tag: '@full' }, async ({ page, stack }) => {
  const key = await stack.claimKey();
  const secret = key.split('.')[1] ?? '';
  expect(secret.length).toBeGreaterThan(16);

  const found: string[] = [];
  const bodies: Promise<void>[] = [];
  const look = (where: string, text: string) => {
    if (text.includes(secret)) found.push(where);
  };
  page.on('console', (message) => look('the console', message.text()));
  page.on('response', (response) => {
    look(`the address ${response.url().slice(0, 60)}`, response.url());
    bodies.push(
      (async () => {
        look(`headers of ${response.url()}`, JSON.stringify(await response.allHeaders()));
        if (response.headers()['content-type']?.startsWith('text/event-stream') !== true)
          look(`body of ${response.url()}`, await response.text());
      })().catch(() => undefined),
    );
  });

  await connectWithKey(page, stack.consoleUrl, key);
  for (const path of PAGES) {
    await page.goto(stack.consoleUrl + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    look(`the page ${path}`, await page.content());
  }
  look('local storage', await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })));
  await Promise.all(bodies);
  expect(bodies.length).toBeGreaterThan(PAGES.length);

  const cookies = await page.context().cookies(stack.consoleUrl);
  for (const cookie of cookies) look(`the cookie ${cookie.name}`, decodeURIComponent(cookie.value));
  const session = cookies.find((cookie) => cookie.httpOnly);
  expect(session?.sameSite).toBe('Lax');

  const logs = join(stack.dataDir, 'logs');
  for (const file of await readdir(logs)) look(`the log ${file}`, await readFile(join(logs, file), 'utf8'));
  expect(found).toEqual([]);
});

test('a claimed key stays secret through errors and a crash, at level debug', { tag: '@full' }, async () => {
  const stack = await openStack({ env: { LOG_LEVEL: 'debug' } });
  try {
    const seen: [where: string, text: string][] = [];
    const cookies = new Map<string, string>();
    const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const ask = async (path: string, body?: unknown) => {
      const response = await fetch(stack.consoleUrl + path, {
        headers: {
          cookie: cookieHeader(),
          ...(body === undefined ? {} : { origin: stack.consoleUrl, 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        redirect: 'manual',
      });
      // The seal belongs into this one header; the rest of the answer is searched for it too.
      const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
      const text = await response.text();
      seen.push([path, JSON.stringify(headers) + text]);
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return { status: response.status, text };
    };
    const email = 'canary@example.org';
    expect((await ask('/api/session/claim', { email, scopes: ['dags:read', 'events:read'] })).status).toBe(
      201,
    );
    const password = 's'.repeat(48);
    const opened = async () => {
      const cookieValue = (name: string) =>
        [...cookies].find(([full]) => full.endsWith(`-${name}`))?.[1] ?? '';
      return unsealData<{ id: string; key: string }>(cookieValue(`key-${cookieValue('active')}`), {
        password,
      });
    };
    const { id: connection, key } = await opened();
    const secret = key.split('.')[1] ?? '';
    expect(secret.length).toBeGreaterThan(16);
    const seals = [...cookies.values()];

    const passphrase = 'a canary in a cage';
    const statuses = [
      await ask('/api/session'),
      await ask('/overview'),
      await ask('/key'),
      await ask('/connect?ended=1'),
      await ask('/api/index/dags'),
      await ask('/api/index/leaders'),
      await ask('/api/index/dags/0x0'),
      await ask('/api/index/dags?finalized=perhaps'),
      await ask('/api/index/tokens/usage'),
      await ask('/api/session/requests'),
      await ask('/api/session/claim', { email, scopes: ['dags:read'] }),
      await ask('/api/session', { key }),
      await ask('/api/session', { key: `${key}x` }),
      await ask('/api/session/reveal', { connection }),
      await ask('/api/session/revoke', { connection, confirm: 'no' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 403, 404, 400, 200, 200, 409, 200, 401, 401, 401]);
    seals.push(...cookies.values());
    const now = (await opened()).id;
    const file = await ask('/api/session/recovery', { connection: now, passphrase });
    expect(file.status).toBe(200);
    expect((await ask('/api/session/restore', { file: JSON.parse(file.text), passphrase })).status).toBe(200);
    seals.push(...cookies.values());

    const browser = new AbortController();
    const stream = await fetch(`${stack.consoleUrl}/api/events/stream`, {
      headers: { cookie: cookieHeader() },
      signal: browser.signal,
    });
    const first = await stream.body?.getReader().read();
    seen.push(['the stream', Buffer.from(first?.value ?? new Uint8Array()).toString('utf8')]);
    await stack.killIndex();
    expect((await ask('/api/index/dags')).status).toBe(502);
    expect((await ask('/api/session')).status).toBe(200);
    await ask('/dags');
    await ask('/api/session', { key });
    browser.abort();
    // A connection that was ended stays ended after a crash.
    const ended = cookieHeader();
    const { id: last } = await opened();
    expect((await ask('/api/session/disconnect', { connection: last })).status).toBe(200);
    await stack.killConsole();
    await stack.startConsole();
    const refused = await fetch(`${stack.consoleUrl}/api/index/dags`, { headers: { cookie: ended } });
    expect(refused.status).toBe(401);

    const logs = join(stack.dataDir, 'logs');
    for (const name of await readdir(logs)) seen.push([name, await readFile(join(logs, name), 'utf8')]);
    expect(seen.find(([name]) => name === 'console.log')?.[1]).toContain('index request');
    const contents = seals.filter((seal) => seal.startsWith('Fe26')).map((seal) => seal.slice(0, 60));
    const found = seen.filter(([, text]) =>
      [secret, passphrase, ...contents].some((word) => text.includes(word)),
    );
    expect(found.map(([where]) => where)).toEqual([]);
  } finally {
    await stack.close();
  }
});
