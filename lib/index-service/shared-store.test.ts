// Two services over one store: what a key uses, may use and loses is the same wherever its requests arrive.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMemoryIndex, type MemoryIndex } from './testing/memory-index';
import { openMemoryService, type MemoryService } from './testing/memory-service';

const PER_MINUTE = 6;
let index: MemoryIndex;
let first: MemoryService;
let other: MemoryService;

beforeAll(async () => {
  index = await openMemoryIndex();
  const options = {
    over: index,
    isShared: true,
    limits: { requestsPerMinute: PER_MINUTE, claimsPerHour: 8 },
  };
  [first, other] = [await openMemoryService(options), await openMemoryService(options)];
});
afterAll(async () => {
  await Promise.all([first.stop(), other.stop()]);
  await index.close();
});

test('the requests of a minute are counted together', async () => {
  const key = await first.claim(['dags:read']);
  const answers = [];
  for (let n = 0; n < PER_MINUTE; n += 1)
    answers.push(await (n % 2 === 0 ? first : other).call('/dags', key));
  expect(answers.map(({ status }) => status)).toEqual(Array(PER_MINUTE).fill(200));
  expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual([
    '5',
    '4',
    '3',
    '2',
    '1',
    '0',
  ]);
  for (const service of [first, other]) {
    const refused = await service.call('/dags', key);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  }
  await index.db.query("update request_windows set started_at = started_at - interval '1 minute'");
  const again = await other.call('/dags', key);
  expect([again.status, again.headers.get('ratelimit-remaining')]).toEqual([200, '5']);
});

test('usage is the sum, also when both write at once', async () => {
  const key = await first.claim(['dags:read', 'tools:read']);
  for (const service of [first, other]) {
    await service.call('/dags', key);
    await service.call('/tools', key);
  }
  // Each writes its counts before it reports.
  await Promise.all([first, other].map((service) => service.call('/tokens/usage', key)));
  const rows = await index.db.query<{ route: string; count: bigint }>(
    'select route, sum(request_count)::bigint as count from key_usage where key_id = $1 group by route order by route',
    [key.split('.')[0] ?? ''],
  );
  expect(rows.find(({ route }) => route === '/dags')?.count).toBe(2n);
  expect(rows.find(({ route }) => route === '/tools')?.count).toBe(2n);
});

test('claims of an address are counted together', async () => {
  const claim = (service: MemoryService, n: number) =>
    service.fetch(
      '/onboarding/keys',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `shared-${n}@example.org`, scopes: ['dags:read'] }),
      },
      '198.51.100.7',
    );
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => (await claim(n % 2 === 0 ? first : other, n)).status),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(8);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});

test('a key revoked at one service loses its streams at the other', async () => {
  const key = await first.claim(['events:read']);
  const stream = await other.fetch('/events/stream', { headers: { 'x-api-key': key } });
  const text = stream.text();
  expect((await first.call('/tokens', key, { method: 'DELETE' })).status).toBe(204);
  expect(other.service.openStreams()).toBe(1);
  await expect
    .poll(() => {
      other.clock.pass(1_000);
      return other.service.openStreams();
    })
    .toBe(0);
  expect(await text).toMatch(/^: connected/);
});
