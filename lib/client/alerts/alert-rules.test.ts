import { expect, test } from 'vitest';
import type { EventFrame } from '@/lib/contract/events';
import { alertFilter, evaluate, liveAlerts } from './alert-rules';
import { SUGGESTED_FILTERS } from './suggested-filters';
import { countUnseen, EMPTY_LOG, parseLog, parseSwitches, withSwitch, type AlertLog } from './stored-alerts';

const MINUTE = 60_000;
const sender = `0x${'ab'.repeat(32)}`;
const view = (name: string, search: string) => ({ name, search, path: '/events' });
const event = (id: number, kind = 'TaskPausedEvent'): EventFrame => ({
  id: BigInt(id),
  kind,
  tx_digest: `tx${id}`,
  sender_address: sender,
  payload: {},
});
const alerts = liveAlerts(
  [
    { name: 'pauses', mute_ms: 5 * MINUTE },
    { name: 'sender', mute_ms: MINUTE },
    { name: 'forgotten', mute_ms: MINUTE },
  ],
  [view('pauses', 'kinds=TaskPaused'), view('sender', `sender=${sender}`), view('other', '')],
);
/** The log after one event after the other, each at its minute. */
const after = (events: readonly (readonly [minute: number, event: EventFrame])[]): AlertLog =>
  events.reduce((log, [minute, event]) => evaluate(log, alerts, [event], minute * MINUTE).log, EMPTY_LOG);

test('an alert is on while its filter is saved, and matches what the filter matches', () => {
  expect(alerts.map(({ name }) => name)).toEqual(['pauses', 'sender']);
  const { log, raised } = evaluate(EMPTY_LOG, alerts, [event(1, 'TaskResumedEvent'), event(2)], 0);
  expect(raised.map(({ name, id, repeats }) => [name, id, repeats])).toEqual([
    ['pauses', '2', 0],
    ['sender', '1', 1],
  ]);
  expect(log.raised).toHaveLength(2);
  const [pauses] = alerts;
  const strange = { ...event(3), sender_address: '0x1' };
  expect(evaluate(EMPTY_LOG, [pauses!], [event(3, 'TaskResumedEvent'), strange], 0).raised).toHaveLength(1);
});

test('repeats within the mute period are counted, and after it the alert is raised again', () => {
  const log = after([
    [0, event(1)],
    [4, event(2)],
    [4.9, event(3)],
    [5, event(4)],
  ]);
  const pauses = log.raised.filter(({ name }) => name === 'pauses').map(({ id, repeats }) => [id, repeats]);
  expect(pauses).toEqual([
    ['4', 0],
    ['1', 2],
  ]);
  // Each alert has its own mute period.
  expect(log.raised.filter(({ name }) => name === 'sender')).toHaveLength(3);
});

test('a clock that was set back silences nothing; the log is bounded', () => {
  expect(
    after([
      [60, event(1)],
      [0, event(2)],
    ]).raised.filter(({ name }) => name === 'pauses'),
  ).toHaveLength(2);
  const long = after(Array.from({ length: 150 }, (_, index) => [index * 10, event(index)] as const));
  expect(long.raised).toHaveLength(100);
  expect(long.raised[0]?.id).toBe('149');
});

test('the log is the same object when nothing matches', () => {
  expect(
    evaluate(EMPTY_LOG, alerts, [{ ...event(1, 'TaskResumedEvent'), sender_address: '0x1' }], 0).log,
  ).toBe(EMPTY_LOG);
});

test('renamed kinds are matched by their new name, removed ones are dropped', () => {
  const { match, kinds, problem } = alertFilter(
    'kinds=ScheduledSkillExecutionPaused,PeriodicScheduleConfigured',
  );
  expect([...(match?.kinds ?? [])]).toEqual(['TaskPausedEvent']);
  expect(kinds.removed).toHaveLength(1);
  expect(problem).toBeNull();
});

test.each([
  ['kinds=PeriodicScheduleConfigured', /Its event kinds no longer exist/],
  ['sender=alice', /Invalid filter sender/],
  ['created_before=2026-11-21T00%3A00%3A00Z', /time window has an end/],
  ['turn=missed', /Only the index can filter/],
])('%s raises nothing rather than everything', (search, problem) => {
  const filter = alertFilter(search);
  expect(filter.match).toBeNull();
  expect(filter.problem).toMatch(problem);
  expect(liveAlerts([{ name: 'a', mute_ms: 1 }], [view('a', search)])).toEqual([]);
});

test('raised alerts are unseen until they are seen', () => {
  const log = after([
    [0, event(1)],
    [10, event(2)],
  ]);
  expect(countUnseen({ ...log, seen_at: -1 })).toBe(4);
  expect(countUnseen({ ...log, seen_at: 0 })).toBe(2);
  expect(countUnseen({ ...log, seen_at: 10 * MINUTE })).toBe(0);
});

test('stored values are validated', () => {
  expect(parseLog(undefined)).toBe(EMPTY_LOG);
  const { log } = evaluate(EMPTY_LOG, alerts, [event(1)], 5);
  const stored = JSON.parse(JSON.stringify({ ...log, seen_at: 3 })) as { raised: unknown[] };
  expect(parseLog({ ...stored, raised: [{ at: 'now' }, 7, ...stored.raised] })).toEqual({
    ...log,
    seen_at: 3,
  });
  expect(parseSwitches({})).toEqual([]);
  expect(parseSwitches([{ name: 'a', mute_ms: 0 }, { name: 7 }, null])).toEqual([
    { name: 'a', mute_ms: MINUTE },
  ]);
  expect(withSwitch([{ name: 'a', mute_ms: 1 }], 'a', null)).toEqual([]);
});

test('can raise alerts on every suggested filter', () => {
  for (const { name, search } of SUGGESTED_FILTERS)
    expect(alertFilter(search), name).toMatchObject({ problem: null });
});
