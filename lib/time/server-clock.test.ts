import { beforeEach, expect, it, vi } from 'vitest';
import { createServerClock, type ServerClock } from './server-clock';

const HOUR = 3_600_000;
/** The server's time at the start. */
const START = Date.parse('2026-11-26T12:00:00.000Z');

/** Time that passed, and how much the device's clock is ahead. */
let passed: number;
let ahead: number;
let asleep: number;
let clock: ServerClock;
const serverNow = () => START + passed + asleep;

function create(startAhead: number): void {
  [passed, asleep, ahead] = [0, 0, startAhead];
  clock = createServerClock({
    now: () => serverNow() + ahead,
    monotonic: () => passed,
    after: () => () => undefined,
  });
}

/** An answer that takes `ms`, made by the server after `madeAfter`. */
function answer(ms = 40, madeAfter = ms / 2, headers: Record<string, string> = {}): void {
  const sentAt = clock.monotonic();
  passed += madeAfter;
  const date = new Date(serverNow()).toUTCString();
  passed += ms - madeAfter;
  clock.noteAnswer(new Headers({ date, ...headers }), sentAt);
}
const notified = () => Promise.resolve();
const error = () => clock.now() - serverNow();

beforeEach(() => create(0));

it.each([-2 * HOUR, 2 * HOUR, -3 * 60_000, 26 * HOUR])(
  'follows the server where the clock is %d ms ahead',
  (by) => {
    create(by);
    expect(error()).toBe(by);
    answer();
    expect(Math.abs(error())).toBeLessThan(1_000);
    expect(Math.abs(clock.offset() + by)).toBeLessThan(1_000);
    passed += 5 * HOUR;
    expect(Math.abs(error())).toBeLessThan(1_000);
    expect(clock.fromDevice(serverNow() + by)).toBe(clock.now());
    expect(clock.toDevice(clock.now())).toBe(serverNow() + by);
  },
);

it('leaves a correct clock alone, however slow or coarse the answers are', async () => {
  const changed = vi.fn();
  clock.onChange(changed);
  for (const ms of [1, 40, 900, 5_000, 40_000])
    for (const share of [0, 0.5, 1]) {
      passed += 7_777;
      answer(ms, ms * share);
    }
  clock.noteDocument(serverNow() - 8_000);
  await notified();
  expect(changed).not.toHaveBeenCalled();
  expect(error()).toBe(0);
});

it('takes the time of the document until an answer is more exact', () => {
  create(2 * HOUR);
  clock.noteDocument(serverNow() - 900);
  expect(Math.abs(error())).toBeLessThan(1_000);
  answer();
  // The same document, rendered again an hour later.
  passed += HOUR;
  clock.noteDocument(START);
  expect(Math.abs(error())).toBeLessThan(1_000);
});

it('ignores cached answers and answers without a date', () => {
  create(2 * HOUR);
  answer(40, 20, { age: '0' });
  clock.noteAnswer(new Headers(), 0);
  clock.noteAnswer(new Headers({ date: 'yesterday' }), 0);
  expect(clock.offset()).toBe(0);
});

it.each([-2 * HOUR, -20_000, 2 * HOUR])('asks again when the clock is set by %d ms', async (by) => {
  const jumped = vi.fn(() => answer());
  clock.onJump(jumped);
  clock.now();
  ahead += by;
  passed += 1_000;
  clock.now();
  await notified();
  expect(jumped).toHaveBeenCalledTimes(1);
  expect(Math.abs(error())).toBeLessThan(1_000);
});

it('is right after the device slept, before and after an answer', async () => {
  const jumped = vi.fn();
  clock.onJump(jumped);
  clock.now();
  // The monotonic clock stands still meanwhile.
  asleep += 3 * HOUR;
  expect(error()).toBe(0);
  await notified();
  expect(jumped).toHaveBeenCalledTimes(1);
  answer();
  expect(error()).toBe(0);
});

it('never goes backwards when the clock is set back', () => {
  clock.now();
  ahead -= 2 * HOUR;
  passed += 1_000;
  expect(Math.abs(error())).toBeLessThan(10);
});
