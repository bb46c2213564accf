import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventWindow, findRow, positionOf, rowKey, type EventRow } from './event-window';

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
const make = (limits = { following: 50, reading: 100 }) => createEventWindow(all, limits);
type Window = ReturnType<typeof make>;
const keptIds = (window: Window) => window.rows().rows.map(({ id }) => Number(id));
const shownIds = (window: Window) => keptIds(window).slice(0, window.rows().end);

describe('the window of events', () => {
  it('joins history and stream, each id once, with the time on chain from history', () => {
    const window = make();
    window.fill(
      [row(3, { onchain_at: 'x' }), row(2)],
      [row(3, { received_at: 1 }), row(5, { received_at: 1 })],
    );
    expect(keptIds(window)).toEqual([2, 3, 5]);
    expect(window.rows().rows[1]).toMatchObject({ onchain_at: 'x', received_at: 1 });
  });

  it('counts newer rows while not following, and shows them on request', () => {
    const window = make();
    window.fill(newestFirst(1, 3), []);
    window.follow(false);
    window.append(span(4, 8));
    expect([shownIds(window), window.rows().newer]).toEqual([[1, 2, 3], 5]);
    window.showNewer();
    expect([shownIds(window), window.rows().newer]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], 0]);
  });

  it('never moves a shown row, whatever arrives above', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 11, max: 80 }), { maxLength: 80 }), (ids) => {
        const window = make({ following: 500, reading: 500 });
        window.fill(newestFirst(1, 10), []);
        window.follow(false);
        const before = shownIds(window);
        for (const id of ids) window.append([row(id)]);
        expect(shownIds(window)).toEqual(before);
        window.showNewer();
        expect(shownIds(window)).toEqual([...before, ...[...new Set(ids)].sort((a, b) => a - b)]);
      }),
    );
  });

  it('is bounded while following, and counts what it drops', () => {
    const window = make();
    window.fill(newestFirst(1, 10), []);
    for (let id = 11; id <= 500; id += 1) window.append([row(id)]);
    expect(keptIds(window).length).toBeLessThanOrEqual(55);
    expect(keptIds(window).at(-1)).toBe(500);
    expect(window.dropped).toBe(500 - keptIds(window).length);
  });

  it('only counts newer rows at the end of a full window, and starts over on request', () => {
    const window = make({ following: 50, reading: 100 });
    window.fill(newestFirst(1, 90), []);
    window.follow(false);
    window.seen(90);
    for (let id = 91; id <= 3000; id += 1) window.append([row(id)]);
    expect(window.detached).toBe(true);
    expect(window.rows().newer).toBe(2910);
    expect(shownIds(window)).toEqual(keptIds(window).slice(0, 90));
    window.showNewer();
    window.fill(newestFirst(2951, 3000), []);
    expect([shownIds(window), window.rows().newer]).toEqual([
      span(2951, 3000).map(({ id }) => Number(id)),
      0,
    ]);
  });

  it('adds an older page only where it overlaps', () => {
    const window = make();
    window.fill(newestFirst(50, 60), []);
    expect(window.prepend(newestFirst(30, 49))).toBe(false);
    expect(window.prepend(newestFirst(30, 51))).toBe(true);
    expect(keptIds(window)).toEqual(span(30, 60).map(({ id }) => Number(id)));
  });

  it('keeps only matching rows where the index ignores the filter, and pages on correctly', () => {
    const window = createEventWindow({ ...all, kinds: new Set(['DAGCreatedEvent']) });
    const mixed = (from: number, to: number) =>
      newestFirst(from, to).map((event) => ({
        ...event,
        kind: event.id % 10n === 0n ? 'DAGCreatedEvent' : event.kind,
      }));
    window.fill(mixed(51, 59), []);
    expect(keptIds(window)).toEqual([]);
    expect(window.prepend(mixed(30, 49))).toBe(false);
    expect(window.prepend(mixed(33, 52))).toBe(true);
    expect(keptIds(window)).toEqual([40, 50]);
    // Below the oldest match, above what was read.
    expect(window.prepend(mixed(15, 36))).toBe(true);
    expect(keptIds(window)).toEqual([20, 30, 40, 50]);
    window.fill(mixed(55, 65), []);
    expect(keptIds(window)).toEqual([60]);
  });

  it('keeps the rows being read when the first page does not join them', () => {
    const window = make();
    window.fill(newestFirst(1, 10), []);
    window.follow(false);
    window.detach(100);
    window.fill(newestFirst(111, 120), []);
    expect([shownIds(window).at(-1), window.detached, window.rows().newer]).toEqual([10, true, 100]);
    window.follow(true);
    window.fill(newestFirst(111, 120), []);
    expect(shownIds(window)).toEqual(span(111, 120).map(({ id }) => Number(id)));
  });

  it('adds the time on chain to live rows, in a new array', () => {
    const window = make();
    window.fill([], [row(1, { received_at: 1 }), row(2, { received_at: 1 })]);
    const before = window.rows().rows;
    window.addTimes([row(2, { onchain_at: 'x' }), row(7, { onchain_at: 'y' })]);
    expect(window.rows().rows.map(({ onchain_at }) => onchain_at)).toEqual([undefined, 'x']);
    expect(before[1]!.onchain_at).toBeUndefined();
  });

  it('keeps the rows of a former log, marked, below those of the new one', () => {
    const window = make();
    window.fill(newestFirst(1, 3), []);
    window.reset();
    window.fill([row(1)], []);
    expect(keptIds(window)).toEqual([1]);
    expect(window.rows().former.map(({ id, former }) => [Number(id), former])).toEqual([
      [3, true],
      [2, true],
      [1, true],
    ]);
  });

  it('does not change rows it has handed out', () => {
    const window = make();
    window.fill(newestFirst(1, 5), []);
    window.follow(false);
    const { rows, end } = window.rows();
    window.append([row(7), row(6)]);
    window.prepend([row(1), row(0)]);
    expect(rows.slice(0, end).map(({ id }) => Number(id))).toEqual([1, 2, 3, 4, 5]);
  });
});

it('the position of a row counts from the newest shown', () => {
  const rows = [row(4), row(7), row(9)];
  expect(['4', '7', '9', '5', 'x'].map((key) => positionOf(rows, 3, key))).toEqual([2, 1, 0, -1, -1]);
  expect(positionOf(rows, 2, '9')).toBe(-1);
  expect([findRow(rows, 2, '9'), findRow(rows, 2, '5'), findRow(rows, 2, '7')]).toEqual([
    undefined,
    undefined,
    rows[1],
  ]);
});

it('a row of a former log has another key', () => {
  expect([rowKey(row(4)), rowKey(row(4, { former: true }))]).toEqual(['4', 'former-4']);
});
