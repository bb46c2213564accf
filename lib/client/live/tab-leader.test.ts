// Tabs of one browser with a real BroadcastChannel and a fake lock, because Node 20 has no Web Locks.
import { BroadcastChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { parseJson, stringifyJson } from '@/lib/json/exact';
import { INITIAL_STATE, type LiveConnection, type LiveMessage, type LiveState } from './messages';
import {
  cloningChannel,
  createSharedConnection,
  HEARTBEAT_MS,
  type AcquireLock,
  type Channel,
  type SharedConnection,
} from './tab-leader';
import { systemClock, type Clock } from '@/lib/time/clock';

/** The log and its one stream: counts who is connected. */
let log: bigint[];
let connected: Tab[];
let tabs: Tab[];

interface Tab {
  shared: SharedConnection;
  ids: bigint[];
  begins: (bigint | null)[];
  stale: boolean[];
  /** Neither sends nor receives, as a tab whose main thread is blocked. */
  hung: boolean;
  hidden: boolean;
  from: unknown[];
  receive: (message: LiveMessage) => void;
  change: (change: Partial<LiveState>) => void;
}

function lock(): AcquireLock {
  const queue: (() => void)[] = [];
  let stolen: (() => void) | undefined;
  let busy = false;
  const next = () => {
    busy = false;
    queue.shift()?.();
  };
  return ({ signal, steal }, hold) =>
    new Promise((done, fail) => {
      const run = () => {
        if (signal.aborted) return next();
        busy = true;
        let lost = false;
        stolen = () => {
          lost = true;
          fail(new Error('stolen'));
        };
        void hold().then(() => {
          done();
          if (!lost) next();
        });
      };
      signal.addEventListener('abort', () => {
        if (queue.includes(run)) queue.splice(queue.indexOf(run), 1);
        fail(new Error('aborted'));
      });
      if (steal) {
        stolen?.();
        run();
      } else if (busy) queue.push(run);
      else run();
    });
}

/** `openedAt`: when the tab was opened. */
function openTab(openedAt = Infinity, clock: Clock = systemClock): Tab {
  const messages = new Set<(message: LiveMessage) => void>();
  const listeners = new Set<() => void>();
  let state = INITIAL_STATE;
  const tab: Tab = {
    ids: [],
    begins: [],
    stale: [],
    hung: false,
    hidden: false,
    from: [],
    receive: (message) => messages.forEach((listener) => listener(message)),
    change(change) {
      state = { ...state, ...change };
      listeners.forEach((listener) => listener());
    },
    shared: undefined as unknown as SharedConnection,
  };
  const connection: LiveConnection = {
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
    stop: () => void (connected = connected.filter((other) => other !== tab)),
    reconnectNow: () => undefined,
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
    localConnection: connection,
    acquireLock: take,
    clock,
    hidden: () => tab.hidden,
    openedAt,
    channel: () => {
      const channel = new BroadcastChannel(name) as unknown as Channel;
      return {
        postMessage: (message) => void (tab.hung || channel.postMessage(message)),
        set onmessage(listener: Channel['onmessage']) {
          channel.onmessage = (event) => void (tab.hung || listener?.(event));
        },
        close: () => channel.close(),
      };
    },
  });
  tab.shared.onMessage((message) => {
    if (message.is === 'event' && !tab.ids.includes(message.event.id)) tab.ids.push(message.event.id);
    if (message.is === 'begin') {
      tab.begins.push(message.after);
      tab.stale.push(message.stale_page === true);
    }
  });
  tabs.push(tab);
  return tab;
}

function send(tab: Tab, ids: bigint[], received_at = 0): void {
  for (const id of ids) {
    tab.receive({
      is: 'event',
      event: { id, kind: 'K', tx_digest: 't', sender_address: '0x1', payload: {}, received_at },
    });
  }
}
function append(...ids: bigint[]): void {
  log.push(...ids);
  for (const tab of connected) send(tab, ids);
}

let channelNumber = 0;
let name: string;
let take: AcquireLock;
beforeEach(() => {
  log = [1n, 2n];
  connected = [];
  tabs = [];
  name = `live-${(channelNumber += 1)}`;
  take = lock();
});
afterEach(() => tabs.forEach(({ shared }) => shared.stop()));

it('connects once, and every tab has the state and the events', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  for (const { shared } of tabs) shared.start();
  await expect.poll(() => tabs.map(({ begins }) => begins)).toEqual([[2n], [2n], [2n]]);
  append(3n, 4n);
  await expect
    .poll(() => [second.ids, third.ids])
    .toEqual([
      [3n, 4n],
      [3n, 4n],
    ]);
  expect(first.ids).toEqual([3n, 4n]);
  expect(connected).toEqual([first]);
  expect(tabs.map(({ shared }) => shared.holdsStream())).toEqual([true, false, false]);
  expect(third.shared.state()).toMatchObject({ status: 'live', log_id: 'L1' });
});

it('hands over when the leading tab closes, without a missing event', async () => {
  const [first, second] = [openTab(), openTab()];
  for (const { shared } of tabs) shared.start();
  await expect.poll(() => second.begins).toEqual([2n]);
  append(3n);
  await expect.poll(() => second.ids).toEqual([3n]);
  first.shared.stop();
  append(4n);
  await expect.poll(() => connected).toEqual([second]);
  append(5n);
  await expect.poll(() => second.ids).toEqual([3n, 4n, 5n]);
  expect(second.from).toEqual([{ id: 3n, log_id: 'L1' }]);
});

it('a tab that returns queues for the lock again', async () => {
  const [first, second] = [openTab(), openTab()];
  first.shared.start();
  second.shared.start();
  second.shared.stop();
  second.shared.start();
  await expect.poll(() => second.shared.state().status).toBe('live');
  expect(connected).toEqual([first]);
});

describe('a tab that returns', () => {
  /** Two tabs that have event 3; the messages that the one which leaves receives, without events. */
  async function pair(leaves: 'leader' | 'follower') {
    const [first, second] = [openTab(), openTab()];
    for (const { shared } of tabs) shared.start();
    await expect.poll(() => second.begins).toEqual([2n]);
    append(3n);
    await expect.poll(() => second.ids).toEqual([3n]);
    const [gone, other] = leaves === 'leader' ? [first, second] : [second, first];
    const received: LiveMessage[] = [];
    gone.shared.onMessage((message) => void (message.is === 'event' || received.push(message)));
    gone.shared.stop();
    expect(gone.shared.state().status).toBe('connecting');
    await expect.poll(() => connected).toEqual([other]);
    return { gone, other, received };
  }

  it.each(['leader', 'follower'] as const)('learns what it missed: as %s', async (leaves) => {
    const { gone, received } = await pair(leaves);
    append(4n, 5n);
    gone.shared.start();
    await expect.poll(() => gone.shared.state().status).toBe('live');
    append(6n);
    await expect.poll(() => gone.ids).toEqual([3n, 6n]);
    expect(received).toEqual([{ is: 'gap', after: 3n, to: 5n }]);
  });

  it('reports nothing when nothing happened', async () => {
    const { gone, received } = await pair('follower');
    gone.shared.start();
    await expect.poll(() => gone.shared.state().status).toBe('live');
    append(4n);
    await expect.poll(() => gone.ids).toEqual([3n, 4n]);
    expect(received).toEqual([]);
  });

  it('skips what is too much to read again', async () => {
    const { gone, received } = await pair('follower');
    append(90_003n);
    gone.shared.start();
    await expect.poll(() => received).toEqual([{ is: 'skip', from: 3n, after: 90_003n }]);
  });

  it('learns that the log started again', async () => {
    const { gone, other, received } = await pair('follower');
    other.receive({ is: 'reset', tip: 1n });
    other.change({ log_id: 'L2', tip: 1n });
    gone.shared.start();
    await expect.poll(() => received).toEqual([{ is: 'reset', tip: 1n }]);
  });

  it('leads from the last event before it left, even if it has received a newer one', async () => {
    const { gone, other } = await pair('follower');
    append(4n);
    gone.shared.start();
    append(5n);
    other.hung = true;
    await expect.poll(() => gone.ids).toEqual([3n, 5n]);
    other.shared.stop();
    await expect.poll(() => gone.from).toEqual([{ id: 3n, log_id: 'L1' }]);
    expect(gone.ids).toContain(4n);
  });
});

it('broadcasts resets and refusals', async () => {
  const [first, second] = [openTab(), openTab()];
  const resets: unknown[] = [];
  second.shared.onMessage((message) => message.is === 'reset' && resets.push(message));
  for (const { shared } of tabs) shared.start();
  await expect.poll(() => second.begins).toEqual([2n]);
  first.receive({ is: 'reset', tip: 0n });
  first.change({ status: 'closed', reason: 'unauthenticated' });
  await expect
    .poll(() => second.shared.state())
    .toMatchObject({ status: 'closed', reason: 'unauthenticated' });
  expect(resets).toEqual([{ is: 'reset', tip: 0n }]);
});

it('a joining tab learns whether events arrived after its page was requested: its page may be older', async () => {
  const first = openTab();
  first.shared.start();
  await expect.poll(() => first.begins).toHaveLength(1);
  log.push(3n);
  send(first, [3n], 5_000);
  const [before, after] = [openTab(4_999), openTab(5_001)];
  before.shared.start();
  after.shared.start();
  await expect.poll(() => [before.stale, after.stale]).toEqual([[true], [false]]);
  // Everything after the newest event delivered, not after the last heartbeat's id.
  expect([before.begins, after.begins]).toEqual([[3n], [3n]]);
});

it('the leader knows whether a tab that follows it is visible', async () => {
  const [first, second] = [openTab(), openTab()];
  first.shared.start();
  await expect.poll(() => connected).toEqual([first]);
  first.hidden = true;
  expect(first.shared.isVisible()).toBe(false);
  second.hidden = true;
  second.shared.start();
  await expect.poll(() => second.begins).toEqual([2n]);
  expect(first.shared.isVisible()).toBe(false);
  second.shared.stop();
  second.hidden = false;
  second.shared.start();
  await expect.poll(() => first.shared.isVisible()).toBe(true);
});

describe('a leader that hangs', () => {
  /** A clock whose one timer the test runs, so that heartbeats need no waiting. */
  function testClock() {
    let scheduled: { run: () => void; ms: number } | undefined;
    const clock: Clock = {
      now: () => 0,
      monotonic: () => 0,
      after(ms, run) {
        const timer = { run, ms };
        scheduled = timer;
        return () => void (scheduled = scheduled === timer ? undefined : scheduled);
      },
    };
    const tick = () => {
      expect(scheduled?.ms).toBe(HEARTBEAT_MS);
      scheduled?.run();
    };
    return { clock, tick };
  }
  const messagesDelivered = () => new Promise((done) => setTimeout(done, 20));

  it('is replaced within two heartbeats, without a missing event, and follows when it responds again', async () => {
    const { clock, tick } = testClock();
    const [first, second] = [openTab(), openTab(Infinity, clock)];
    for (const { shared } of tabs) shared.start();
    await expect.poll(() => second.begins).toEqual([2n]);
    append(3n);
    await expect.poll(() => second.ids).toEqual([3n]);
    first.hung = true;
    append(4n);
    tick();
    tick();
    await expect.poll(() => connected).toEqual([second]);
    expect(second.ids).toEqual([3n, 4n]);
    first.hung = false;
    append(5n);
    await expect.poll(() => first.ids).toEqual([3n, 4n, 5n]);
    expect(tabs.map(({ shared }) => shared.holdsStream())).toEqual([false, true]);
  });

  it('is not replaced while it answers heartbeats, even without events', async () => {
    const { clock, tick } = testClock();
    const [first, second] = [openTab(), openTab(Infinity, clock)];
    for (const { shared } of tabs) shared.start();
    await expect.poll(() => second.begins).toEqual([2n]);
    for (let beat = 0; beat < 5; beat += 1) {
      tick();
      await messagesDelivered();
    }
    expect(connected).toEqual([first]);
  });
});

test('an event reaches the other tabs with every digit', async () => {
  const text = '{"id":12345678901234567890,"payload":{"n":1.10,"__proto__":-0}}';
  const [from, to] = ['a', 'b'].map(() =>
    cloningChannel(new BroadcastChannel('exact') as unknown as Channel),
  );
  const received = new Promise((resolve) => {
    if (to !== undefined) to.onmessage = ({ data }) => resolve(data);
  });
  from?.postMessage(parseJson(text) as Parameters<Channel['postMessage']>[0]);
  expect(stringifyJson(await received)).toBe(text);
  from?.close();
  to?.close();
});
