// The stream as a client meets it (spec 6.1): frames, resuming, filters, comments, and every way it ends.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseJson } from '@/lib/json/exact';
import { STREAM } from '@/lib/index-service/limits';
import { openMemoryService, type MemoryService } from '@/lib/index-service/testing/memory-service';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import { openEventStream } from './event-stream';
import type { LogReader } from './log-reader';

let index: MemoryService;
let key: string;
let made = 0;

beforeAll(async () => {
  index = await openMemoryService();
});
beforeEach(async () => {
  key = await index.claim(['events:read']);
});
afterAll(() => index.stop());

const created = (more: Record<string, unknown> = {}) =>
  event('DAGCreatedEvent', { dag: id(`dag ${(made += 1)}`), ...more });
const sealed = () => event('DAGFinalizedEvent', { dag: id(`dag ${(made += 1)}`) });

/** Opens the stream; `next` gives its text piece by piece, null at its end. */
async function open(path = '/events/stream', headers: Record<string, string> = {}, of = index) {
  const response = await of.fetch(path, { headers: { 'x-api-key': key, ...headers } });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const next = async () => {
    const { value } = await reader.read();
    return value === undefined ? null : new TextDecoder().decode(value);
  };
  return { response, next, leave: () => reader.cancel() };
}

/** Lets what was asked for begin to wait before the clock is moved. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const idsIn = (text: string | null) =>
  [...(text ?? '').matchAll(/^id: (\d+)$/gm)].map(([, digits]) => digits);
const text = (entry: bigint | undefined) => String(entry ?? '');

test('the first bytes come at once, then frames of three lines with the payload as it was stored', async () => {
  const { response, next, leave } = await open();
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(await next()).toMatch(/^: .*\n\n$/);
  const { ids } = await index.log.append([created({ note: 'a\nb', amount: 18446744073709551615n })]);
  const frame = await next();
  const [first, second, third, ...rest] = (frame ?? '').split('\n');
  expect(first).toBe(`id: ${text(ids[0])}`);
  expect(second).toBe('event: message');
  expect(rest).toEqual(['', '']);
  const data = parseJson(third?.replace('data: ', '') ?? '') as Record<string, unknown>;
  expect(Object.keys(data)).toEqual(['id', 'kind', 'tx_digest', 'sender_address', 'payload']);
  expect(data).toMatchObject({
    id: Number(ids[0]),
    kind: 'DAGCreatedEvent',
    payload: { note: 'a\nb', amount: 18446744073709551615n },
  });
  await leave();
});

test('a read triggered by a frame sees its effect', async () => {
  const reader = await index.claim(['dags:read']);
  const { next, leave } = await open();
  await next();
  const line = created();
  void index.log.append([line]);
  await next();
  const dag = await index.call(`/dags/${String(line.payload['dag'])}`, reader);
  expect(dag.status).toBe(200);
  await leave();
});

test('it resumes after the header, which wins over the parameter', async () => {
  const { ids } = await index.log.append([created(), created(), created()]);
  const after = (n: number) => text(ids[n]);
  const byParameter = await open(`/events/stream?last_event_id=${after(0)}`);
  await byParameter.next();
  expect(idsIn(await byParameter.next())).toEqual([after(1), after(2)]);
  const byHeader = await open(`/events/stream?last_event_id=${after(0)}`, { 'last-event-id': after(1) });
  await byHeader.next();
  expect(idsIn(await byHeader.next())).toEqual([after(2)]);
  await Promise.all([byParameter.leave(), byHeader.leave()]);
});

test.each(['9223372036854775807', '9223372036854775808', '99999999999999999999'])(
  'the cursor %s, beyond the tip, is the tip',
  async (cursor) => {
    const { next, leave } = await open(`/events/stream?last_event_id=${cursor}`);
    await next();
    const { ids } = await index.log.append([created()]);
    expect(idsIn(await next())).toEqual([text(ids[0])]);
    await leave();
  },
);

test.each(['', 'abc', '-1', '1.5', '1e3'])('the cursor %j is a 400', async (cursor) => {
  const headers = { 'x-api-key': key, 'last-event-id': cursor };
  expect((await index.call('/events/stream?last_event_id=1', undefined, { headers })).status).toBe(400);
  expect((await index.call(`/events/stream?last_event_id=${cursor}`, key)).status).toBe(400);
});

test('kinds are checked as a set and delivered as asked, with or without the suffix', async () => {
  const refused = await index.call('/events/stream?kinds=DAGFinalized,WalkAdvancd', key);
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'INVALID_FILTER_VALUE' } });
  const { next, leave } = await open('/events/stream?kinds=DAGFinalized');
  await next();
  const { ids } = await index.log.append([created(), sealed(), created()]);
  expect(idsIn(await next())).toEqual([text(ids[1])]);
  await leave();
});

test('what does not decode is passed over', async () => {
  const { next, leave } = await open();
  await next();
  const { ids } = await index.log.append([
    event('DAGCreatedEvent', { wrong: (made += 1) }),
    event('NeverHeardOfEvent', { n: (made += 1) }),
    created(),
  ]);
  expect(idsIn(await next())).toEqual([text(ids[2])]);
  await leave();
});

test('a quiet stream is kept alive by a comment every 15 seconds', async () => {
  const { next, leave } = await open();
  await next();
  const quiet = next();
  await settled();
  index.clock.pass(14_999);
  index.clock.pass(1);
  expect(await quiet).toMatch(/^:.*\n\n$/);
  await leave();
});

test('a filtered stream is kept alive while events of other kinds keep coming', async () => {
  const { next, leave } = await open('/events/stream?kinds=DAGFinalized');
  await next();
  const quiet = next();
  for (let second = 0; second < 15; second += 1) {
    await settled();
    index.clock.pass(1_000);
    await index.log.append([created()]);
  }
  expect(await quiet).toMatch(/^:.*\n\n$/);
  await leave();
});

test('leaving ends it, quietly, also while it waits for news', async () => {
  const { next, leave } = await open();
  await next();
  expect(index.service.openStreams()).toBe(1);
  const waiting = next();
  await settled();
  await leave();
  expect(await waiting).toBeNull();
  await settled();
  expect(index.service.openStreams()).toBe(0);
  expect(index.logged).toEqual([]);
});

test('revoking a key ends its streams and no other', async () => {
  const stream = await open();
  await stream.next();
  const end = stream.next();
  const revoked = key;
  key = await index.claim(['events:read']);
  const other = await open();
  await other.next();
  expect((await index.call('/tokens', revoked, { method: 'DELETE' })).status).toBe(204);
  expect(await end).toBeNull();
  expect(index.service.openStreams()).toBe(1);
  await other.leave();
});

test('the stream ends when its key expires', async () => {
  const { next } = await open();
  await next();
  const end = next();
  await settled();
  index.clock.pass(30 * 24 * 3_600_000);
  expect(await end).toBeNull();
});

test('a busy stream ends when its key expires, too', async () => {
  const { next } = await open();
  await next();
  await index.log.append([created()]);
  expect(idsIn(await next())).toHaveLength(1);
  index.clock.pass(30 * 24 * 3_600_000);
  await index.log.append([created()]);
  expect(await next()).toBeNull();
});

test('it ends when the service stops', async () => {
  const another = await openMemoryService({ over: index });
  const { next } = await open('/events/stream', {}, another);
  await next();
  const end = next();
  await another.stop();
  expect(await end).toBeNull();
});

test('a reader that does not read costs nothing, and then gets everything', async () => {
  const { next, leave } = await open();
  await next();
  const before = index.log.tip();
  for (let batch = 0; batch < 5; batch += 1)
    await index.log.append(Array.from({ length: 100 }, () => created()));
  const got: (string | undefined)[] = [];
  while (got.length < 500) got.push(...idsIn(await next()));
  expect(got).toEqual(Array.from({ length: 500 }, (_, n) => text(before + BigInt(n) + 1n)));
  await leave();
});

test('a stream ends when the log starts again: its cursor means nothing there', async () => {
  const { next } = await open();
  await next();
  const ended = next();
  await index.log.reset();
  expect(await ended).toBeNull();
  const again = await open('/events/stream', { 'last-event-id': '0' });
  await again.next();
  await index.log.append([created()]);
  expect(idsIn(await again.next())).toEqual(['1']);
  await again.leave();
});

test('a stream beyond those that a key may have is a 429 until another one ends', async () => {
  const streams = await Promise.all(Array.from({ length: STREAM.openPerKey }, () => open()));
  const refused = await index.call('/events/stream', key);
  expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
  expect(refused.headers.get('retry-after')).toBe(String(STREAM.retryAfterS));
  await streams.pop()?.leave();
  streams.push(await open());
  expect(streams.at(-1)?.response.status).toBe(200);
  await Promise.all(streams.map(({ leave }) => leave()));
});

test('a stream that is ended while the log is read is over, and waits for nothing', async () => {
  let answer = (): void => undefined;
  const reader: LogReader = {
    tip: () => 0n,
    clamp: (cursor) => Promise.resolve(cursor),
    logId: () => '',
    next: () => new Promise((resolve) => (answer = () => resolve(undefined))),
    version: () => 0,
    whenPast: () => () => undefined,
    stop: () => undefined,
  };
  // No keep-alive ever comes: only the end itself can end it.
  const clock = { now: () => 0, monotonic: () => 0, after: () => () => undefined };
  const stream = openEventStream({
    reader,
    clock,
    keepAliveMs: 1,
    cursor: undefined,
    kinds: undefined,
    expiresAt: 1,
    inTurn: (run) => run(),
    onEnd: () => undefined,
    onError: () => undefined,
  });
  const read = stream.body.getReader();
  await read.read();
  const last = read.read();
  await settled();
  stream.end();
  answer();
  expect((await last).done).toBe(true);
});
