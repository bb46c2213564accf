import { expect, test } from 'vitest';
import { matchesEvent, matchOf, placeOf, rowKey, rowOf, type EventMatch, type EventRow } from './event-rows';

const event = (id: number, more: Partial<EventRow> = {}): EventRow => ({
  id: BigInt(id),
  kind: 'WalkAdvancedEvent',
  tx_digest: 't',
  sender_address: '0x1',
  payload: {},
  ...more,
});
const all: EventMatch = { kinds: null, sender: undefined, tx_digest: undefined };

test('live events are judged by the filters of the page', () => {
  const match = { kinds: new Set(['DAGCreatedEvent']), sender: '0x1', tx_digest: undefined };
  expect(matchesEvent(event(1), match)).toBe(false);
  expect(matchesEvent(event(1, { kind: 'DAGCreatedEvent' }), match)).toBe(true);
  expect(matchesEvent(event(1, { kind: 'DAGCreatedEvent', sender_address: '0x2' }), match)).toBe(false);
  expect(matchesEvent(event(1), { ...all, tx_digest: 'other' })).toBe(false);
  expect(matchOf({ kinds: 'DAGCreated', sender: '0x1' })).toEqual(match);
});

test('the place of an event counts from the newest that is shown', () => {
  const rows = [event(4), event(7), event(9)];
  expect(['4', '7', '9', '5', 'x'].map((key) => placeOf(rows, 3, key))).toEqual([2, 1, 0, -1, -1]);
  expect(placeOf(rows, 2, '9')).toBe(-1);
  // One that is not shown is not there, and no other stands in for it.
  expect([rowOf(rows, 2, '9'), rowOf(rows, 2, '5'), rowOf(rows, 2, '7')]).toEqual([
    undefined,
    undefined,
    rows[1],
  ]);
});

test('a row of a former log has another name', () => {
  expect([rowKey(event(4)), rowKey(event(4, { former: true }))]).toEqual(['4', 'former-4']);
});
