import { expect, test } from 'vitest';
import type { EventRecord } from '@/lib/contract/events';
import {
  dueOccurrences,
  lastResults,
  nextOccurrence,
  resultsInWords,
  sourceWords,
  stateCounts,
  upcomingOf,
} from './occurrences';
import type { Occurrence } from '@/lib/contract/tasks';

const task = (digit: string) => `0x${digit.repeat(64)}`;
const MINUTE = 60_000n;
function event(kind: string, payload: Record<string, unknown>): EventRecord {
  return { id: 1n, kind, tx_digest: 'x', sender_address: task('9'), onchain_at: null, payload };
}
const scheduled = (of: string, occurrence_id: bigint, minute: bigint) =>
  event('OccurrenceScheduledEvent', {
    task_id: task(of),
    occurrence_id,
    start_time_ms: minute * MINUTE,
    deadline_ms: (minute + 1n) * MINUTE,
    priority_fee_percentage: 0n,
    source: { variant: 'Standalone' },
  });
const newestFirst = (...events: EventRecord[]) => events.reverse();
const names = (events: EventRecord[]) =>
  dueOccurrences(events).map(({ task_id, occurrence_id }) => `${task_id[2]} ${occurrence_id}`);

test('dispatched, missed and withdrawn occurrences no longer wait; the others are ordered by start', () => {
  const events = newestFirst(
    scheduled('1', 0n, 9n),
    scheduled('1', 1n, 3n),
    scheduled('2', 0n, 5n),
    scheduled('2', 1n, 1n),
    event('OccurrenceDispatchedEvent', {
      task_id: task('1'),
      occurrence_id: 1n,
      execution_id: task('e'),
      dispatched_at_ms: 1n,
    }),
    event('OccurrenceMissedEvent', { task_id: task('2'), occurrence_id: 1n, missed_at_ms: 1n }),
  );
  expect(names(events)).toEqual(['2 0', '1 0']);
  expect(dueOccurrences(events)[0]).toMatchObject({
    start_at: '1970-01-01T00:05:00.000Z',
    deadline_at: '1970-01-01T00:06:00.000Z',
  });
});

test('an advertisement updates the start, and a task that ends removes its occurrences', () => {
  const events = newestFirst(
    scheduled('1', 0n, 1n),
    scheduled('2', 0n, 2n),
    event('OccurrenceAdvertisedEvent', {
      task_id: task('1'),
      occurrence_id: 0n,
      effective_start_time_ms: 8n * MINUTE,
      deadline_ms: null,
      priority_fee_percentage: 0n,
    }),
  );
  expect(names(events)).toEqual(['2 0', '1 0']);
  expect(names([event('TaskCanceledEvent', { task_id: task('2') }), ...events])).toEqual(['1 0']);
});

const occurrence = (occurrence_id: bigint, rest: Partial<Occurrence> = {}): Occurrence => ({
  occurrence_id,
  source: null,
  state: 'scheduled',
  reason: null,
  execution_object_id: null,
  start_at: null,
  deadline_at: null,
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
  ...rest,
});
const ran = [
  occurrence(3n, { state: 'settled', reason: 'failed' }),
  occurrence(2n, { state: 'settled' }),
  occurrence(1n, { state: 'withdrawn', reason: 'paused' }),
];

test('a settled run that failed counts as failed, a withdrawal as withdrawn', () => {
  expect(stateCounts(ran)).toBe('1 failed, 1 succeeded, 1 withdrawn');
});

test('the last results are those of past occurrences, newest last', () => {
  expect(lastResults([occurrence(5n), occurrence(4n, { state: 'dispatched' }), ...ran])).toEqual([
    'withdrawn',
    'succeeded',
    'failed',
    'running',
  ]);
});

test('the source is said in words, however an index spells it', () => {
  expect(sourceWords({ variant: 'Recurring', iteration: 4n })).toBe('recurring, run 5');
  expect(sourceWords({ recurring: { iteration: 0n } })).toBe('recurring, run 1');
  expect(sourceWords('standalone')).toBe('single');
  expect(sourceWords({ variant: 'Unheard' })).toBeNull();
  expect(sourceWords(null)).toBeNull();
});

test('the next is the earliest of those that wait', () => {
  const later = occurrence(5n, { start_at: '2026-11-21T14:00:00Z' });
  const sooner = occurrence(4n, { start_at: '2026-11-21T13:00:00+00:00' });
  expect(nextOccurrence([later, sooner, ...ran])?.occurrence_id).toBe(4n);
  expect(nextOccurrence(ran)).toBeUndefined();
});

test('withdrawn occurrences and those whose start is past are not upcoming', () => {
  const [past, future] = ['2026-11-21T13:00:00Z', '2026-11-21T15:00:00Z'];
  const occurrences = [
    occurrence(1n, { start_at: past }),
    occurrence(2n, { start_at: future, state: 'withdrawn', reason: 'paused' }),
    occurrence(3n, { start_at: future }),
    occurrence(4n),
  ];
  expect(upcomingOf(occurrences, Date.parse('2026-11-21T14:00:00Z'))).toBe(1);
});

test.each([
  [[], 'No occurrence has run yet'],
  [['missed'], 'Its only occurrence was missed'],
  [['missed', 'missed', 'withdrawn'], 'None of the last 3 occurrences has finished: 2 missed, 1 withdrawn'],
  [['running', 'running'], 'None of the last 2 occurrences has finished'],
  [
    ['succeeded', 'missed', 'succeeded', 'running'],
    'None of the last 2 finished occurrences failed, 1 missed',
  ],
  [['failed', 'aborted', 'succeeded'], '2 of the last 3 finished occurrences failed'],
  [['failed', 'running'], 'The only finished one of the last 2 occurrences failed'],
])('the results %j in words', (results, words) => {
  expect(resultsInWords(results)).toBe(words);
});
