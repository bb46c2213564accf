// The usage report (spec 2.2, 4.1): whose requests, in which window, in which buckets.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UsageBucket, UsageReport } from '@/lib/contract/usage';
import { openMemoryService, type MemoryService } from '@/lib/index-service/testing/memory-service';
import { createUsageCounter } from './usage-counter';
import { usageWindow } from './usage-report';

const HOUR = 3_600_000;
let index: MemoryService;

beforeAll(async () => {
  index = await openMemoryService();
});
afterAll(() => index.stop());

async function report(key: string, query = ''): Promise<UsageReport> {
  const answer = await index.call(`/tokens/usage${query}`, key);
  expect(answer.status).toBe(200);
  return answer.body as UsageReport;
}
const short = (bucket: UsageBucket) => [
  bucket.bucket_start,
  bucket.group,
  bucket.status_class,
  Number(bucket.request_count),
];

test('requests are counted by scope and by route, with what was refused, but not those of other keys', async () => {
  const key = await index.claim(['leaders:read', 'dags:read']);
  const other = await index.claim(['leaders:read']);
  await index.call('/leaders', key);
  await index.call('/leaders?status=asleep', key);
  await index.call('/dags/0x1', key);
  await index.call('/tools', key);
  await index.call('/nowhere', key);
  await index.call('/leaders', other);
  await index.call('/leaders');
  const hour = '2026-11-20T12:00:00.000Z';
  const byScope = await report(key);
  expect(byScope.buckets.map(short)).toEqual([
    [hour, 'dags:read', '4xx', 1],
    [hour, 'leaders:read', '2xx', 1],
    [hour, 'leaders:read', '4xx', 1],
    [hour, 'none', '4xx', 1],
    [hour, 'tools:read', '4xx', 1],
  ]);
  expect(byScope).toMatchObject({ key_id: key.split('.')[0], granularity: 'hour', group_by: 'scope' });
  expect(Number(byScope.total_requests)).toBe(5);
  const byRoute = await report(key, '?group_by=route&granularity=total');
  expect(byRoute.buckets.map(short)).toEqual([
    [null, '/dags/{dag_object_id}', '4xx', 1],
    [null, '/leaders', '2xx', 1],
    [null, '/leaders', '4xx', 1],
    [null, '/tokens/usage', '2xx', 1],
    [null, '/tools', '4xx', 1],
    [null, 'none', '4xx', 1],
  ]);
});

test('a stream counts once', async () => {
  const key = await index.claim(['events:read']);
  const response = await index.fetch('/events/stream', { headers: { 'x-api-key': key } });
  await response.body?.cancel();
  const { buckets } = await report(key, '?group_by=route');
  expect(buckets.map(short)).toEqual([['2026-11-20T12:00:00.000Z', '/events/stream', '2xx', 1]]);
});

test('hours, days and the total are the same requests', async () => {
  const key = await index.claim(['leaders:read']);
  for (const pause of [0, HOUR, 23 * HOUR]) {
    index.clock.pass(pause);
    await index.call('/leaders', key);
  }
  const of = async (query: string) =>
    (await report(key, query)).buckets.filter((bucket) => bucket.group !== 'none');
  expect((await of('')).map(short)).toEqual([
    ['2026-11-20T12:00:00.000Z', 'leaders:read', '2xx', 1],
    ['2026-11-20T13:00:00.000Z', 'leaders:read', '2xx', 1],
    ['2026-11-21T12:00:00.000Z', 'leaders:read', '2xx', 1],
  ]);
  expect((await of('?granularity=day')).map(short)).toEqual([
    ['2026-11-20T00:00:00.000Z', 'leaders:read', '2xx', 2],
    ['2026-11-21T00:00:00.000Z', 'leaders:read', '2xx', 1],
  ]);
  expect((await of('?granularity=total')).map(short)).toEqual([[null, 'leaders:read', '2xx', 3]]);
  const window = '?from=2026-11-20T13:59:00Z&to=2026-11-21T12:00:00Z';
  expect((await of(window)).map(short)).toEqual([['2026-11-20T13:00:00.000Z', 'leaders:read', '2xx', 1]]);
});

test('the effective window is whole hours around what was asked', () => {
  const now = Date.parse('2026-11-20T12:34:56.789Z');
  const iso = (requested: { from?: string; to?: string }) => {
    const { from, to } = usageWindow(requested, now);
    return [from, to].map((ms) => new Date(ms).toISOString());
  };
  expect(iso({})).toEqual(['2026-11-13T12:00:00.000Z', '2026-11-20T13:00:00.000Z']);
  expect(iso({ from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T10:00:00.001Z' })).toEqual([
    '2026-11-20T10:00:00.000Z',
    '2026-11-20T11:00:00.000Z',
  ]);
  expect(iso({ from: '2026-11-20T10:00:00.000Z', to: '9999-12-31T23:59:59.999Z' })[1]).toBe(
    '9999-12-31T23:59:59.999Z',
  );
  expect(iso({ from: '9999-12-31T23:30:00.000Z', to: '9999-12-31T23:40:00.000Z' })).toEqual([
    '9999-12-31T23:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ]);
  expect(iso({ from: '2026-11-20T10:00:00.000100Z', to: '2026-11-20T10:00:00.000200Z' })[0]).toBe(
    '2026-11-20T10:00:00.000Z',
  );
});

test.each([
  '?from=2026-11-19T10:00:00Z&to=2026-11-19T10:00:00Z',
  '?from=2026-11-19T11:00:00Z&to=2026-11-19T10:00:00Z',
  '?from=2099-01-01T00:00:00Z',
  '?to=2001-01-01T00:00:00Z',
  '?from=yesterday',
  '?granularity=week',
  '?group_by=key',
])('%s is a 400', async (query) => {
  const key = await index.claim(['leaders:read']);
  expect((await index.call(`/tokens/usage${query}`, key)).status).toBe(400);
});

test('counts are added to what is stored, and a flush that fails loses nothing', async () => {
  let refuse = true;
  const errors: unknown[] = [];
  const db = {
    ...index.db,
    query: <Row>(...input: Parameters<typeof index.db.query>) =>
      refuse ? Promise.reject(new Error('no disk')) : index.db.query<Row>(...input),
  };
  const counter = createUsageCounter({
    db,
    clock: index.clock,
    flushMs: 10_000,
    onError: (error) => errors.push(error),
  });
  const request = { key_id: 'dk_counted', scope: 'tools:read', route: '/tools', status: 200 };
  counter.record({ ...request, duration_ms: 2 });
  await expect(counter.flush()).rejects.toThrow('no disk');
  counter.record({ ...request, duration_ms: 4 });
  refuse = false;
  index.clock.pass(10_000);
  await counter.flush();
  counter.record({ ...request, duration_ms: 6 });
  await counter.stop();
  const rows = await index.db.query('select request_count, duration_us from key_usage where key_id = $1', [
    'dk_counted',
  ]);
  expect(rows).toEqual([{ request_count: 3n, duration_us: 12_000n }]);
  expect(errors).toEqual([]);
});
