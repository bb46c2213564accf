import { expect, test } from 'vitest';
import { eventKinds } from '@/lib/contract/event-kinds/catalogue';
import { removedKinds, renamedKinds } from '@/lib/contract/event-kinds/retired';
import type { EventFrame } from '@/lib/contract/events';
import { currentKinds, isLive, matchesEvent, matchOf, type EventMatch } from './event-filter';

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

test('new events are added only where the filters can be compared with them', () => {
  expect(isLive({ kinds: 'DAGCreated', sender: '0x1', created_after: '2026-01-02T00:00:00Z' })).toBe(true);
  expect(isLive({ created_before: '2026-01-02T00:00:00Z' })).toBe(false);
  expect(isLive({ turn: 'lost', leader_cap_id: '0x1' })).toBe(false);
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
    for (const kind of current.kinds.split(',').filter((name) => name !== ''))
      expect(eventKinds).toHaveProperty(`${kind}Event`);
  }
});

test('a time window applies to events whose time is known', () => {
  const match = matchOf({ created_after: '2026-01-02T00:00:00Z', created_before: '2026-01-03T00:00:00Z' });
  const at = (onchain_at: string | null) => matchesEvent({ ...event(1), onchain_at }, match);
  expect([at('2026-01-01T00:00:00Z'), at('2026-01-02T12:00:00Z'), at('2026-01-04T00:00:00Z')]).toEqual([
    false,
    true,
    false,
  ]);
  expect([at(null), matchesEvent(event(1), match)]).toEqual([true, true]);
});
