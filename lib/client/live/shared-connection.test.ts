// Tabs of one browser: a real BroadcastChannel between them, and a lock made by hand (Node 20 has none).
import { BroadcastChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UNKNOWN_STATE, type LiveConnection, type LiveMessage, type LiveState } from './live-message';
import { createSharedConnection, type Channel, type TakeLock } from './shared-connection';
import { browserTimers as timers } from './timers';

/** The log and its one stream: counts who is connected. */
let log: bigint[];
let connected: Tab[];
let tabs: Tab[];

interface Tab {
  shared: LiveConnection;
  ids: bigint[];
  begins: (bigint | null)[];
  late: boolean[];
  from: unknown[];
  receive: (message: LiveMessage) => void;
  change: (change: Partial<LiveState>) => void;
}

function lock(): TakeLock {
  const queue: (() => void)[] = [];
  let busy = false;
  const next = () => {
    busy = false;
    queue.shift()?.();
  };
  return ({ signal }, held) =>
    new Promise((done, fail) => {
      const run = () => {
        if (signal.aborted) return next();
        busy = true;
        void held().then(() => {
          done();
          next();
        });
      };
      signal.addEventListener('abort', () => {
        if (queue.includes(run)) queue.splice(queue.indexOf(run), 1);
        fail(new Error('aborted'));
      });
      if (busy) queue.push(run);
      else run();
    });
}

/** `openedAt`: when the tab was asked for. */
function openTab(take: TakeLock, name: string, openedAt = Infinity): Tab {
  const messages = new Set<(message: LiveMessage) => void>();
  const listeners = new Set<() => void>();
  let state = UNKNOWN_STATE;
  const tab: Tab = {
    ids: [],
    begins: [],
    late: [],
    from: [],
    receive: (message) => messages.forEach((listener) => listener(message)),
    change(change) {
      state = { ...state, ...change };
      listeners.forEach((listener) => listener());
    },
    shared: undefined as unknown as LiveConnection,
  };
  const own: LiveConnection = {
    start(from) {
      tab.from.push(from);
      connected.push(tab);
      const tip = log.at(-1) ?? 0n;
      tab.change({ status: 'live', log_id: 'L1', tip });
      tab.receive({ is: 'begin', after: from?.id ?? tip });
      if (from !== undefined)
        send(
          tab,
          log.filter((id) => id > from.id),
        );
    },
    stop: () => void (connected = connected.filter((one) => one !== tab)),
    hurry: () => undefined,
    refuse: (reason) => tab.change({ status: 'closed', reason }),
    holdsStream: () => connected.includes(tab),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onMessage: (listener) => {
      messages.add(listener);
      return () => messages.delete(listener);
    },
  };
  tab.shared = createSharedConnection({
    own,
    take,
    timers,
    openedAt,
    channel: () => new BroadcastChannel(name) as unknown as Channel,
  });
  tab.shared.onMessage((message) => {
    if (message.is === 'events')
      for (const { id } of message.events) if (!tab.ids.includes(id)) tab.ids.push(id);
    if (message.is === 'begin') {
      tab.begins.push(message.after);
      tab.late.push(message.late === true);
    }
  });
  tabs.push(tab);
  return tab;
}

function send(tab: Tab, ids: bigint[]): void {
  for (const id of ids) {
    tab.change({ tip: id });
    tab.receive({
      is: 'events',
      events: [{ id, kind: 'K', tx_digest: 't', sender_address: '0x1', payload: {}, received_at: 0 }],
    });
  }
}
function append(...ids: bigint[]): void {
  log.push(...ids);
  for (const tab of connected) send(tab, ids);
}

let channelNumber = 0;
let name: string;
let take: TakeLock;
beforeEach(() => {
  log = [1n, 2n];
  connected = [];
  tabs = [];
  name = `live-${(channelNumber += 1)}`;
  take = lock();
});
afterEach(() => tabs.forEach(({ shared }) => shared.stop()));

it('connects once, and every tab has the state and the events', async () => {
  const [first, second, third] = [openTab(take, name), openTab(take, name), openTab(take, name)];
  for (const { shared } of tabs) shared.start();
  await vi.waitFor(() => expect(tabs.map(({ begins }) => begins)).toEqual([[2n], [2n], [2n]]));
  append(3n, 4n);
  await vi.waitFor(() =>
    expect([second.ids, third.ids]).toEqual([
      [3n, 4n],
      [3n, 4n],
    ]),
  );
  expect(first.ids).toEqual([3n, 4n]);
  expect(connected).toEqual([first]);
  expect(tabs.map(({ shared }) => shared.holdsStream())).toEqual([true, false, false]);
  expect(third.shared.state()).toMatchObject({ status: 'live', tip: 4n });
});

it('passes to another tab when the one that has it goes, without a missing event', async () => {
  const [first, second] = [openTab(take, name), openTab(take, name)];
  for (const { shared } of tabs) shared.start();
  await vi.waitFor(() => expect(second.begins).toEqual([2n]));
  append(3n);
  await vi.waitFor(() => expect(second.ids).toEqual([3n]));
  first.shared.stop();
  append(4n);
  await vi.waitFor(() => expect(connected).toEqual([second]));
  append(5n);
  await vi.waitFor(() => expect(second.ids).toEqual([3n, 4n, 5n]));
  expect(second.from).toEqual([{ id: 3n, log_id: 'L1' }]);
});

it('a tab that comes back waits its turn again', async () => {
  const [first, second] = [openTab(take, name), openTab(take, name)];
  first.shared.start();
  second.shared.start();
  second.shared.stop();
  second.shared.start();
  await vi.waitFor(() => expect(second.shared.state().status).toBe('live'));
  expect(connected).toEqual([first]);
});

it('tells all tabs what was reset and what was refused', async () => {
  const [first, second] = [openTab(take, name), openTab(take, name)];
  const resets: unknown[] = [];
  second.shared.onMessage((message) => message.is === 'reset' && resets.push(message));
  for (const { shared } of tabs) shared.start();
  await vi.waitFor(() => expect(second.begins).toEqual([2n]));
  first.receive({ is: 'reset', tip: 0n });
  first.change({ status: 'closed', reason: 'unauthenticated' });
  await vi.waitFor(() =>
    expect(second.shared.state()).toMatchObject({ status: 'closed', reason: 'unauthenticated' }),
  );
  expect(resets).toEqual([{ is: 'reset', tip: 0n }]);
});

it('a tab that joins is told when an event came after it was asked for: its page may have been read before', async () => {
  const first = openTab(take, name);
  first.shared.start();
  await vi.waitFor(() => expect(first.begins).toHaveLength(1));
  first.change({ last_event_at: 5_000 });
  const [before, after] = [openTab(take, name, 4_999), openTab(take, name, 5_001)];
  before.shared.start();
  after.shared.start();
  await vi.waitFor(() => expect([before.late, after.late]).toEqual([[true], [false]]));
});
