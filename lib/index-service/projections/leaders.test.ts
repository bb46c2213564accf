import { expect, test } from 'vitest';
import { foldLines, foldOne } from '@/lib/index-service/testing/fold-lines';
import { event, id, tx } from '@/lib/index-service/testing/recorded-events';
import { leaderRegistry, leaders, stakeEvents, suspensionSkips } from './leaders';

const of = { registry: id('registry'), leader_cap_id: id('cap') };
const issued = event(
  'LeaderCapIssuedEvent',
  { ...of, network: id('network'), leader: id('ann') },
  { tx: 'issue' },
);
const deposit = (amount: number, total_shares: number, pool_total: number) =>
  event('StakeDepositedEvent', {
    ...of,
    staker: id('bob'),
    amount,
    minted_shares: amount,
    total_shares,
    pool_total,
    at_ms: 1_760_000_000_000,
  });
const claim = (shares: number, amount: number) =>
  event('UnstakeClaimedEvent', { ...of, staker: id('bob'), shares, amount, at_ms: 1_760_000_000_000 });
const slash = (amount: number) => event('StakeSlashedEvent', { ...of, amount, at_ms: 1_760_000_000_000 });

test('a founding cap has a network and no address; an issued one has both', () => {
  const founding = event('FoundingLeaderCapCreatedEvent', { leader_cap: id('cap'), network: id('network') });
  expect(foldOne(leaders, founding)).toMatchObject({
    is_founding: true,
    leader_address: null,
    network_object_id: id('network'),
    registry_object_id: null,
  });
  expect(foldOne(leaders, issued)).toMatchObject({
    is_founding: false,
    leader_address: id('ann'),
    issued_tx_digest: tx('issue'),
    registry_object_id: id('registry'),
  });
});

test('a cap first seen by its stake has no network until it is issued', () => {
  expect(foldOne(leaders, deposit(10, 10, 10))).toMatchObject({
    network_object_id: null,
    created_entry_id: null,
  });
  expect(foldOne(leaders, deposit(10, 10, 10), issued)).toMatchObject({
    network_object_id: id('network'),
    created_entry_id: 2n,
    first_entry_id: 1n,
  });
});

test('the last status wins, in lower case, whatever its spelling', () => {
  const upserted = event('LeaderUpsertedEvent', { ...of, status: { variant: 'Active' } });
  const changed = event('LeaderStatusChangedEvent', {
    ...of,
    old_status: 'Active',
    new_status: { Suspended: {} },
  });
  expect(foldOne(leaders, issued)).toMatchObject({ status: null });
  expect(foldOne(leaders, issued, upserted)).toMatchObject({ status: 'active' });
  expect(foldOne(leaders, issued, upserted, changed)).toMatchObject({ status: 'suspended' });
});

test('claiming keeps the token and its transaction', () => {
  const claimed = event('LeaderClaimedEvent', { ...of, claim_token: 'token' }, { tx: 'claim' });
  expect(foldOne(leaders, issued, claimed)).toMatchObject({
    claim_token: 'token',
    claimed_tx_digest: tx('claim'),
  });
});

test('a deposit sets the aggregates, a claim and a slash subtract, never below zero', () => {
  const totals = (...lines: Parameters<typeof foldOne>[1][]) => {
    const row = foldOne(leaders, ...lines);
    return [row['stake_pool_total'], row['stake_total_shares']];
  };
  expect(totals(deposit(100, 90, 110))).toEqual([110n, 90n]);
  expect(totals(deposit(100, 90, 110), claim(30, 40), slash(20))).toEqual([50n, 60n]);
  expect(totals(claim(30, 40), slash(20))).toEqual([0n, 0n]);
  expect(totals(deposit(100, 90, 110), claim(300, 400), deposit(5, 6, 7))).toEqual([7n, 6n]);
});

test('asking to unstake changes nothing of the cap', () => {
  const requested = event('UnstakeRequestedEvent', { ...of, staker: id('bob'), shares: 3, unlock_at_ms: 1 });
  expect(foldOne(leaders, deposit(1, 1, 1), requested)).toMatchObject({ last_entry_id: 1n });
  expect(foldOne(leaders, requested)).toMatchObject({ stake_pool_total: 0n, first_entry_id: 1n });
});

test('stake events fill the columns of their kind only; a time beyond the year 9999 is unknown', () => {
  const requested = event('UnstakeRequestedEvent', {
    ...of,
    staker: id('bob'),
    shares: 3,
    unlock_at_ms: 18446744073709551615n,
  });
  const rows = [...foldLines(stakeEvents, deposit(10, 20, 30), requested, claim(4, 5), slash(6)).values()];
  const at = '2025-10-09T08:53:20.000Z';
  expect(rows).toMatchObject([
    { kind: 'deposited', amount: 10n, shares: 10n, total_shares: 20n, pool_total: 30n, unlock_at: null, at },
    { kind: 'unstake_requested', amount: null, shares: 3n, pool_total: null, unlock_at: null, at: null },
    { kind: 'unstake_claimed', amount: 5n, shares: 4n, total_shares: null, unlock_at: null, at },
    { kind: 'slashed', staker: null, amount: 6n, shares: null, at },
  ]);
});

test('a refused suspension is recorded with both tokens and makes the cap known', () => {
  const skipped = event('LeaderSuspensionSkippedEvent', { ...of, attempted: 'theirs', owner: 'ours' });
  expect(foldOne(suspensionSkips, skipped)).toMatchObject({
    attempted_claim_token: 'theirs',
    owner_claim_token: 'ours',
  });
  expect(foldOne(leaders, skipped)).toMatchObject({ status: null });
});

test('the policy keeps what was last said of each field', () => {
  const stake = (min_stake_us: bigint | number) =>
    event('MinStakeUsUpdatedEvent', { registry: id('registry'), min_stake_us });
  expect(foldOne(leaderRegistry, stake(5), stake(9007199254740993n))).toMatchObject({
    min_stake_us: 9007199254740993n,
    max_transaction_budget: null,
    unbonding_duration_ms: null,
  });
});
