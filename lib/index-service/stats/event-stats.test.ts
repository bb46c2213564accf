// Statistics of events against the history.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { familyOf } from '@/lib/contract/event-kinds/catalogue';
import type { EventRecord } from '@/lib/contract/events';
import { executionStory } from '@/lib/index-service/testing/execution-story';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { allOf, openSimulatedIndex } from '@/lib/index-service/testing/simulated-index';

let index: MemoryIndex;
let events: EventRecord[];

beforeAll(async () => {
  const missed = (task: string, occurrence_id: number, at: string) =>
    event('OccurrenceMissedEvent', { task_id: id(task), occurrence_id, missed_at_ms: 1 }, { at });
  index = await openSimulatedIndex([
    { ...executionStory('timeless').requested(), onchain_at: null },
    missed('often', 1, '2026-10-01T12:00:00.000Z'),
    missed('often', 2, '2026-10-02T12:00:00.000Z'),
    missed('once', 1, '2026-10-03T12:00:00.000Z'),
  ]);
  events = await allOf(index, 'events.list');
});
afterAll(() => index.close());

const stats = (query: Record<string, string>) => index.answer('stats.events', {}, query);

function countsBy(of: readonly EventRecord[], groupOf: (event: EventRecord) => string | null) {
  const counts = new Map<string | null, number>();
  for (const event of of) counts.set(groupOf(event), (counts.get(groupOf(event)) ?? 0) + 1);
  return counts;
}

test.each([
  ['none', () => null],
  ['family', ({ kind }: EventRecord) => familyOf(kind) ?? null],
  ['kind', ({ kind }: EventRecord) => kind],
  ['sender', ({ sender_address }: EventRecord) => sender_address],
] as const)('by %s: the events of the window', async (group_by, groupOf) => {
  const dated = events.filter(({ onchain_at }) => onchain_at !== null);
  const [to, from] = [dated[1_000]?.onchain_at ?? '', dated[5_000]?.onchain_at ?? ''];
  const inside = dated.filter(({ onchain_at }) => (onchain_at ?? '') >= from && (onchain_at ?? '') < to);
  const { groups, undated } = await stats({ from, to, group_by });
  expect(new Map(groups.map(({ group, count }) => [group, count]))).toEqual(countsBy(inside, groupOf));
  expect(undated).toBe(1);
});

const ENDS = ['OccurrenceMissedEvent', 'OccurrenceWithdrawnEvent', 'OccurrenceSettledEvent'];
const taskOf = ({ payload }: EventRecord) => String(Object(payload)['task_id']);

test('by task: the events that ended its occurrences, each as many as the history lists', async () => {
  const ends = events.filter(({ kind, onchain_at }) => ENDS.includes(kind) && onchain_at !== null);
  const middle = ends[Math.floor(ends.length / 2)]?.onchain_at ?? '';
  const missed = ends.filter(({ kind }) => kind === 'OccurrenceMissedEvent');
  expect(missed.length).toBeGreaterThan(0);
  const late = ends.filter(({ onchain_at }) => (onchain_at ?? '') >= middle);
  const { groups, total, undated } = await stats({ from: middle, group_by: 'task,kind', total: 'true' });
  const byTask = await stats({ group_by: 'task', order_by: 'missed_rate.desc' });
  const rates = byTask.groups.map(({ missed: part, count }) => (part ?? 0) / count);
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  expect(new Map(byTask.groups.map(({ group, missed: part }) => [group, part]))).toEqual(
    new Map(
      [...new Set(ends.map(taskOf))].map((task) => [
        task,
        missed.filter((event) => taskOf(event) === task).length,
      ]),
    ),
  );
  const named = groups.map(({ group, subgroup, count }) => [`${group} ${subgroup}`, count] as const);
  expect(new Map<string | null, number>(named)).toEqual(
    countsBy(late, (event) => `${taskOf(event)} ${event.kind}`),
  );
  expect({ count: total?.count, undated }).toEqual({ count: late.length, undated: 0 });
  for (const task_object_id of new Set(missed.map(taskOf))) {
    const query = { task_object_id, kinds: 'OccurrenceMissed' };
    const { items } = await index.answer('events.list', {}, query);
    expect(items.map(({ id }) => id)).toEqual(
      missed.filter((event) => taskOf(event) === task_object_id).map(({ id }) => id),
    );
  }
});

test('without bounds: all events with a time', async () => {
  const dated = events.filter(({ onchain_at }) => onchain_at !== null);
  const { groups } = await stats({ group_by: 'kind' });
  expect(new Map(groups.map(({ group, count }) => [group, count]))).toEqual(
    countsBy(dated, ({ kind }) => kind),
  );
  const payments = dated.filter(({ kind }) => familyOf(kind) === 'payment');
  expect((await stats({ family: 'payment' })).groups).toMatchObject([{ count: payments.length }]);
});

test('by hour, of one family', async () => {
  const ofFamily = events.filter(
    ({ kind, onchain_at }) => familyOf(kind) === 'payment' && onchain_at !== null,
  );
  const { groups } = await stats({ family: 'payment', bucket: 'hour' });
  const expected = countsBy(ofFamily, ({ onchain_at }) => `${(onchain_at ?? '').slice(0, 13)}:00:00.000Z`);
  expect(new Map(groups.map(({ bucket_start, count }) => [bucket_start, count]))).toEqual(expected);
});

test.each([
  ['none', null],
  ['minute', 60_000],
  ['day', 86_400_000],
] as const)('lag by %s: from the on-chain time to the index', async (bucket, size) => {
  const dated = events.filter(({ onchain_at }) => onchain_at !== null);
  const [to, from] = [dated[1_000]?.onchain_at ?? '', dated[3_000]?.onchain_at ?? ''];
  const entries = await index.db.query<{ onchain_at: string; indexed_at: string }>(
    'select onchain_at, indexed_at from log_entries where listed and onchain_at >= $1::timestamptz and onchain_at < $2::timestamptz',
    [from, to],
  );
  const lags = new Map<string | null, number[]>();
  for (const { onchain_at, indexed_at } of entries) {
    const at = Date.parse(onchain_at);
    const start = size === null ? null : new Date(Math.floor(at / size) * size).toISOString();
    lags.set(start, [...(lags.get(start) ?? []), Math.max(0, Date.parse(indexed_at) - at)]);
  }
  const { groups } = await stats({ from, to, bucket, order_by: 'lag_max_ms.desc' });
  const figures = groups.map(({ bucket_start, lag_mean_ms, lag_max_ms }) => [
    bucket_start,
    lag_mean_ms,
    lag_max_ms,
  ]);
  const expected = [...lags].map(([start, all]) => [
    start,
    BigInt(Math.round(all.reduce((sum, lag) => sum + lag, 0) / all.length)),
    BigInt(Math.max(...all)),
  ]);
  expect(new Set(figures)).toEqual(new Set(expected));
  expect(expected.length).toBe(lags.size);
});

test('the kinds and the sender are those of the history', async () => {
  const { kind, sender_address } = events.find(({ onchain_at }) => onchain_at !== null)!;
  const same = events.filter((event) => event.kind === kind && event.sender_address === sender_address);
  const { groups } = await stats({ kinds: kind, sender: sender_address });
  expect(groups[0]?.count).toBe(same.length);
  expect(groups[0]?.lag_max_ms).toBeGreaterThan(0n);
});

test('a time that the log learns later counts at once', async () => {
  const line = executionStory('timeless').requested();
  await index.log.append([{ ...line, onchain_at: '2026-10-19T12:00:30.000Z' }]);
  const window = { from: '2026-10-19T12:00:30.000Z', to: '2026-10-19T12:00:30.001Z', kinds: line.kind };
  const dated = (await allOf(index, 'events.list')).filter(
    ({ kind, onchain_at }) => kind === line.kind && onchain_at === window.from,
  );
  expect(await stats(window)).toMatchObject({ undated: 0, groups: [{ count: dated.length }] });
  const whole = { from: '2026-10-19T12:00:00.000Z', to: '2026-10-19T12:01:00.000Z', kinds: line.kind };
  expect((await stats(whole)).groups[0]?.count).toBeGreaterThanOrEqual(dated.length);
});
