// The watch between a real feed and kept values; the stream is played by hand.
import { beforeEach, expect, test } from 'vitest';
import { createFeed } from '@/lib/client/live/feed';
import { UNKNOWN_STATE, type LiveEvent, type LiveState } from '@/lib/client/live/live-message';
import { EMPTY_LOG, liveAlerts, type AlertLog, type Raised } from './alert-rule';
import { watchForAlerts, type AlertWatch, type LookedAt } from './alert-watch';

const MINUTE = 60_000;
const alerts = liveAlerts(
  [{ name: 'pauses', quiet_ms: 5 * MINUTE }],
  [{ name: 'pauses', path: '/events', search: 'kinds=TaskPaused' }],
);
const event = (id: number, kind = 'TaskPausedEvent'): LiveEvent => ({
  id: BigInt(id),
  kind,
  tx_digest: `tx${id}`,
  sender_address: '0x1',
  payload: {},
  received_at: 0,
});

/** What the tabs of a browser share. */
let log: AlertLog;
let looked: LookedAt | null;
let writes: number;
let now: number;
beforeEach(() => {
  log = EMPTY_LOG;
  looked = null;
  writes = 0;
  now = 1_000_000;
});

function openTab({ holds = true, tip = 10n }: { holds?: boolean; tip?: bigint | null } = {}) {
  const feed = createFeed({ soon: () => undefined, now: () => now });
  const listeners = new Set<() => void>();
  const waiting: (() => void)[] = [];
  let state: LiveState = { ...UNKNOWN_STATE, tip, log_id: 'L1' };
  const notified: Raised[] = [];
  const tab = { feed, holds, notified, may: true, watch: undefined as unknown as AlertWatch };
  tab.watch = watchForAlerts({
    feed,
    connection: {
      state: () => state,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      holdsStream: () => tab.holds,
    },
    alerts: () => alerts,
    log: { get: () => log, set: (next) => void ((log = next), (writes += 1)) },
    looked: { get: () => looked, set: (next) => void (looked = next) },
    timers: {
      now: () => now,
      after: (_, run) => {
        waiting.push(run);
        return () => void waiting.splice(waiting.indexOf(run), 1);
      },
    },
    notify: (raised) => {
      notified.push(raised);
      return tab.may;
    },
  });
  const change = (next: Partial<LiveState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  return Object.assign(tab, { change, wait: () => waiting.splice(0).forEach((run) => run()) });
}

test('of several tabs only the one that has the stream notifies, and goes on when it takes the stream over', () => {
  const [first, second] = [openTab(), openTab({ holds: false })];
  for (const { feed } of [first, second]) feed.add([event(11)]);
  expect([first.notified, second.notified].map(({ length }) => length)).toEqual([1, 0]);
  expect(log.raised).toMatchObject([{ id: '11', notified: true, more: 0 }]);
  first.watch.stop();
  second.holds = true;
  second.feed.add([event(12)]);
  second.wait();
  expect(log.raised).toMatchObject([{ id: '11', more: 1 }]);
  now += 5 * MINUTE;
  second.feed.add([event(13)]);
  expect(second.notified.map(({ id }) => id)).toEqual(['13']);
});

test('what came before a tab was open raises nothing; a reload leaves nothing out', () => {
  const first = openTab();
  first.feed.add([event(9), event(10)]);
  expect(log.raised).toEqual([]);
  first.feed.add([event(11, 'TaskResumedEvent')]);
  first.watch.stop();
  expect(looked).toEqual({ log_id: 'L1', id: '11', at: now });
  now += 3_000;
  // Event 12 came while the page was loaded: the stream is taken up after 11.
  const again = openTab({ tip: null });
  again.feed.add([event(11, 'TaskResumedEvent'), event(12)]);
  again.change({ tip: 12n });
  expect(log.raised.map(({ id }) => id)).toEqual(['12']);
  again.watch.stop();
  now += 60 * MINUTE;
  const later = openTab({ tip: 30n });
  later.feed.add([event(29)]);
  expect(later.notified).toEqual([]);
});

test('a cursor of another log is worth nothing, and after a reset the new log is looked at from its beginning', () => {
  looked = { log_id: 'L0', id: '3', at: now };
  const tab = openTab();
  tab.feed.add([event(8)]);
  expect(log.raised).toEqual([]);
  tab.feed.reset(2n);
  tab.feed.add([event(2), event(3)]);
  expect(tab.notified.map(({ id }) => id)).toEqual(['3']);
});

test('a busy filter writes its counts in handfuls, and keeps what was looked at meanwhile', () => {
  const tab = openTab();
  for (let id = 11; id < 500; id += 1) tab.feed.add([event(id)]);
  expect(writes).toBe(1);
  log = { ...log, seen_at: 7 };
  tab.wait();
  expect(writes).toBe(2);
  expect(log).toMatchObject({ seen_at: 7, raised: [{ id: '11', more: 488 }] });
  tab.feed.add([event(500)]);
  log = { ...log, raised: [] };
  tab.wait();
  expect(log.raised).toEqual([]);
});

test('a browser that shows no notifications still has the line', () => {
  const tab = openTab();
  tab.may = false;
  tab.feed.add([event(11)]);
  expect(log.raised).toMatchObject([{ id: '11', notified: false }]);
});
