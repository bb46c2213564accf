import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { StakeEvent } from '@/lib/contract/leaders';
import { noPoolReason, poolChange, stakeHistory, stakersOf, poolMoves } from './stake-history';
import type { EventRecord } from '@/lib/contract/events';

type Move = { kind: 'deposited' | 'unstake_claimed' | 'slashed'; amount: bigint };

/** A true history: one event an hour, newest first as an index lists them. */
function eventsOf(moves: readonly Move[]): StakeEvent[] {
  let pool = 0n;
  return moves
    .map(({ kind, amount }, index) => {
      pool += kind === 'deposited' ? amount : -amount;
      const at = new Date(Date.UTC(2026, 10, 1, index)).toISOString();
      return {
        id: index + 1,
        leader_cap_id: '0x1',
        kind,
        staker: kind === 'slashed' ? null : '0x2',
        amount,
        shares: kind === 'slashed' ? null : amount,
        total_shares: kind === 'deposited' ? pool : null,
        pool_total: kind === 'deposited' ? pool : null,
        unlock_at: null,
        at,
        tx_digest: 'x',
        created_at: at,
      };
    })
    .reverse();
}
const move = fc.record({
  kind: fc.constantFrom('deposited' as const, 'unstake_claimed' as const, 'slashed' as const),
  amount: fc.bigInt(1n, 2n ** 60n),
});
const history = fc
  .array(move, { minLength: 1, maxLength: 20 })
  .map((moves): Move[] => [{ kind: 'deposited', amount: 2n ** 66n }, ...moves]);

test('a whole record has no gap and ends at the true pool, to the unit', () => {
  fc.assert(
    fc.property(history, (moves) => {
      const rebuilt = stakeHistory(eventsOf(moves));
      const pool = moves.reduce(
        (sum, move) => sum + (move.kind === 'deposited' ? move.amount : -move.amount),
        0n,
      );
      expect([rebuilt.gaps.length, rebuilt.before, rebuilt.pool]).toEqual([0, null, pool]);
    }),
  );
});

test('missing events between two checkpoints are a gap of exactly their size', () => {
  fc.assert(
    fc.property(history, fc.nat(), (moves, nth) => {
      const closed: Move[] = [...moves, { kind: 'deposited', amount: 1n }];
      const missing = 1 + (nth % (closed.length - 2));
      const remaining = eventsOf(closed).filter((event) => event.id !== missing + 1);
      const { gaps } = stakeHistory(remaining);
      const gone = closed[missing]!;
      const size = gone.kind === 'deposited' ? gone.amount : -gone.amount;
      // A deposit that follows a deposit hides nothing: the next checkpoint finds it.
      expect(gaps.map((step) => step.gap)).toEqual([size]);
    }),
  );
});

test('a history without its beginning derives the balance before it, and no pool until then', () => {
  const [, ...rest] = eventsOf([
    { kind: 'deposited', amount: 100n },
    { kind: 'slashed', amount: 10n },
    { kind: 'deposited', amount: 5n },
  ]).reverse();
  const { steps, before, pool } = stakeHistory(rest);
  expect(steps.map((step) => step.pool)).toEqual([null, 95n]);
  expect([before, pool]).toEqual([90n, 95n]);
  expect(poolChange(stakeHistory(rest), 0).from).toBeNull();
});

test('a window has the pool at its start and every change; the shares of a staker are deposits less withdrawals', () => {
  const rebuilt = stakeHistory(
    eventsOf([
      { kind: 'deposited', amount: 100n },
      { kind: 'deposited', amount: 50n },
      { kind: 'slashed', amount: 30n },
      { kind: 'unstake_claimed', amount: 20n },
    ]),
  );
  const change = poolChange(rebuilt, Date.UTC(2026, 10, 1, 1));
  expect(change).toMatchObject({ from: 100n, to: 100n, deposited: 50n, claimed: 20n, slashed: 30n, gaps: 0 });
  expect(poolChange(rebuilt, 0).from).toBe(0n);
  const [staker] = stakersOf(rebuilt);
  expect(staker).toMatchObject({ staker: '0x2', shares: 130n, deposited: 150n, claimed: 20n, worth: 100n });
});

test('an index without amounts, ids and times gives no figures, not zeros', () => {
  const events = eventsOf([
    { kind: 'deposited', amount: 10n },
    { kind: 'unstake_claimed', amount: 4n },
  ]).map((event) => ({ ...event, id: null, amount: null, shares: null, at: null, created_at: null }));
  const history = stakeHistory(events);
  expect(history).toMatchObject({ pool: null, shares: null, before: null, gaps: [] });
  expect(history.steps.map(({ pool }) => pool)).toEqual([10n, null]);
  expect(poolChange(history, 0)).toMatchObject({ untimed: true, from: null, deposited: null, claimed: null });
  expect(stakersOf(history)).toMatchObject([{ shares: null, deposited: null, claimed: null, worth: null }]);
});

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
    // An earlier deposit that was not recorded is a step like any other.
    deposited(5n, 90n),
    event('StakeSlashedEvent', { amount: 40n }),
  ].reverse();
  const { then, steps } = poolMoves(events, CAP, 50n);
  expect(then).toBe(100n);
  expect(steps.map(({ pool }) => pool)).toEqual([110n, 85n, 90n, 50n]);
  expect(poolMoves([], CAP, 50n)).toEqual({ then: 50n, steps: [] });
});

describe('what a record without amounts proves', () => {
  const deposit = (id: number, fields: object = {}) => ({
    id,
    leader_cap_id: null,
    kind: 'deposited',
    staker: null,
    amount: 10n,
    shares: 10n,
    total_shares: null,
    pool_total: BigInt(id) * 10n,
    unlock_at: null,
    at: null,
    tx_digest: null,
    created_at: null,
    ...fields,
  });

  it.each<[string, object[], object]>([
    ['every deposit compared', [{}, {}], { startsEmpty: true, deposits: 2, unchecked: 0 }],
    ['a deposit without an amount', [{}, { amount: null }], { startsEmpty: true, unchecked: 1 }],
    ['a first deposit without an amount', [{ amount: null }, {}], { startsEmpty: false, unchecked: 1 }],
    ['no totals', [{ pool_total: null }, { pool_total: null }], { startsEmpty: false, unchecked: 2 }],
    ['no deposit', [{ kind: 'slashed' }], { startsEmpty: false, deposits: 0 }],
  ])('%s', (_, fields, proof) => {
    const events = fields.map((field, at) => deposit(at + 1, field));
    expect(stakeHistory(events)).toMatchObject({ gaps: [], ...proof });
  });

  it('is in the order of its times where the index lists the oldest first, without ids', () => {
    const times = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'];
    const events = times.map((created_at, at) => ({ ...deposit(at + 1), id: null, created_at }));
    expect(stakeHistory(events).pool).toBe(20n);
    expect(stakeHistory([...events].reverse()).pool).toBe(20n);
  });
});

test.each([
  ['no deposit', [], 'no deposit indexed'],
  [
    'deposits without a total',
    ['deposited', 'deposited'],
    'some stake events have no amount or no pool total',
  ],
  ['slashes only', ['slashed'], 'no deposit indexed'],
] as const)('an unknown pool has the reason of its record: %s', (_, kinds, reason) => {
  const moves = kinds.map((kind) => ({ kind, amount: 5n }));
  const history = stakeHistory(eventsOf(moves).map((event) => ({ ...event, pool_total: null })));
  expect(history.pool).toBeNull();
  expect(noPoolReason(history.steps)).toBe(reason);
});
