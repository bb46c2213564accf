import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CheckState } from './check';
import { UNKNOWN_STATE, type LiveMessage, type LiveState } from './live-message';
import { createObserved } from './observed';
import { createTurns, type Turns } from './connection-log';

let state: ReturnType<typeof createObserved<LiveState>>;
let check: ReturnType<typeof createObserved<Pick<CheckState, 'missing'>>>;
let listeners: ((message: LiveMessage) => void)[];
let turns: Turns;
const said = () => turns.state().turns.map(({ words }) => words);
const hear = (message: LiveMessage) => listeners.forEach((listener) => listener(message));

beforeEach(() => {
  vi.useFakeTimers();
  state = createObserved<LiveState>(UNKNOWN_STATE);
  check = createObserved<Pick<CheckState, 'missing'>>({ missing: [] });
  listeners = [];
  turns = createTurns({
    connection: {
      state: state.get,
      subscribe: state.subscribe,
      onMessage: (listener) => (listeners.push(listener), () => undefined),
    },
    checker: { state: () => check.get() as CheckState, subscribe: check.subscribe },
    now: () => Date.now(),
  });
});
afterEach(() => vi.useRealTimers());

it('tells the death of the console and its return, with the time between and where the stream went on', () => {
  state.set({ status: 'live', tip: 10n, cursor: 10n });
  state.set({ status: 'connecting', attempts: 1 });
  state.set({ attempts: 2 });
  vi.advanceTimersByTime(4_000);
  state.set({ status: 'live', attempts: 0 });
  expect(said()).toEqual([
    'Connected again, 4 s later; the stream went on after event 10.',
    'The console stopped answering; trying again by itself.',
    'Live after event 10.',
  ]);
});

it('tells the index that went away from the console that did', () => {
  state.set({ status: 'live' });
  state.set({ status: 'stale' });
  vi.advanceTimersByTime(65_000);
  state.set({ status: 'live' });
  expect(said().slice(0, 2)).toEqual([
    'The index is back, 1 m 5 s later; the stream went on.',
    'The index went away. What is shown is its last word; nothing is lost.',
  ]);
});

it('tells a short absence of the index when it is over', () => {
  state.set({ status: 'live', cursor: 1_234n });
  hear({ is: 'away', ms: 3_210 });
  expect(said()[0]).toBe(
    'The index was away for 3.2 s; the stream went on after event 1,234, and nothing was lost.',
  );
});

it('tells that it catches up and that it has, once each', () => {
  state.set({ status: 'live', tip: 1_000n, cursor: 10n });
  for (const cursor of [200n, 500n, 950n, 1_000n]) state.set({ cursor });
  state.set({ tip: 1_001n });
  state.set({ cursor: 1_001n });
  expect(said()).toEqual([
    'Caught up with the log.',
    'Catching up: about 990 events behind the log’s end.'.replace('’', "'"),
    'Live after event 10.',
  ]);
});

it('tells a reset, a stretch that was left out, a key that died, and where this browser had been', () => {
  hear({ is: 'begin', after: 7n, left_at: Date.now() - 3 * 86_400_000 });
  hear({ is: 'skip', from: 7n, after: 90_007n });
  hear({ is: 'reset', tip: 2n });
  state.set({ status: 'closed', reason: 'unauthenticated' });
  const [key, reset, skip, begin] = said();
  expect(begin).toBe('Taken up after event 7, where this browser was 3 d ago.');
  expect(skip).toMatch(/^90,000 events came since event 7: too many to replay/);
  expect(reset).toMatch(/^The event log started again, at event 2\. .*previous log/);
  expect(key).toMatch(/does not accept the key/);
});

it('tells what the check found missing, each id once', () => {
  check.set({ missing: [5n] });
  check.set({ missing: [5n, 9n, 11n] });
  expect(said()).toEqual([
    '2 events had not come over the stream (9, 11) and were taken from the history.',
    '1 event had not come over the stream (5) and was taken from the history.',
  ]);
});

it('keeps the last forty', () => {
  for (let round = 0; round < 60; round += 1) hear({ is: 'gap', after: BigInt(round) });
  expect(said()).toHaveLength(40);
  expect(said()[0]).toContain('after 59');
});
