import { expect, test } from 'vitest';
import type { EventRecord } from '@/lib/contract/events';
import { stateBegan } from './leader-state';

const CAP = `0x${'c'.repeat(64)}`;
const leader = (status: string) => ({ leader_cap_id: CAP, status });
const registry = `0x${'1'.repeat(64)}`;
const state = (variant: string) => ({ variant });
function event(id: bigint, kind: string, payload: Record<string, unknown>, leader_cap_id = CAP): EventRecord {
  const about = { registry, leader_cap_id, ...payload };
  return { id, kind, tx_digest: 'x', sender_address: registry, onchain_at: null, payload: about };
}
const upserted = (id: bigint, status: string, cap = CAP) =>
  event(id, 'LeaderUpsertedEvent', { status: state(status) }, cap);
const changed = (id: bigint, from: string, to: string) =>
  event(id, 'LeaderStatusChangedEvent', { old_status: state(from), new_status: state(to) });
const newestFirst = (...events: EventRecord[]) => events.reverse();

test('an event that names the same state again does not begin it', () => {
  const events = newestFirst(
    upserted(1n, 'Suspended'),
    changed(2n, 'Suspended', 'Active'),
    upserted(3n, 'Active'),
    upserted(4n, 'Slashed', `0x${'d'.repeat(64)}`),
  );
  expect(stateBegan(events, leader('active'), true)?.id).toBe(2n);
});

test('does not guess the state before the events that were read', () => {
  const again = [upserted(3n, 'Active')];
  expect(stateBegan(again, leader('active'), true)?.id).toBe(3n);
  expect(stateBegan(again, leader('active'), false)).toBeUndefined();
  const suspended = [changed(5n, 'Active', 'Suspended')];
  expect(stateBegan(suspended, leader('suspended'), false)?.id).toBe(5n);
  expect(stateBegan([], leader('active'), true)).toBeUndefined();
});

test('an event that set another state did not begin the current one', () => {
  expect(stateBegan([changed(5n, 'Active', 'Suspended')], leader('active'), true)).toBeUndefined();
});
