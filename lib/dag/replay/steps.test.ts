import { describe, expect, it } from 'vitest';
import { event, fees, recorded } from '@/lib/dag/testing/recorded-runs';
import { clockOf, playPlan, scaleOf } from './clock';
import { prepareReplay } from './replay';
import { keyOfStep, nextStep, stepOfKey } from './recorded-run';

const { moments } = prepareReplay(
  recorded({
    events: [
      event(1, 'InvocationAuthorizationRequired', 'fetch', 0, { tx_digest: 'a' }),
      event(2, 'InvocationAuthorizationRequired', 'policy', 1, { tx_digest: 'a' }),
      event(4, 'RequestWalkExecution', 'fetch', 0, { tx_digest: 'b' }),
      event(5, 'WalkAdvanced', 'fetch', 0, { tx_digest: 'c', variant: 'ok' }),
      event(6, 'RequestWalkExecution', 'policy', 1, { tx_digest: 'd' }),
    ],
    ledger: [fees(3, 1n, 0n, 0n, { tx_digest: 'b' })],
  }),
);

function walk(from: number, direction: 1 | -1, ...rest: [Parameters<typeof nextStep>[3], bigint?]): number[] {
  const stops = [from];
  for (;;) {
    const here = stops.at(-1) ?? 0;
    const next = nextStep(moments, here, direction, rest[0], rest[1] ?? null);
    if (next === here) return stops.slice(1);
    stops.push(next);
  }
}

describe('stepping', () => {
  it('by event stops at every row, in both directions', () => {
    expect(walk(0, 1, 'event')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(walk(6, -1, 'event')).toEqual([5, 4, 3, 2, 1, 0]);
  });
  it('by transaction stops where one ends', () => {
    expect(walk(0, 1, 'transaction')).toEqual([2, 4, 5, 6]);
    expect(walk(5, -1, 'transaction')).toEqual([4, 2, 0]);
  });
  it('by walk stops where another walk begins', () => {
    expect(walk(0, 1, 'walk')).toEqual([1, 2, 5, 6]);
  });
  it('within one walk stops only at its rows', () => {
    expect(walk(0, 1, 'event', 1n)).toEqual([2, 6]);
  });
});

describe('the key of a step', () => {
  it('is the key of its row, and converts back', () => {
    for (let step = 0; step <= moments.length; step += 1)
      expect(stepOfKey(moments, keyOfStep(moments, step))).toBe(step);
    expect(keyOfStep(moments, 3)).toBe('pl-3');
    expect(keyOfStep(moments, moments.length)).toBeNull();
  });
  it('is the last step if unknown', () => {
    expect(stepOfKey(moments, 'ev-99')).toBe(moments.length);
  });
});

describe('the clock', () => {
  const chain = new Map([
    ['a', 1_000],
    ['b', 2_000],
    ['c', 3_000],
    ['d', 400_000],
  ]);
  const ids = new Set(chain.keys());
  const without = (digest: string) => new Map([...chain].filter(([key]) => key !== digest));

  it('is chain time if it is known for every transaction, otherwise index time', () => {
    const clock = clockOf(moments, chain, ids);
    expect(clock).toMatchObject({ clock: 'on chain', known: 4, transactions: 4, awaited: 0 });
    expect(clock.times).toEqual([1_000, 1_000, 2_000, 2_000, 3_000, 400_000]);
    const mixed = clockOf(moments, without('c'), ids);
    expect(mixed).toMatchObject({ clock: 'indexed', known: 3, transactions: 4 });
    expect(mixed.times[0]).toBe(Date.parse(moments[0]!.created_at));
  });

  it('stays chain time while the newest transaction is loading', () => {
    const clock = clockOf(moments, without('d'), new Set(['a', 'b', 'c']));
    expect(clock).toMatchObject({ clock: 'on chain', known: 3, awaited: 1 });
    expect(clock.times.slice(-2)).toEqual([3_000, 3_000]);
    // A missing time counts only as loading for the newest transactions that have not been requested.
    expect(clockOf(moments, without('d'), ids).clock).toBe('indexed');
    expect(clockOf(moments, without('c'), new Set(['a', 'b', 'd'])).clock).toBe('indexed');
    expect(clockOf(moments, new Map(), new Set())).toMatchObject({ clock: 'indexed', awaited: 0 });
  });
});

describe('the scale', () => {
  const times = [0, 1_000, 2_000, 3_000, 300_000, 301_000];
  const scale = scaleOf(times);
  it('shortens idle time and lists it', () => {
    expect(scale.idle).toEqual([{ from: 3_000, to: 300_000 }]);
    expect(scale.place(3_000)).toBeGreaterThan(0.2);
    expect([scale.place(-5), scale.place(0), scale.place(301_000), scale.place(9e9)]).toEqual([0, 0, 1, 1]);
  });
  it('keeps the order and can be inverted', () => {
    let last = -1;
    for (let time = 0; time <= 301_000; time += 500) {
      const place = scale.place(time);
      expect(place).toBeGreaterThanOrEqual(last);
      expect(scale.time(place)).toBeCloseTo(time, 3);
      last = place;
    }
  });
  it('is a point for one moment or none', () => {
    expect(scaleOf([5]).place(5)).toBe(0);
    expect(scaleOf([]).idle).toEqual([]);
  });
  it('is limited to the window', () => {
    const part = scaleOf(times, { from: 1_000, to: 3_000 });
    expect([part.from, part.to, part.idle.length]).toEqual([1_000, 3_000, 0]);
    expect(part.place(2_000)).toBeCloseTo(0.5);
  });
});

it('playing takes at most ten seconds and ends with the last row', () => {
  const plan = playPlan(Array.from({ length: 400 }, (_, index) => index * 60_000));
  expect(plan.at(-1)).toBeLessThanOrEqual(10_000);
  expect(plan).toEqual([...plan].sort((a, b) => a - b));
  expect(plan.at(-1)).toBe(Math.max(...plan));
});
