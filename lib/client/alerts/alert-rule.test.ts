import { expect, test } from 'vitest';
import type { EventFrame } from '@/lib/contract/events';
import { alertFilter, EMPTY_LOG, judge, liveAlerts, logOf, unseen, type AlertLog } from './alert-rule';
import { switchesOf, withSwitch } from './alert-switches';

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
    { name: 'pauses', quiet_ms: 5 * MINUTE },
    { name: 'mine', quiet_ms: MINUTE },
    { name: 'forgotten', quiet_ms: MINUTE },
  ],
  [view('pauses', 'kinds=TaskPaused'), view('mine', `sender=${sender}`), view('other', '')],
);
/** The log after one event after the other, each at its minute. */
const after = (events: readonly (readonly [minute: number, event: EventFrame])[]): AlertLog =>
  events.reduce((log, [minute, one]) => judge(log, alerts, [one], minute * MINUTE).log, EMPTY_LOG);

test('an alert is on for a filter that is still saved, and looks for what the filter says', () => {
  expect(alerts.map(({ name }) => name)).toEqual(['pauses', 'mine']);
  const { log, raised } = judge(EMPTY_LOG, alerts, [event(1, 'TaskResumedEvent'), event(2)], 0);
  expect(raised.map(({ name, id, more }) => [name, id, more])).toEqual([
    ['pauses', '2', 0],
    ['mine', '1', 1],
  ]);
  expect(log.raised).toHaveLength(2);
  const [pauses] = alerts;
  const strange = { ...event(3), sender_address: '0x1' };
  expect(judge(EMPTY_LOG, [pauses!], [event(3, 'TaskResumedEvent'), strange], 0).raised).toHaveLength(1);
});

test('within the quiet period what matches is counted, and after it the alert is raised again', () => {
  const log = after([
    [0, event(1)],
    [4, event(2)],
    [4.9, event(3)],
    [5, event(4)],
  ]);
  const told = log.raised.filter(({ name }) => name === 'pauses').map(({ id, more }) => [id, more]);
  expect(told).toEqual([
    ['4', 0],
    ['1', 2],
  ]);
  // Each alert has a period of its own.
  expect(log.raised.filter(({ name }) => name === 'mine')).toHaveLength(3);
});

test('a clock that was set back silences nothing; the log does not grow for ever', () => {
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

test('the log is the same object where nothing matched', () => {
  expect(judge(EMPTY_LOG, alerts, [{ ...event(1, 'TaskResumedEvent'), sender_address: '0x1' }], 0).log).toBe(
    EMPTY_LOG,
  );
});

test('renamed kinds are looked for by their new name, removed ones are left out', () => {
  const { match, kinds, why } = alertFilter('kinds=ScheduledSkillExecutionPaused,PeriodicScheduleConfigured');
  expect([...(match?.kinds ?? [])]).toEqual(['TaskPausedEvent']);
  expect(kinds.removed).toHaveLength(1);
  expect(why).toBeNull();
});

test.each([
  ['kinds=PeriodicScheduleConfigured', /none of its kinds is left/],
  ['sender=nobody', /filter sender is not understood/],
  ['created_before=2026-11-21T00%3A00%3A00Z', /window has an end/],
])('%s raises nothing instead of everything', (search, why) => {
  const filter = alertFilter(search);
  expect(filter.match).toBeNull();
  expect(filter.why).toMatch(why);
  expect(liveAlerts([{ name: 'a', quiet_ms: 1 }], [view('a', search)])).toEqual([]);
});

test('what was raised is unseen until it is looked at', () => {
  const log = after([
    [0, event(1)],
    [10, event(2)],
  ]);
  expect(unseen({ ...log, seen_at: -1 })).toBe(4);
  expect(unseen({ ...log, seen_at: 0 })).toBe(2);
  expect(unseen({ ...log, seen_at: 10 * MINUTE })).toBe(0);
});

test('what storage holds is not trusted', () => {
  expect(logOf(undefined)).toBe(EMPTY_LOG);
  const { log } = judge(EMPTY_LOG, alerts, [event(1)], 5);
  const kept = JSON.parse(JSON.stringify({ ...log, seen_at: 3 })) as { raised: unknown[] };
  expect(logOf({ ...kept, raised: [{ at: 'now' }, 7, ...kept.raised] })).toEqual({ ...log, seen_at: 3 });
  expect(switchesOf({})).toEqual([]);
  expect(switchesOf([{ name: 'a', quiet_ms: 0 }, { name: 7 }, null])).toEqual([
    { name: 'a', quiet_ms: MINUTE },
  ]);
  expect(withSwitch([{ name: 'a', quiet_ms: 1 }], 'a', null)).toEqual([]);
});
