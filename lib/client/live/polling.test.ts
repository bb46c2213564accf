// The connection where streams deliver nothing: a fake EventSource, a small log as history, and fake timers.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/client/api-error';
import type { Read } from '@/lib/client/read';
import { ManualSource } from '@/lib/client/testing/manual-source';
import { createSmallLog, type SmallLog } from '@/lib/client/testing/small-log';
import { createConnection, type WhyLost } from './connection';
import { POLL_MS, type LiveConnection, type LiveMessage } from './messages';
import { readNewEvents } from './new-events';
import type { RequestSlot } from './stream-slots';
import { systemClock as clock } from '@/lib/time/clock';

let sources: ManualSource[];
let messages: LiveMessage[];
let connection: LiveConnection;
let why: WhyLost | undefined;
let questions: number;
let answerMs: number;
let refusals: boolean[];
let log: SmallLog;
let read: Read;
let polls: number;
let slot: Parameters<RequestSlot>[0] | undefined;
let slotIsFree: boolean;

function create(): LiveConnection {
  const made = createConnection({
    open: (url) => {
      const source = new ManualSource(url);
      sources.push(source);
      return source;
    },
    clock,
    random: () => 0.5,
    stored: { get: () => null, set: () => undefined },
    online: () => true,
    whyLost: (refused) => {
      questions += 1;
      refusals.push(refused);
      return new Promise((resolve, reject) => {
        setTimeout(() => (why === undefined ? reject(new Error('no answer')) : resolve(why)), answerMs);
      });
    },
    readNewEvents: (after) => {
      polls += 1;
      return readNewEvents(read, after, clock.now);
    },
    requestSlot: (holder) => {
      slot = holder;
      if (slotIsFree) holder.onGranted();
      return () => void (slot = undefined);
    },
  });
  made.onMessage((message) => messages.push(message));
  return made;
}
const source = () => sources.at(-1)!;
const open = () => sources.filter(({ closed }) => !closed);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const state = () => connection.state();
const ids = () => messages.flatMap((message) => (message.is === 'event' ? [message.event.id] : []));

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  messages = [];
  why = 'reachable';
  questions = 0;
  answerMs = 0;
  refusals = [];
  log = createSmallLog();
  log.append(10);
  read = log.read;
  polls = 0;
  slotIsFree = true;
  connection = create();
});
afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

/** Ways in which something between browser and console breaks each stream. */
const BROKEN: [name: string, breakStream: () => Promise<unknown>][] = [
  ['holds it back', () => pass(21_000)],
  [
    'lets the first bytes through and holds back the rest',
    async () => {
      source().hello(String(log.tip()));
      await pass(36_000);
    },
  ],
  ['answers with HTML, or refuses it', async () => source().fail(2)],
  ['closes it at once', async () => source().fail(0)],
  [
    'cuts it after two seconds',
    async () => {
      source().hello(String(log.tip()));
      await pass(2_000);
      source().fail(0);
    },
  ],
];
it.each(BROKEN)('polls the history where a proxy %s, and says why', async (_, breakStream) => {
  connection.start();
  while (state().status !== 'polling') {
    const opened = sources.length;
    await breakStream();
    while (sources.length === opened && state().status !== 'polling') await pass(100);
    expect(sources.length).toBeLessThan(5);
  }
  expect(state().reason).toBe('network');
  log.append(3);
  await pass(POLL_MS);
  expect(ids()).toEqual([11n, 12n, 13n]);
  expect(state()).toMatchObject({ status: 'polling', reason: 'network', tip: 13n, cursor: 13n });
  expect(clock.now() - (state().heartbeat_at ?? 0)).toBeLessThan(POLL_MS);
});

it.each(BROKEN)('finds out on a slow network too that a proxy %s', async (_, breakStream) => {
  answerMs = 6_000;
  connection.start();
  for (let round = 0; round < 8 && state().status !== 'polling'; round += 1) {
    const opened = sources.length;
    await breakStream();
    while (sources.length === opened && state().status !== 'polling') await pass(100);
  }
  expect(state()).toMatchObject({ status: 'polling', reason: 'network' });
});

it('retries the stream less and less often, and is live once it works', async () => {
  connection.start();
  await pass(25_000);
  expect(state().status).toBe('polling');
  const opened = sources.length;
  await pass(10 * 60_000);
  const retries = sources.length - opened;
  expect(retries).toBeGreaterThan(2);
  expect(retries).toBeLessThan(8);
  expect(state()).toMatchObject({ status: 'polling', reason: 'network' });
  expect(open().length).toBeLessThanOrEqual(1);
  connection.reconnectNow();
  log.append(2);
  source().hello('12');
  expect(source().url).toBe('/api/events/stream?last_event_id=10');
  expect(state()).toMatchObject({ status: 'live', reason: null });
  const before = polls;
  await pass(20_000);
  expect(polls).toBe(before);
});

it('stays live where a proxy cuts each stream after fifteen seconds', async () => {
  connection.start();
  for (let round = 0; round < 6; round += 1) {
    source().hello('10');
    await pass(15_000);
    expect(state().status).toBe('live');
    source().fail(0);
    await pass(2_000);
  }
  expect(questions).toBe(0);
  expect(polls).toBe(0);
});

it('does not blame the network while the console is unreachable', async () => {
  why = undefined;
  connection.start();
  for (let round = 0; round < 5; round += 1) {
    source().fail(0);
    await pass(31_000);
    expect(state().status).toBe('connecting');
  }
  expect(polls).toBe(0);
  // Blocked first, then the console goes too.
  why = 'reachable';
  await pass(31_000);
  expect(state().status).toBe('polling');
  why = undefined;
  await pass(60_000);
  expect(state().status).toBe('connecting');
});

it('says that the console accepts no further stream', async () => {
  why = 'console';
  connection.start();
  for (let round = 0; round < 3; round += 1) {
    source().fail(2);
    await pass(4_000);
  }
  expect(state()).toMatchObject({ status: 'polling', reason: 'console' });
  expect(refusals).toContain(true);
});

it("polls while the relay finds the index's stream unusable, over an open connection", async () => {
  connection.start();
  source().hello('10', 'L1', 'unusable');
  expect(state()).toMatchObject({ status: 'polling', reason: 'index' });
  log.append(2);
  await pass(POLL_MS);
  expect(ids()).toEqual([11n, 12n]);
  source().emit('relay-beat', { tip: '10', state: 'unusable' });
  expect(state()).toMatchObject({ status: 'polling', reason: 'index', cursor: 12n, tip: 12n });
  source().event('13');
  source().emit('relay-status', { state: 'live' });
  expect(state().status).toBe('live');
  expect(ids()).toEqual([11n, 12n, 13n]);
});

it('polls once the events of the stream cannot be read', async () => {
  connection.start();
  source().hello('10');
  const odd = ['{"id":11', '{"no":"event"}', 'hello'];
  odd.forEach((data, at) => source().emit('message', data, String(11 + at)));
  expect(state()).toMatchObject({ status: 'polling', reason: 'index' });
  expect(open()).toEqual([]);
  expect(messages.filter(({ is }) => is === 'gap')).toHaveLength(3);
  await pass(31_000);
  expect(source().url).toBe('/api/events/stream?last_event_id=13');
});

it('skips what a page of the history cannot hold', async () => {
  connection.start();
  source().hello('10', 'L1', 'unusable');
  await pass(0);
  log.append(250);
  await pass(POLL_MS);
  expect(messages).toContainEqual({ is: 'skip', from: 10n, after: 160n });
  expect(ids()).toHaveLength(100);
  expect(ids()[0]).toBe(161n);
});

it('begins at the newest event where nothing is known yet', async () => {
  connection.start();
  await pass(25_000);
  expect(messages).toEqual([{ is: 'begin', after: 10n, stale_page: true }]);
});

it('finds a reset log, but not in one listing that is behind', async () => {
  connection.start();
  source().hello('40', 'L1', 'unusable');
  await pass(0);
  expect(messages.map(({ is }) => is)).toEqual(['begin']);
  await pass(POLL_MS);
  expect(messages.at(-1)).toEqual({ is: 'reset', tip: 10n });
});

it.each([
  [
    'refuses its history',
    () => Promise.reject(new ApiError({ endpoint: 'e', status: 403, code: null, message: '' })),
  ],
  [
    'lists none of its events',
    () => Promise.resolve({ items: [], metadata: { next_token: null, total_items: 7 } }),
  ],
  [
    'lists oldest first',
    async (...query: Parameters<Read>) => {
      const page = await (log.read as (...args: unknown[]) => Promise<{ items: unknown[] }>)(...query);
      return { ...page, items: [...page.items].reverse() };
    },
  ],
])('refreshes the page where the index %s', async (_, answer) => {
  read = answer as unknown as Read;
  connection.start();
  source().hello('10', 'L1', 'unusable');
  await pass(2 * POLL_MS);
  expect(messages.filter(({ is }) => is === 'refresh').length).toBeGreaterThan(1);
  expect(ids()).toEqual([]);
});

it('polls without a slot for a stream, and connects once there is one', async () => {
  slotIsFree = false;
  connection.start();
  expect(sources).toEqual([]);
  await pass(3_500);
  expect(state()).toMatchObject({ status: 'polling', reason: 'tabs' });
  log.append(1);
  await pass(POLL_MS);
  expect(ids()).toEqual([11n]);
  connection.reconnectNow();
  expect(sources).toEqual([]);
  slot?.onGranted();
  source().hello('11');
  expect(source().url).toBe('/api/events/stream?last_event_id=11');
  expect(state().status).toBe('live');
  slot?.onLost();
  expect(open()).toEqual([]);
  expect(state()).toMatchObject({ status: 'polling', reason: 'tabs' });
  connection.stop();
  expect(slot).toBeUndefined();
});
