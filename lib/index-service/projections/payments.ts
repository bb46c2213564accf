// Execution payments (spec 2.12). Without its creation event a payment has no budgets and is not listed.
import { snakeCase } from '@/lib/contract/tagged';
import { objectProjection } from './projection';

export const payments = objectProjection({
  table: 'payments',
  columns: {
    execution_object_id: 'text?',
    agent_object_id: 'text?',
    skill_id: 'whole?',
    interface_revision: 'whole?',
    funder: 'text?',
    source_kind: 'text?',
    final_state: 'text',
    refund_reason: 'text?',
    consumed_total: 'whole',
    gas_budget_mist: 'whole',
    locked_budget_mist: 'whole',
    max_budget_mist: 'whole',
    priority_fee_percentage: 'whole',
    priority_fee_reserve_mist: 'whole',
    created_entry_id: 'entry?',
  },
  initial: {
    final_state: 'pending',
    consumed_total: 0n,
    gas_budget_mist: 0n,
    locked_budget_mist: 0n,
    max_budget_mist: 0n,
    priority_fee_percentage: 0n,
    priority_fee_reserve_mist: 0n,
  },
  indexes: [
    'execution_object_id',
    'agent_object_id, first_entry_id',
    'funder, first_entry_id',
    'final_state, first_entry_id',
    'source_kind, first_entry_id',
    'created_at',
  ],
  counts: { shown: ['created_entry_id'], by: ['final_state', 'source_kind', 'agent_object_id', 'funder'] },
  kinds: [
    'AgentSkillPaymentCreatedEvent',
    'GasPaymentConsumedEvent',
    'ExecutionPaymentRefilledEvent',
    'ExecutionAccomplishedEvent',
    'ExecutionRefundedEvent',
  ],
  keysOf: (event) => [event.payload.payment_id],
  evolve(row, event) {
    const known = { ...row, execution_object_id: event.payload.execution_id };
    switch (event.kind) {
      case 'AgentSkillPaymentCreatedEvent': {
        const { payload } = event;
        const source = payload.source_kind;
        return {
          ...known,
          agent_object_id: payload.agent_id,
          skill_id: payload.skill_id,
          interface_revision: payload.interface_revision,
          source_kind: snakeCase(source.variant),
          funder: source.variant === 'UserFunded' ? source.user : null,
          gas_budget_mist: payload.gas_budget_mist,
          locked_budget_mist: payload.locked_budget_mist,
          max_budget_mist: payload.max_budget_mist,
          priority_fee_percentage: payload.priority_fee_percentage,
          priority_fee_reserve_mist: payload.priority_fee_reserve_mist,
          created_entry_id: event.id,
        };
      }
      case 'GasPaymentConsumedEvent':
        return { ...known, consumed_total: event.payload.consumed_total };
      case 'ExecutionPaymentRefilledEvent':
        return { ...known, max_budget_mist: raised(known.max_budget_mist, event.payload.refill_amount) };
      case 'ExecutionAccomplishedEvent':
        return { ...known, final_state: 'accomplished' };
      case 'ExecutionRefundedEvent':
        return { ...known, final_state: 'refunded', refund_reason: event.payload.refund_reason };
    }
  },
});

const COLUMN_MAX = 10n ** 20n - 1n;

/** A sum that still fits the column: no recorded number may stop the index. */
function raised(budget: bigint, by: bigint): bigint {
  return budget + by > COLUMN_MAX ? COLUMN_MAX : budget + by;
}
