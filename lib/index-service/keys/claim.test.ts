// The claim (spec 4.3, 5): what it takes, what it gives, who is refused.
import { addressGroup } from '@/lib/limits/address-group';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openMemoryService, type MemoryService } from '@/lib/index-service/testing/memory-service';

let index: MemoryService;

beforeAll(async () => {
  index = await openMemoryService();
});
afterAll(() => index.stop());

const CONSOLE_SECRET = 'shared with the console, 32 bytes';
const json = { 'content-type': 'application/json' };
const claim = (body: unknown, of: MemoryService = index, headers: Record<string, string> = json) =>
  of.call('/onboarding/keys', undefined, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const claimBody = (email: string, more: object = {}) => ({ email, scopes: ['tools:read'], ...more });

test('a key is issued once, with its limits and its end, and works at once', async () => {
  const answer = await claim({
    email: 'Ada@Example.org ',
    scopes: ['tools:read', 'dags:read', 'tools:read'],
  });
  expect(answer.status).toBe(201);
  const { key, key_id, scopes, expires_at } = answer.body as Record<string, string>;
  expect(key).toMatch(new RegExp(`^${key_id}\\.[A-Za-z0-9_-]{43}$`));
  expect(scopes).toEqual([
    { scope: 'tools:read', requests_per_minute: 600 },
    { scope: 'dags:read', requests_per_minute: 600 },
  ]);
  expect(Date.parse(expires_at ?? '')).toBe(index.clock.now() + 30 * 24 * 3_600_000);
  expect((await index.call('/tokens/usage', key)).status).toBe(200);
});

test('the store keeps no secret', async () => {
  const key = await index.claim(['tools:read']);
  const rows = await index.db.query('select * from api_keys');
  expect(
    JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(key.split('.')[1]);
});

test.each([
  ['not JSON', '{'],
  ['nothing', ''],
  ['deeper than anyone writes', '['.repeat(15_000)],
  ['no email', { scopes: ['tools:read'] }],
  ['no address', claimBody('ada')],
  ['no scope', { email: 'a@example.org', scopes: [] }],
  ['a writing scope', { email: 'a@example.org', scopes: ['tools:write'] }],
  ['a scope with limits', { email: 'a@example.org', scopes: [{ scope: 'tools:read' }] }],
  ['a handle of blanks', claimBody('a@example.org', { handle: 'no way' })],
])('%s is a 400', async (_, body) => {
  expect(await claim(body)).toMatchObject({ status: 400, body: { error_code: 'INVALID_REQUEST' } });
});

test('a body beyond 16 KB is 413', async () => {
  expect((await claim(claimBody(`${'a'.repeat(17_000)}@example.org`))).status).toBe(413);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
  'a claim sent as %j is 415: another site could send it',
  async (type) => {
    const answer = await claim(claimBody('other-site@example.org'), index, { 'content-type': type });
    expect(answer).toMatchObject({ status: 415, body: { error_code: 'UNSUPPORTED_MEDIA_TYPE' } });
  },
);

test('one live key a contact: the same email or the same handle is a 409, however it is written', async () => {
  expect((await claim(claimBody('bob@example.org', { handle: '@Bob' }))).status).toBe(201);
  expect(await claim(claimBody('BOB@example.org'))).toMatchObject({
    status: 409,
    body: { error_code: 'ALREADY_ISSUED' },
  });
  expect((await claim(claimBody('other@example.org', { handle: 'bob' }))).status).toBe(409);
  // The refused claim has taken nothing: its email is still free.
  expect((await claim(claimBody('other@example.org', { handle: 'other' }))).status).toBe(201);
});

test('of two claims at the same moment one gets the key', async () => {
  const both = await Promise.all([claim(claimBody('eve@example.org')), claim(claimBody('eve@example.org'))]);
  expect(both.map((answer) => answer.status).sort()).toEqual([201, 409]);
});

test('a revoked key is dead, and its contact is free', async () => {
  const { key } = (await claim(claimBody('carol@example.org', { handle: 'carol' }))).body as { key: string };
  expect(await index.call('/tokens', key, { method: 'DELETE' })).toMatchObject({ status: 204, body: null });
  expect((await index.call('/tokens/usage', key)).status).toBe(401);
  expect((await claim(claimBody('carol@example.org', { handle: 'carol' }))).status).toBe(201);
});

test('a key expires after 30 days, and its contact can claim again', async () => {
  const { key } = (await claim(claimBody('dan@example.org'))).body as { key: string };
  index.clock.pass(30 * 24 * 3_600_000 - 1);
  expect((await index.call('/tokens/usage', key)).status).toBe(200);
  expect((await claim(claimBody('dan@example.org'))).status).toBe(409);
  index.clock.pass(1);
  expect((await index.call('/tokens/usage', key)).status).toBe(401);
  expect((await claim(claimBody('dan@example.org'))).status).toBe(201);
});

describe('how often', () => {
  beforeEach(() => index.db.query('delete from claim_attempts'));

  test('five claims an hour from one address, counted over an hour that slides; a body that is no claim is free', async () => {
    const few = await openMemoryService({ limits: { claimsPerHour: 5 }, over: index });
    const go = (n: number) => claim(claimBody(`person-${n}@example.org`), few);
    for (let n = 0; n < 5; n += 1) {
      expect((await claim('{', few)).status).toBe(400);
      expect((await go(n)).status).toBe(201);
      few.clock.pass(60_000);
    }
    const refused = await go(5);
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
    expect(refused.headers.get('retry-after')).toBe(String(55 * 60));
    const elsewhere = await few.fetch(
      '/onboarding/keys',
      { method: 'POST', headers: json, body: JSON.stringify(claimBody('person-6@example.org')) },
      '192.0.2.2',
    );
    expect(elsewhere.status).toBe(201);
    few.clock.pass(55 * 60_000);
    expect((await go(7)).status).toBe(201);
    expect((await go(8)).status).toBe(429);
    await few.stop();
  });

  test('the console passes the address of each visitor; without its secret the connection counts', async () => {
    const few = await openMemoryService({
      limits: { claimsPerHour: 1 },
      over: index,
      consoleSecret: CONSOLE_SECRET,
    });
    let people = 0;
    const from = async (address: string, secret: string) => {
      const headers = { ...json, 'x-dagscope-client': address, 'x-dagscope-secret': secret };
      return (await claim(claimBody(`visitor-${(people += 1)}@example.org`), few, headers)).status;
    };
    expect(await from('198.51.100.1', CONSOLE_SECRET)).toBe(201);
    expect(await from('198.51.100.2', CONSOLE_SECRET)).toBe(201);
    expect(await from('198.51.100.1', CONSOLE_SECRET)).toBe(429);
    expect(await from('198.51.100.3', `${CONSOLE_SECRET}!`)).toBe(201);
    expect(await from('198.51.100.4', 'guessed')).toBe(429);
    expect(await from('not an address', CONSOLE_SECRET)).toBe(429);
    // As the console sends them (lib/relay/server/client-address.ts).
    for (const address of ['2001:db8:1:2::1', '2001:DB8:1:3::1', 'fe80::1%eth0', '::ffff:198.51.100.9'])
      expect([await from(addressGroup(address), CONSOLE_SECRET), address]).toEqual([201, address]);
    expect(await from(addressGroup('2001:db8:1:2:ffff::9'), CONSOLE_SECRET)).toBe(429);
    expect(await from('198.51.100.9', CONSOLE_SECRET)).toBe(429);
    await few.stop();
  });

  test('addresses of one IPv6 /64 share the limit', async () => {
    const few = await openMemoryService({ limits: { claimsPerHour: 1 }, over: index });
    const from = async (address: string, email: string) => {
      const sent = { method: 'POST', headers: json, body: JSON.stringify(claimBody(email)) };
      return (await few.fetch('/onboarding/keys', sent, address)).status;
    };
    expect(await from('2001:db8:1:2::1', 'v6-1@example.org')).toBe(201);
    expect(await from('2001:db8:1:2:aaaa::9', 'v6-2@example.org')).toBe(429);
    expect(await from('2001:db8:1:3::1', 'v6-3@example.org')).toBe(201);
    await few.stop();
  });

  test('the limit is exact for a hundred claims at once', async () => {
    const few = await openMemoryService({ limits: { claimsPerHour: 5 }, over: index });
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, n) => claim(claimBody(`at-once-${n}@example.org`), few)),
    );
    expect(all.filter((answer) => answer.status === 201)).toHaveLength(5);
    expect(all.filter((answer) => answer.status === 429)).toHaveLength(95);
    await few.stop();
  });

  test('it fails closed: no address, or a store that cannot count', async () => {
    const few = await openMemoryService({ over: index });
    const nowhere = await few.service.fetch(
      new Request('http://index.test/onboarding/keys', {
        method: 'POST',
        headers: json,
        body: JSON.stringify(claimBody('a@example.org')),
      }),
    );
    expect(nowhere.status).toBe(429);
    await few.db.query('alter table claim_attempts rename to claim_attempts_aside');
    const refused = await claim(claimBody('a@example.org'), few);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    await few.db.query('alter table claim_attempts_aside rename to claim_attempts');
    await few.stop();
  });
});
