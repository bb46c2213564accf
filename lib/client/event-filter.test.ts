import { expect, test } from 'vitest';
import { eventKinds } from '@/lib/contract/event-kinds/catalogue';
import { removedKinds, renamedKinds } from '@/lib/contract/event-kinds/retired';
import type { EventFrame } from '@/lib/contract/events';
import { currentKinds, matchesEvent, matchOf, type EventMatch } from './event-filter';

const event = (id: number, more: Partial<EventFrame> = {}): EventFrame => ({
  id: BigInt(id),
  kind: 'WalkAdvancedEvent',
  tx_digest: 't',
  sender_address: '0x1',
  payload: {},
  ...more,
});
const all: EventMatch = { kinds: null, sender: undefined, tx_digest: undefined };

test('live events are matched against the filters of the page', () => {
  const match = { kinds: new Set(['DAGCreatedEvent']), sender: '0x1', tx_digest: undefined };
  expect(matchesEvent(event(1), match)).toBe(false);
  expect(matchesEvent(event(1, { kind: 'DAGCreatedEvent' }), match)).toBe(true);
  expect(matchesEvent(event(1, { kind: 'DAGCreatedEvent', sender_address: '0x2' }), match)).toBe(false);
  expect(matchesEvent(event(1), { ...all, tx_digest: 'other' })).toBe(false);
  expect(matchOf({ kinds: 'DAGCreated', sender: '0x1' })).toEqual(match);
});

test('a renamed kind becomes its current one, with and without the suffix, once', () => {
  const current = currentKinds('MissedOccurrence, OccurrenceMissedEvent,WalkAdvanced');
  expect(current.kinds).toBe('OccurrenceMissed,WalkAdvanced');
  expect(current.renamed).toEqual([{ from: 'MissedOccurrence', to: 'OccurrenceMissed' }]);
});

test('a removed kind is reported with its reason and not requested', () => {
  const current = currentKinds('ToolPaymentSettledEvent,DAGCreated,NoSuchThing');
  expect(current.kinds).toBe('DAGCreated');
  expect(current.removed[0]?.reason).toContain('rc.final');
  expect(current.unknown).toEqual(['NoSuchThing']);
});

test('every retired name is translated to a current kind or reported', () => {
  for (const name of [...Object.keys(renamedKinds), ...Object.keys(removedKinds)]) {
    const current = currentKinds(name);
    expect(current.unknown).toEqual([]);
    expect(current.renamed.length + current.removed.length).toBe(1);
    for (const kind of current.kinds.split(',').filter((one) => one !== ''))
      expect(eventKinds).toHaveProperty(`${kind}Event`);
  }
});
