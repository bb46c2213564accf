import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventRow } from './event-rows';
import { createEventWindow } from './event-window';

const row = (id: number, more: Partial<EventRow> = {}): EventRow => ({
  id: BigInt(id),
  kind: 'WalkAdvancedEvent',
  tx_digest: 't',
  sender_address: '0x1',
  payload: {},
  ...more,
});
const span = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => row(from + index));
const newestFirst = (from: number, to: number) => span(from, to).reverse();
const all = { kinds: null, sender: undefined, tx_digest: undefined };
const make = (limits = { mostFollowed: 50, most: 100 }) => createEventWindow(all, limits);
type Window = ReturnType<typeof make>;
const held = (window: Window) => window.rows().rows.map(({ id }) => Number(id));
const shown = (window: Window) => held(window).slice(0, window.rows().end);

describe('the window of events', () => {
  it('puts history and stream together, each id once; the history tells the time', () => {
    const window = make();
    window.fill(
      [row(3, { onchain_at: 'x' }), row(2)],
      [row(3, { received_at: 1 }), row(5, { received_at: 1 })],
    );
    expect(held(window)).toEqual([2, 3, 5]);
    expect(window.rows().rows[1]).toMatchObject({ onchain_at: 'x', received_at: 1 });
  });

  it('counts what is newer and shows none of it while one reads; shows it when asked', () => {
    const window = make();
    window.fill(newestFirst(1, 3), []);
    window.follow(false);
    window.append(span(4, 8));
    expect([shown(window), window.rows().newer]).toEqual([[1, 2, 3], 5]);
    window.showNewer();
    expect([shown(window), window.rows().newer]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], 0]);
  });

  it('keeps every row that is shown at its place, whatever comes above while one reads', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 11, max: 80 }), { maxLength: 80 }), (ids) => {
        const window = make({ mostFollowed: 500, most: 500 });
        window.fill(newestFirst(1, 10), []);
        window.follow(false);
        const before = shown(window);
        for (const id of ids) window.append([row(id)]);
        expect(shown(window)).toEqual(before);
        window.showNewer();
        expect(shown(window)).toEqual([...before, ...[...new Set(ids)].sort((a, b) => a - b)]);
      }),
    );
  });

  it('is bounded while the newest are followed, and says how many left', () => {
    const window = make();
    window.fill(newestFirst(1, 10), []);
    for (let id = 11; id <= 500; id += 1) window.append([row(id)]);
    expect(held(window).length).toBeLessThanOrEqual(55);
    expect(held(window).at(-1)).toBe(500);
    expect(window.dropped).toBe(500 - held(window).length);
  });

  it('counts on without keeping when a reader stands at the end of a full window, and begins anew when asked', () => {
    const window = make({ mostFollowed: 50, most: 100 });
    window.fill(newestFirst(1, 90), []);
    window.follow(false);
    window.seen(90);
    for (let id = 91; id <= 3000; id += 1) window.append([row(id)]);
    expect(window.detached).toBe(true);
    expect(window.rows().newer).toBe(2910);
    expect(shown(window)).toEqual(held(window).slice(0, 90));
    window.showNewer();
    window.fill(newestFirst(2951, 3000), []);
    expect([shown(window), window.rows().newer]).toEqual([span(2951, 3000).map(({ id }) => Number(id)), 0]);
  });

  it('takes an older page only when it joins', () => {
    const window = make();
    window.fill(newestFirst(50, 60), []);
    expect(window.prepend(newestFirst(30, 49))).toBe(false);
    expect(window.prepend(newestFirst(30, 51))).toBe(true);
    expect(held(window)).toEqual(span(30, 60).map(({ id }) => Number(id)));
  });

  it('leaves what is read standing when the first page does not join it', () => {
    const window = make();
    window.fill(newestFirst(1, 10), []);
    window.follow(false);
    window.part(100);
    window.fill(newestFirst(111, 120), []);
    expect([shown(window).at(-1), window.detached, window.rows().newer]).toEqual([10, true, 100]);
    window.follow(true);
    window.fill(newestFirst(111, 120), []);
    expect(shown(window)).toEqual(span(111, 120).map(({ id }) => Number(id)));
  });

  it('keeps the rows of a log that was reset, marked, below those of the new one', () => {
    const window = make();
    window.fill(newestFirst(1, 3), []);
    window.reset();
    window.fill([row(1)], []);
    expect(held(window)).toEqual([1]);
    expect(window.rows().former.map(({ id, former }) => [Number(id), former])).toEqual([
      [3, true],
      [2, true],
      [1, true],
    ]);
  });

  it('does not change what has been handed out', () => {
    const window = make();
    window.fill(newestFirst(1, 5), []);
    window.follow(false);
    const { rows, end } = window.rows();
    window.append([row(7), row(6)]);
    window.prepend([row(1), row(0)]);
    expect(rows.slice(0, end).map(({ id }) => Number(id))).toEqual([1, 2, 3, 4, 5]);
  });
});
