// The watch on a real event store and stored values; the test delivers the stream.
import { beforeEach, expect, test } from 'vitest';
import type { LiveEvent, StoredCursor } from '@/lib/client/live/messages';
import { createTestStore } from '@/lib/client/testing/test-store';
import { liveAlerts } from './alert-rules';
import { EMPTY_LOG, type AlertLog, type RaisedAlert } from './stored-alerts';
import { watchForAlerts } from './alert-watch';

const MINUTE = 60_000;
const alerts = liveAlerts(
  [{ name: 'pauses', mute_ms: 5 * MINUTE }],
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

/** Stored in the browser, shared by its tabs. */
let log: AlertLog;
let cursor: StoredCursor | null;
let writes: number;
let now: number;
beforeEach(() => {
  log = EMPTY_LOG;
  cursor = null;
  writes = 0;
  now = 1_000_000;
});

function openTab({ holds = true, tip = 10n }: { holds?: boolean; tip?: bigint | null } = {}) {
  const { store, receive, reset, change } = createTestStore();
  const connect = (newest: bigint) => change({ tip: newest, heartbeat_at: now });
  change({ log_id: 'L1' });
  if (tip !== null) connect(tip);
  const waiting: (() => void)[] = [];
  const notified: RaisedAlert[] = [];
  const tab = { holds, notified, permitted: true };
  const watch = watchForAlerts({
    store,
    connection: { holdsStream: () => tab.holds },
    alerts: () => alerts,
    log: { get: () => log, set: (next) => void ((log = next), (writes += 1)) },
    cursor: { get: () => cursor, set: (next) => void (cursor = next) },
    clock: {
      now: () => now,
      monotonic: () => now,
      after: (_, run) => {
        waiting.push(run);
        return () => void waiting.splice(waiting.indexOf(run), 1);
      },
    },
    notify: (alert) => {
      notified.push(alert);
      return tab.permitted;
    },
  });
  const wait = () => waiting.splice(0).forEach((run) => run());
  return Object.assign(tab, { watch, connect, reset, wait, add: receive });
}

test('only the tab holding the stream notifies, and its successor continues', () => {
  const [first, second] = [openTab(), openTab({ holds: false })];
  for (const tab of [first, second]) tab.add([event(11)]);
  expect([first.notified, second.notified].map(({ length }) => length)).toEqual([1, 0]);
  expect(log.raised).toMatchObject([{ id: '11', notified: true, repeats: 0 }]);
  first.watch.stop();
  second.holds = true;
  second.add([event(12)]);
  second.wait();
  expect(log.raised).toMatchObject([{ id: '11', repeats: 1 }]);
  now += 5 * MINUTE;
  second.add([event(13)]);
  expect(second.notified.map(({ id }) => id)).toEqual(['13']);
});

test('events from before a tab was open raise nothing; a reload skips none', () => {
  const first = openTab();
  first.add([event(9), event(10)]);
  expect(log.raised).toEqual([]);
  first.add([event(11, 'TaskResumedEvent')]);
  first.watch.stop();
  expect(cursor).toEqual({ log_id: 'L1', id: '11', at: now });
  now += 3_000;
  // Event 12 arrived while the page loaded: the stream resumes after 11.
  const again = openTab({ tip: null });
  again.add([event(11, 'TaskResumedEvent'), event(12)]);
  again.connect(12n);
  expect(log.raised.map(({ id }) => id)).toEqual(['12']);
  again.watch.stop();
  now += 60 * MINUTE;
  const later = openTab({ tip: 30n });
  later.add([event(29)]);
  expect(later.notified).toEqual([]);
});

test('a cursor of another log is ignored, and after a reset the new log is checked from its start', () => {
  cursor = { log_id: 'L0', id: '3', at: now };
  const tab = openTab();
  tab.add([event(8)]);
  expect(log.raised).toEqual([]);
  tab.reset(2n);
  tab.add([event(2), event(3)]);
  expect(tab.notified.map(({ id }) => id)).toEqual(['3']);
});

test('repeats are written in batches, and keep what was seen or cleared meanwhile', () => {
  const tab = openTab();
  for (let id = 11; id < 500; id += 1) tab.add([event(id)]);
  expect(writes).toBe(1);
  log = { ...log, seen_at: 7 };
  tab.wait();
  expect(writes).toBe(2);
  expect(log).toMatchObject({ seen_at: 7, raised: [{ id: '11', repeats: 488 }] });
  tab.add([event(500)]);
  log = { ...log, raised: [] };
  tab.wait();
  expect(log.raised).toEqual([]);
});

test('without notifications the alert is still logged', () => {
  const tab = openTab();
  tab.permitted = false;
  tab.add([event(11)]);
  expect(log.raised).toMatchObject([{ id: '11', notified: false }]);
});
