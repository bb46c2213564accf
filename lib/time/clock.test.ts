import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every, isoTime, systemClock } from './clock';

const DAY = 24 * 3_600_000;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

test('runs once after the wait, unless it is cancelled', () => {
  const [run, cancelled] = [vi.fn(), vi.fn()];
  systemClock.after(100, run);
  systemClock.after(100, cancelled)();
  vi.advanceTimersByTime(99);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  expect(cancelled).not.toHaveBeenCalled();
});

test('waits longer than setTimeout can, and can still be cancelled then', () => {
  const [run, cancelled] = [vi.fn(), vi.fn()];
  systemClock.after(60 * DAY, run);
  const cancel = systemClock.after(60 * DAY, cancelled);
  vi.advanceTimersByTime(60 * DAY - 1);
  expect(run).not.toHaveBeenCalled();
  cancel();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60 * DAY);
  expect(cancelled).not.toHaveBeenCalled();
});

test('repeats until it is ended, also by what it runs', () => {
  const run = vi.fn();
  const end = every(systemClock, 100, run);
  const endAtOnce = every(systemClock, 100, () => {
    run();
    endAtOnce();
  });
  vi.advanceTimersByTime(350);
  expect(run).toHaveBeenCalledTimes(4);
  end();
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(4);
});

test('times as the API writes them', () => {
  expect(isoTime(systemClock.now() + 5)).toBe('1970-01-01T00:00:00.005Z');
});
