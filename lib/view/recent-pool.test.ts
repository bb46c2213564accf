import { expect, test } from 'vitest';
import type { EventRecord } from '@/lib/contract/events';
import { poolMoves, shareOf } from './recent-pool';

const CAP = `0x${'c'.repeat(64)}`;
const other = `0x${'d'.repeat(64)}`;
let next = 0n;
function event(kind: string, payload: Record<string, unknown>, leader_cap_id = CAP): EventRecord {
  next += 1n;
  const about = { registry: other, leader_cap_id, staker: other, at_ms: next, shares: 1n, ...payload };
  return { id: next, kind, tx_digest: 'x', sender_address: other, onchain_at: null, payload: about };
}
const deposited = (amount: bigint, pool_total: bigint, cap = CAP) =>
  event('StakeDepositedEvent', { amount, pool_total, minted_shares: 1n, total_shares: 1n }, cap);

test('reconstructs the pool backwards: deposits state it, claims and slashes are reversed, other caps are ignored', () => {
  const events = [
    deposited(10n, 110n),
    deposited(7n, 7n, other),
    event('UnstakeClaimedEvent', { amount: 30n }),
    // What came in unseen before this one is a step like any other.
    deposited(5n, 90n),
    event('StakeSlashedEvent', { amount: 40n }),
  ].reverse();
  const { then, steps } = poolMoves(events, CAP, 50n);
  expect(then).toBe(100n);
  expect(steps.map(({ pool }) => pool)).toEqual([110n, 85n, 90n, 50n]);
  expect(poolMoves([], CAP, 50n)).toEqual({ then: 50n, steps: [] });
});

test('a share is rounded to a tenth of a percent', () => {
  expect(shareOf(1n, 3n)).toBe('33.3 %');
  expect(shareOf(2n, 3n)).toBe('66.7 %');
  expect(shareOf(5n, 5n)).toBe('100.0 %');
  expect(shareOf(0n, 0n)).toBeNull();
});
