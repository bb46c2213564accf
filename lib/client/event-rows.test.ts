import { expect, test } from 'vitest';
import { countAbove, hasHole, matchesEvent, mergeEvents, type EventMatch, type EventRow } from './event-rows';

const event = (id: number, more: Partial<EventRow> = {}): EventRow => ({
  id: BigInt(id),
  kind: 'WalkAdvancedEvent',
  tx_digest: 't',
  sender_address: '0x1',
  payload: {},
  ...more,
});
const all: EventMatch = { kinds: null, sender: undefined, tx_digest: undefined };

test('each id once, newest first, and history tells the time', () => {
  const rows = mergeEvents(
    [event(3, { onchain_at: 'x' }), event(1, { onchain_at: null }), event(2)],
    [event(5, { received_at: 1 }), event(3, { received_at: 1 })],
    all,
  );
  expect(rows.map((row) => row.id)).toEqual([5n, 3n, 2n, 1n]);
  expect(rows[1]?.onchain_at).toBe('x');
});

test('a row is the same object as long as its source is', () => {
  const [history, live] = [[event(1)], [event(2)]];
  const [one, other] = [mergeEvents(history, live, all), mergeEvents(history, [event(3), ...live], all)];
  expect(other.slice(1)).toEqual(one);
  expect(other[1]).toBe(one[0]);
});

test('live events are judged by the filters of the page', () => {
  const match = { kinds: new Set(['DAGCreatedEvent']), sender: '0x1', tx_digest: undefined };
  expect(matchesEvent(event(1), match)).toBe(false);
  expect(matchesEvent(event(1, { kind: 'DAGCreatedEvent' }), match)).toBe(true);
  expect(matchesEvent(event(1, { kind: 'DAGCreatedEvent', sender_address: '0x2' }), match)).toBe(false);
  expect(matchesEvent(event(1), { ...all, tx_digest: 'other' })).toBe(false);
});

test('newer rows are those above the one that was the newest', () => {
  const rows = [event(9), event(7), event(4)];
  expect([countAbove(rows, 9n), countAbove(rows, 7n), countAbove(rows, 8n), countAbove(rows, 1n)]).toEqual([
    0, 1, 1, 3,
  ]);
});

test('a feed that begins after what history covers leaves a hole', () => {
  expect(hasHole(null, { covered: null, newest: null })).toBe(false);
  expect(hasHole(10n, { covered: null, newest: 10n })).toBe(false);
  expect(hasHole(11n, { covered: null, newest: 10n })).toBe(true);
  expect(hasHole(11n, { covered: 11n, newest: 4n })).toBe(false);
  expect(hasHole(5n, { covered: null, newest: null })).toBe(true);
});
