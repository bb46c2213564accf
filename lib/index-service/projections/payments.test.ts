import { expect, test } from 'vitest';
import { executionStory } from '@/lib/index-service/testing/execution-story';
import { foldLines, foldOne } from '@/lib/index-service/testing/fold-lines';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import { paymentLedger, payments, priorityFeeEvents, toolPayments } from './payments';

const it = executionStory('it');
const byUser = { variant: 'UserFunded', user: id('ann') };

test('the funder is the wallet of a user, and null when an agent pays', () => {
  expect(foldOne(payments, it.paid(byUser))).toMatchObject({
    source_kind: 'user_funded',
    funder: id('ann'),
    final_state: 'pending',
    consumed_total: 0n,
    max_budget_mist: 1000n,
    execution_object_id: it.execution,
  });
  expect(foldOne(payments, it.paid({ AgentFunded: { agent_id: id('agent') } }))).toMatchObject({
    source_kind: 'agent_funded',
    funder: null,
  });
});

test('a refill raises the budget, consumption sets the total, exactly', () => {
  const row = foldOne(
    payments,
    it.paid(byUser, 9007199254740993n),
    it.refilled(2),
    it.consumed(3, 3),
    it.consumed(4, 7),
  );
  expect(row).toMatchObject({ max_budget_mist: 9007199254740995n, consumed_total: 7n });
});

test('the last state is accomplished, or refunded with its reason', () => {
  expect(foldOne(payments, it.paid(byUser), it.accomplished())).toMatchObject({
    final_state: 'accomplished',
    refund_reason: null,
  });
  expect(foldOne(payments, it.paid(byUser), it.refunded())).toMatchObject({
    final_state: 'refunded',
    refund_reason: 'aborted',
  });
});

test('refills at the unsigned maximum do not overflow the column', () => {
  const most = 18446744073709551615n;
  const refills = Array.from({ length: 6 }, () => it.refilled(most));
  const row = foldOne(payments, it.paid(byUser, most), ...refills);
  expect(row).toMatchObject({ max_budget_mist: 99999999999999999999n, refilled_mist: 99999999999999999999n });
});

test('a ledger row fills the columns of its kind only', () => {
  const rows = foldLines(paymentLedger, it.refilled(5), it.insufficient(9), it.fees(), it.toolCost(11));
  expect([...rows.values()]).toMatchObject([
    {
      kind: 'refilled',
      refill_amount: 5n,
      refill_source: id('donor'),
      payment_object_id: it.payment_id,
      cost: null,
    },
    { kind: 'insufficient_settlement', required_shortfall: 9n, walk_index: 2n, payment_object_id: null },
    { kind: 'fees_recorded', gas_fee_mist: 5n, tool_fee_mist: 6n, priority_fee_mist: 7n, skill_id: 7n },
    { kind: 'tool_cost_snapshotted', tool_fqn: 'xyz.example.add@1', cost: 11n, skill_id: null },
  ]);
  expect([...rows.values()].every((row) => row['execution_object_id'] === it.execution)).toBe(true);
});

test('a tool is paid by what is settled and not refunded, not by the snapshot of its price', () => {
  const paid = foldLines(toolPayments, it.settled(5), it.settled(7, true), it.settled(5));
  expect([...paid]).toMatchObject([[`${it.execution}/xyz.example.add@1`, { paid_mist: 10n }]]);
});

test('events of the priority fee vault by kind', () => {
  const vault = id('vault');
  const rows = foldLines(
    priorityFeeEvents,
    event('PriorityFeeDepositCreatedEvent', {
      vault,
      deposit_id: id('d'),
      leader_cap_id: id('cap'),
      amount: 4,
    }),
    event('PriorityFeeSwapEvent', { vault, us_in: 1, us_refunded: 2, sui_out: 3 }),
    event('PriorityFeeSharesCollectedEvent', {
      vault,
      deposit_count: 1,
      changes: [{ leader_cap_id: id('cap'), share_delta: 8 }],
      total_share_delta: 8,
    }),
    event('PriorityFeeWithdrawnEvent', {
      vault,
      leader_cap_id: id('cap'),
      share_to_withdraw: 1,
      us_out: 6,
      us_refunded: 0,
    }),
    event('PriorityFeeVaultConfiguredEvent', { vault, exchange_rate_million_mists_us: 5 }),
  );
  expect([...rows.values()]).toMatchObject([
    { kind: 'deposit_created', leader_cap_id: id('cap'), amount: 4n, us_in: null },
    { kind: 'swap', us_in: 1n, us_refunded: 2n, sui_out: 3n, amount: null },
    { kind: 'shares_collected', amount: 8n },
    { kind: 'withdrawn', leader_cap_id: id('cap'), amount: 6n, us_refunded: 0n },
    { kind: 'vault_configured', amount: null },
  ]);
});
