// Rotating both secrets as docs/operate.md has it: visitors stay connected, and claims are counted per visitor again.
import { scopes } from '@/lib/contract/scopes';
import { expect, test } from '@/e2e/stack/fixtures';

const OLD = 'old-'.repeat(12);
const NEW = 'new-'.repeat(12);

test.use({
  ownEnv: {
    SESSION_SECRET: OLD,
    INDEX_SECRET: OLD,
    CLAIMS_PER_HOUR: '1',
    TRUSTED_PROXIES: '127.0.0.1',
  },
});

test('secrets are rotated without ending a session', { tag: '@full' }, async ({ ownStack }) => {
  const origin = ownStack.consoleUrl;
  async function restart(SESSION_SECRET: string, INDEX_SECRET: string): Promise<void> {
    await ownStack.stopConsole();
    await ownStack.stopIndex();
    await ownStack.startIndex({ INDEX_SECRET });
    await ownStack.startConsole({ SESSION_SECRET, INDEX_SECRET });
  }
  let people = 0;
  async function claim(visitor: string) {
    const response = await fetch(`${origin}/api/session/claim`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': visitor },
      body: JSON.stringify({ email: `visitor-${(people += 1)}@example.org`, scopes }),
    });
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    return { status: response.status, cookie: cookies.join('; ') };
  }
  const read = async (cookie: string) =>
    (await fetch(`${origin}/api/index/dags?page_size=1`, { headers: { cookie } })).status;

  const before = await claim('192.0.2.1');
  expect([before.status, (await claim('192.0.2.1')).status]).toEqual([201, 429]);
  // IPv6 by /64, and IPv4 however the proxy writes it.
  const v6 = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', '[2001:db8:1:3::1]:4711', '::ffff:192.0.2.1'];
  const statuses = [];
  for (const visitor of v6) statuses.push((await claim(visitor)).status);
  expect(statuses).toEqual([201, 429, 201, 429]);

  // The new secret first: it seals from now on, and both open.
  await restart(`${NEW},${OLD}`, NEW);
  expect(await read(before.cookie)).toBe(200);
  const during = await claim('192.0.2.2');
  // Counted for each visitor: the index believes the console's new secret.
  expect([during.status, (await claim('192.0.2.2')).status]).toEqual([201, 429]);
  expect((await claim('192.0.2.3')).status).toBe(201);

  // Without the old secret, what it sealed no longer opens; what the new one sealed does.
  await restart(NEW, NEW);
  expect(await read(during.cookie)).toBe(200);
  expect(await read(before.cookie)).toBe(401);
});
