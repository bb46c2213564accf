// The key is nowhere but in the sealed cookie: not in a page, a script, an answer, a header, an address, the console or a log.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@/e2e/stack/fixtures';
import { connectWithKey, PAGES } from '@/e2e/visitor';

test.use({ ownSimulate: '11:5' });

test('what the server sends and writes does not hold the key', async ({ page, ownStack }) => {
  test.setTimeout(180_000);
  const key = await ownStack.claimKey();
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

  await connectWithKey(page, ownStack.consoleUrl, key);
  for (const path of PAGES) {
    await page.goto(ownStack.consoleUrl + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    look(`the page ${path}`, await page.content());
  }
  look('local storage', await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })));
  await Promise.all(bodies);
  expect(bodies.length).toBeGreaterThan(PAGES.length);

  const cookies = await page.context().cookies(ownStack.consoleUrl);
  for (const cookie of cookies) look(`the cookie ${cookie.name}`, decodeURIComponent(cookie.value));
  const session = cookies.find((cookie) => cookie.httpOnly);
  expect(session?.sameSite).toBe('Lax');

  const logs = join(ownStack.dataDir, 'logs');
  for (const file of await readdir(logs)) look(`the log ${file}`, await readFile(join(logs, file), 'utf8'));
  expect(found).toEqual([]);
});

test('errors of each kind do not hold it either', async ({ page, ownStack, allowConsole }) => {
  allowConsole(/./);
  const key = await ownStack.claimKey();
  await connectWithKey(page, ownStack.consoleUrl, key);
  const secret = key.split('.')[1] ?? '';
  const ask = (path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
    page.request.fetch(ownStack.consoleUrl + path, { failOnStatusCode: false, maxRedirects: 0, ...options });
  const answers = [
    await ask('/api/index/leaders?status=retired'),
    await ask('/api/index/leaders/0x0'),
    await ask('/api/index/nothing'),
    await ask('/api/index/leaders', { method: 'POST' }),
    await ask('/api/events/stream?kinds=Nonsense'),
    await ask('/api/session', { method: 'POST', headers: { origin: 'https://elsewhere.example' } }),
  ];
  await ownStack.stopIndex();
  answers.push(await ask('/api/index/leaders'), await ask('/api/session'));
  expect(answers.map((answer) => answer.status())).toEqual([400, 404, 404, 405, 400, 403, 502, 200]);
  for (const answer of answers) {
    expect(await answer.text()).not.toContain(secret);
    expect(JSON.stringify(answer.headers())).not.toContain(secret);
  }
});
