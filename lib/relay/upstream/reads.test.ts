// Shared, cached and paused reads, against a real HTTP server that holds its responses back.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toForward } from './forwardable';
import { createApiDocument } from './api-document';
import { createReadPauses, type ReadPauses } from './read-pauses';
import { CACHE_LIMITS, createReads, createAnswerCache, UNCHANGED_MS, type Reads } from './reads';
import { reply, startSmallIndex, type SmallIndex } from '@/lib/relay/testing/small-index';
import { createUpstream, type UpstreamAnswer } from './index-client';

const KEY = 'k_1.canary-secret';
/** A readable list; `total` identifies the answer. */
const listing = (total: number) => `{"items":[],"metadata":{"next_token":null,"total_items":${total}}}`;
const structureOf = (finalized_at: string | null) =>
  JSON.stringify({
    object_id: DAG,
    finalized_at,
    vertices: [],
    edges: [],
    entry_groups: [],
    default_values: [],
    output_variants: [],
  });
const DAG = `0x${'a'.repeat(64)}`;
const dags = toForward('/dags', new URLSearchParams());
const structure = toForward(`/dags/${DAG}/structure`, new URLSearchParams());

let index: SmallIndex;
let reads: Reads;
let readPauses: ReadPauses;
let now = 0;
let eventsSeen = 0;
/** Responses that wait; each call sends one. */
let pending: (() => void)[] = [];

beforeEach(async () => {
  [now, eventsSeen, pending] = [0, 0, []];
  index = await startSmallIndex();
  let count = 0;
  index.replies.set('GET /dags', (request, response, body) => {
    count += 1;
    const answer = reply(200, listing(count));
    pending.push(() => answer(request, response, body));
  });
  const upstream = createUpstream({ baseUrl: index.url, fetch });
  readPauses = createReadPauses(() => now);
  const document = createApiDocument(upstream, () => now);
  reads = createReads({ upstream, readPauses, document, now: () => now, eventsSeen: () => eventsSeen });
});
afterEach(() => index.close());

const requestCount = () => index.requests.length;
const text = async (answer: Promise<UpstreamAnswer>) => (await answer).bytes.toString();

test('equal reads in flight are one request; other keys and paths have their own', async () => {
  const many = Array.from({ length: 20 }, () => text(reads.get(dags, KEY)));
  const other = text(reads.get(dags, 'k_2.other'));
  const page = toForward('/dags', new URLSearchParams({ page_size: '5' }));
  const another = text(reads.get(page, KEY));
  await expect.poll(() => pending.length).toBe(3);
  for (const release of pending) release();
  const answers = await Promise.all([...many, other, another]);
  expect(new Set(answers.slice(0, 20)).size).toBe(1);
  expect(new Set(answers).size).toBe(3);
  expect(requestCount()).toBe(3);
  expect(reads.counts).toEqual({ asked: 3, shared: 19, kept: 0 });
});

test('a completed read serves equal ones for a second, until an event arrives', async () => {
  async function answered(count: number): Promise<string> {
    const answer = text(reads.get(dags, KEY));
    await expect.poll(() => pending.length).toBe(count);
    pending[count - 1]!();
    return answer;
  }
  expect(await answered(1)).toBe(listing(1));
  now = UNCHANGED_MS - 1;
  expect(await text(reads.get(dags, KEY))).toBe(listing(1));
  eventsSeen += 1;
  expect(await answered(2)).toBe(listing(2));
  now += UNCHANGED_MS;
  expect(await answered(3)).toBe(listing(3));
  expect(await text(reads.get(dags, KEY))).toBe(listing(3));
  expect(reads.counts).toEqual({ asked: 3, shared: 0, kept: 2 });
});

test('an answer that was on its way when an event arrived serves no later caller', async () => {
  const before = text(reads.get(dags, KEY));
  await expect.poll(() => pending.length).toBe(1);
  eventsSeen += 1;
  pending[0]!();
  expect(await before).toBe(listing(1));
  const after = text(reads.get(dags, KEY));
  await expect.poll(() => pending.length).toBe(2);
  pending[1]!();
  expect(await after).toBe(listing(2));
});

test.each(['/tokens/usage', '/readyz'])(
  '%s changes without events, so it is read each time',
  async (path) => {
    index.replies.set(`GET ${path}`, reply(200, '{}'));
    const request = toForward(path, new URLSearchParams());
    await reads.get(request, KEY);
    await reads.get(request, KEY);
    expect(requestCount()).toBe(2);
  },
);

test('a caller that may know of an event gets no response from before it', async () => {
  const before = text(reads.get(dags, KEY));
  eventsSeen += 1;
  const after = text(reads.get(dags, KEY));
  const alsoAfter = text(reads.get(dags, KEY));
  await expect.poll(() => pending.length).toBe(2);
  for (const release of pending) release();
  expect(await before).toBe(listing(1));
  expect(await after).toBe(listing(2));
  expect(await alsoAfter).toBe(listing(2));
});

test('a caller that leaves does not affect the others; when all have left the request is aborted', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const aborted = reads.get(dags, KEY, { signal: first.signal });
  const stays = text(reads.get(dags, KEY, { signal: second.signal }));
  await expect.poll(() => pending.length).toBe(1);
  first.abort(new Error('disconnected'));
  await expect(aborted).rejects.toThrow('disconnected');
  pending[0]!();
  expect(await stays).toBe(listing(1));

  let closed = false;
  eventsSeen += 1;
  index.replies.set('GET /dags', (_, response) => void response.on('close', () => (closed = true)));
  const third = new AbortController();
  const last = reads.get(dags, KEY, { signal: third.signal });
  await expect.poll(requestCount).toBe(2);
  third.abort(new Error('disconnected too'));
  await expect(last).rejects.toThrow('disconnected too');
  await expect.poll(() => closed).toBe(true);
});

test('a failure is shared by waiting callers only', async () => {
  index.replies.set('GET /dags', (_, response) => void pending.push(() => response.socket?.destroy()));
  const both = [reads.get(dags, KEY), reads.get(dags, KEY)].map((answer) =>
    answer.then(
      () => 'answered',
      () => 'failed',
    ),
  );
  // The read is repeated over a new connection.
  for (const step of [0, 1]) {
    await expect.poll(() => pending.length).toBe(step + 1);
    pending[step]!();
  }
  expect(await Promise.all(both)).toEqual(['failed', 'failed']);
  index.replies.set('GET /dags', reply(200, '{}'));
  expect(await text(reads.get(dags, KEY))).toBe('{}');
});

test('the structure of a finalized DAG is cached for its key, with its age', async () => {
  const path = `GET /dags/${DAG}/structure`;
  index.replies.set(path, reply(200, structureOf('2026-01-01T00:00:00Z'), { 'ratelimit-remaining': '9' }));
  expect((await reads.get(structure, KEY)).ageSeconds).toBeUndefined();
  now = 7_500;
  expect((await reads.get(structure, KEY)).ageSeconds).toBe(7);
  expect(requestCount()).toBe(1);
  expect((await reads.get(structure, 'k_2.other')).ageSeconds).toBeUndefined();
  expect(requestCount()).toBe(2);
  now = 7_500 + CACHE_LIMITS.ageMs;
  expect((await reads.get(structure, KEY)).ageSeconds).toBeUndefined();
  expect(requestCount()).toBe(3);
});

test('an unfinished DAG is requested each time, and a refused key loses its cache', async () => {
  const path = `GET /dags/${DAG}/structure`;
  index.replies.set(path, reply(200, structureOf(null)));
  await reads.get(structure, KEY);
  index.replies.set(path, reply(200, structureOf('2026-01-01T00:00:00Z')));
  await reads.get(structure, KEY);
  index.replies.set('GET /dags', reply(401, '{}'));
  await reads.get(dags, KEY);
  index.replies.set(path, reply(401, '{}'));
  expect((await reads.get(structure, KEY)).status).toBe(401);
});

test('callers that accept an age share one request, whatever happens meanwhile; others and other keys do not', async () => {
  const accepts = (maxAgeMs: number, key = KEY) => text(reads.get(dags, key, { maxAgeMs }));
  const first = accepts(30_000);
  eventsSeen += 1;
  const joins = accepts(30_000);
  await expect.poll(() => pending.length).toBe(1);
  pending[0]!();
  expect(await Promise.all([first, joins])).toEqual([listing(1), listing(1)]);
  now = 29_999;
  expect(await accepts(30_000)).toBe(listing(1));
  index.replies.set('GET /dags', reply(200, listing(7)));
  expect(await accepts(20_000)).toBe(listing(7));
  expect(await accepts(30_000, 'k_2.other')).toBe(listing(7));
  index.replies.set('GET /dags', reply(200, listing(8)));
  eventsSeen += 1;
  expect(await text(reads.get(dags, KEY))).toBe(listing(8));
  index.replies.set('GET /dags', reply(200, listing(9)));
  eventsSeen += 1;
  expect(await accepts(30_000)).toBe(listing(8));
  reads.forget();
  expect(await accepts(30_000)).toBe(listing(9));
  expect(reads.counts).toMatchObject({ kept: 2 });
});

test.each([
  ['an error', 500, '{}'],
  ['an error page', 200, '<html></html>'],
  ['an answer of another shape', 200, '{"error":{"message":"quota"}}'],
  ['an answer that only ends as JSON', 200, '{"items":[,"metadata":{}}'],
  [
    'an answer with an unreadable row',
    200,
    '{"items":[{"object_id":1}],"metadata":{"next_token":null,"total_items":1}}',
  ],
  ['an empty answer', 200, ''],
])('%s is not kept', async (_, status, body) => {
  index.replies.set('GET /dags', reply(status, body));
  expect(await text(reads.get(dags, KEY, { maxAgeMs: 30_000 }))).toBe(body);
  index.replies.set('GET /dags', reply(200, listing(1)));
  expect(await text(reads.get(dags, KEY, { maxAgeMs: 30_000 }))).toBe(listing(1));
});

test('an answer that the browser reads is kept: a number as text, a total left out', async () => {
  for (const body of [
    '{"items":[],"metadata":{"next_token":null,"total_items":"0"}}',
    '{"items":[],"metadata":{"next_token":null}}',
  ]) {
    reads.forget();
    index.replies.set('GET /dags', reply(200, body));
    await text(reads.get(dags, KEY, { maxAgeMs: 30_000 }));
    index.replies.set('GET /dags', reply(200, listing(1)));
    expect(await text(reads.get(dags, KEY, { maxAgeMs: 30_000 }))).toBe(body);
  }
});

test('the cache is bounded in entries and bytes', () => {
  const cache = createAnswerCache(() => 0, { entries: 3, bytes: 1000, ageMs: 1 });
  const body = (size: number) => ({
    status: 200,
    headers: new Headers(),
    bytes: Buffer.from(JSON.stringify({ finalized_at: 'x', filling: 'y'.repeat(size) })),
  });
  const fresh = { maxAgeMs: 0, eventsSeen: 0 };
  const pending = () =>
    ['a', 'b', 'c', 'd', 'e'].filter((path) => cache.get('k', path, fresh) !== undefined).join('');
  for (const path of ['a', 'b', 'c', 'd']) cache.keep('k', path, 'dags.structure', body(10), 0);
  expect(pending()).toBe('bcd');
  cache.keep('k', 'e', 'dags.structure', body(900), 0);
  expect(pending()).toBe('de');
  cache.keep('k', 'a', 'dags.structure', body(2000), 0);
  expect(pending()).toBe('de');
});

const limited = (status: number, headers: Record<string, string>) =>
  readPauses.note(KEY, { status, headers: new Headers(headers) });

test.each([
  ['429 with Retry-After', 429, { 'retry-after': '40' }, 40_000],
  ['429 with a date', 429, { 'retry-after': new Date(30_000).toUTCString() }, 30_000],
  ['429 with the reset only', 429, { 'ratelimit-reset': '20' }, 20_000],
  ['429 without a time', 429, {}, 5_000],
  ['429 for a day', 429, { 'retry-after': '86400' }, 300_000],
  [
    'a fifth remaining',
    200,
    { 'ratelimit-limit': '600', 'ratelimit-remaining': '120', 'ratelimit-reset': '25' },
    25_000,
  ],
  [
    'a fifth remaining of a long window',
    200,
    { 'ratelimit-limit': '10', 'ratelimit-remaining': '1', 'ratelimit-reset': '3000' },
    60_000,
  ],
  [
    'more than a fifth remaining',
    200,
    { 'ratelimit-limit': '600', 'ratelimit-remaining': '121', 'ratelimit-reset': '25' },
    0,
  ],
  ['no limit stated', 200, {}, 0],
])('%s pauses the reads of that key only', async (_, status, headers, pauseMs) => {
  index.replies.set('GET /dags', reply(200, '{}'));
  limited(status, headers);
  expect(readPauses.waitMs(KEY)).toBe(pauseMs);
  expect((await reads.get(dags, 'k_2.other')).status).toBe(200);
  if (pauseMs > 0) {
    await expect(reads.get(dags, KEY)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      headers: { 'Retry-After': String(pauseMs / 1000) },
    });
    expect(requestCount()).toBe(1);
    now = pauseMs;
  }
  expect((await reads.get(dags, KEY)).status).toBe(200);
  expect(requestCount()).toBe(2);
});

test('a short pause delays a read instead of refusing it, and a later response does not end a pause early', async () => {
  now = Date.now();
  readPauses = createReadPauses(Date.now);
  const upstream = createUpstream({ baseUrl: index.url, fetch });
  const document = createApiDocument(upstream, () => now);
  reads = createReads({ upstream, readPauses, document, now: () => now, eventsSeen: () => eventsSeen });
  index.replies.set('GET /dags', reply(200, '{}'));
  limited(429, { 'retry-after': '1' });
  limited(200, { 'ratelimit-limit': '600', 'ratelimit-remaining': '500', 'ratelimit-reset': '30' });
  expect((await reads.get(dags, KEY)).status).toBe(200);
  expect(Date.now() - now).toBeGreaterThan(900);
});
