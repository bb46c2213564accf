// The unit of each amount field. Invariant: without a unit in the specification it is `none`, never guessed.
import type { Unit } from './amount';
import type { RecordName } from './null-reasons';

export const units = {
  leader: { stake_pool_total: 'us' },
  stakeEvent: { amount: 'us', pool_total: 'us' },
  leaderRegistry: { min_stake_us: 'us', max_transaction_budget: 'none' },
  gasEvent: { available_funds: 'none', required_tool_fee: 'none' },
  tool: { vault_balance_us: 'us' },
  reserve: { balance_mist: 'sui' },
  payment: {
    consumed_total: 'none',
    gas_budget_mist: 'sui',
    locked_budget_mist: 'sui',
    max_budget_mist: 'sui',
    priority_fee_reserve_mist: 'sui',
  },
  ledgerEvent: {
    amount: 'none',
    cost: 'none',
    gas_fee_mist: 'sui',
    priority_fee_mist: 'sui',
    tool_fee_mist: 'sui',
    refill_amount: 'none',
    required_shortfall: 'none',
  },
  priorityFeeEvent: { amount: 'none', us_in: 'us', us_refunded: 'us', sui_out: 'sui' },
} as const satisfies Partial<Record<RecordName, Record<string, Unit>>>;

/** The unit of a record's field; `none` where nothing states one. */
export function unitOf(record: RecordName, field: string): Unit {
  return (units as Partial<Record<RecordName, Record<string, Unit>>>)[record]?.[field] ?? 'none';
}
