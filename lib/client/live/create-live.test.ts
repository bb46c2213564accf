import { afterEach, expect, test, vi } from 'vitest';
import { createListeners, createObservable } from '@/lib/client/observable';
import { createLive } from './create-live';
import { INITIAL_STATE, type LiveMessage } from './messages';

afterEach(() => void vi.useRealTimers());

const shown = { invalidate: () => Promise.resolve(), shownExecutions: () => [] };

/** The code that connects, with a connection fed by hand. */
function connecting() {
  const state = createObservable(INITIAL_STATE);
  const messages = createListeners<[LiveMessage]>();
  const calls: string[] = [];
  const connection = {
    state: state.get,
    subscribe: state.subscribe,
    onMessage: messages.add,
    holdsStream: () => true,
    refuse: (reason: string) => calls.push(`refuse ${reason}`),
  };
  const connectLive = () => ({
    connection,
    newPage: () => calls.push('new page'),
    start: () => {
      calls.push('start');
      return () => calls.push('stop');
    },
  });
  return { code: { connectLive } as never, state, messages, calls };
}

test('shows the connection and stores its events once the code has loaded', async () => {
  const { code, state, messages, calls } = connecting();
  const live = createLive('index.example', shown, () => Promise.resolve(code));
  const stop = live.start(true);
  expect([live.connection.state().status, live.connection.holdsStream()]).toEqual(['connecting', false]);
  await vi.waitFor(() => expect(calls).toEqual(['new page', 'start']));
  messages.notify({ is: 'begin', after: 41n });
  state.set({ status: 'live', tip: 42n });
  expect(live.store.state()).toMatchObject({ status: 'live', after: 41n, tip: 42n });
  expect(live.connection.holdsStream()).toBe(true);
  stop();
  live.start(true);
  await vi.waitFor(() => expect(calls).toEqual(['new page', 'start', 'stop', 'start']));
});

test('loads the code again after a failure', async () => {
  vi.useFakeTimers();
  const { code, calls } = connecting();
  const load = vi.fn(() => Promise.resolve(code)).mockRejectedValueOnce(new Error('no network'));
  const live = createLive('index.example', shown, load);
  live.start(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(live.connection.state()).toMatchObject({ status: 'connecting', attempts: 1 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toEqual(['new page', 'start']);
});

test('connects nothing when it was stopped before the code loaded, nor for a key without the scope', async () => {
  const { code, calls } = connecting();
  const live = createLive('index.example', shown, () => Promise.resolve(code));
  live.start(true)();
  live.start(false);
  await vi.waitFor(() => expect(calls).toEqual(['new page', 'refuse missing_scope']));
});
