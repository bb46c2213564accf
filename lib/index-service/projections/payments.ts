// Execution payments (spec 2.12), their ledger (spec 2.13), and events of the priority-fee vault (spec 4.4).
// Without its creation event a payment has no budgets and is not listed.
import type { LedgerEvent, Payment, PriorityFeeEvent } from '@/lib/contract/payments';
import { snakeCase } from '@/lib/contract/tagged';
import type { Handlers } from '@/lib/index-service/http/handlers';
import { executionReader } from './executions';
import { objectProjection, recordProjection } from './projection';
import { SKILL_DESCRIPTION, SKILL_OF_ROW } from './skill-of-row';
import { listOf, tableReader } from './table-reader';

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

/** One record per event. insufficient_settlement names no payment; it is looked up by execution when read. */
export const paymentLedger = recordProjection({
  table: 'payment_ledger',
  columns: {
    execution_object_id: 'text',
    kind: 'text',
    payment_object_id: 'text?',
    agent_object_id: 'text?',
    skill_id: 'whole?',
    tool_fqn: 'text?',
    walk_index: 'whole?',
    cost: 'whole?',
    gas_fee_mist: 'whole?',
    priority_fee_mist: 'whole?',
    priority_fee_percentage: 'whole?',
    tool_fee_mist: 'whole?',
    refill_amount: 'whole?',
    refill_source: 'text?',
    required_shortfall: 'whole?',
  },
  indexes: ['execution_object_id, id'],
  kinds: [
    'ExecutionPaymentRefilledEvent',
    'ExecutionPaymentInsufficientSettlementEvent',
    'ExecutionPaymentFeesRecordedEvent',
    'ExecutionPaymentToolCostSnapshottedEvent',
  ],
  evolve(event) {
    switch (event.kind) {
      case 'ExecutionPaymentRefilledEvent':
        return {
          execution_object_id: event.payload.execution_id,
          kind: 'refilled',
          payment_object_id: event.payload.payment_id,
          refill_amount: event.payload.refill_amount,
          refill_source: event.payload.source,
        };
      case 'ExecutionPaymentInsufficientSettlementEvent':
        return {
          execution_object_id: event.payload.execution,
          kind: 'insufficient_settlement',
          walk_index: event.payload.walk_index,
          required_shortfall: event.payload.required_shortfall,
        };
      case 'ExecutionPaymentFeesRecordedEvent':
        return {
          execution_object_id: event.payload.execution_id,
          kind: 'fees_recorded',
          payment_object_id: event.payload.payment_id,
          agent_object_id: event.payload.agent_id,
          skill_id: event.payload.skill_id,
          gas_fee_mist: event.payload.gas_fee_mist,
          tool_fee_mist: event.payload.tool_fee_mist,
          priority_fee_mist: event.payload.priority_fee_mist,
          priority_fee_percentage: event.payload.priority_fee_percentage,
        };
      case 'ExecutionPaymentToolCostSnapshottedEvent':
        return {
          execution_object_id: event.payload.execution_id,
          kind: 'tool_cost_snapshotted',
          payment_object_id: event.payload.payment_id,
          agent_object_id: event.payload.agent_id,
          tool_fqn: event.payload.tool_fqn,
          cost: event.payload.cost,
        };
    }
  },
});

/** One record per event of the vault. `amount` is the deposit, the collected shares or the US paid out. */
export const priorityFeeEvents = recordProjection({
  table: 'priority_fee_events',
  columns: {
    kind: 'text',
    vault_object_id: 'text',
    leader_cap_id: 'text?',
    amount: 'whole?',
    us_in: 'whole?',
    us_refunded: 'whole?',
    sui_out: 'whole?',
    on_chain: 'time?',
  },
  indexes: ['kind, id', 'leader_cap_id, id', 'created_at'],
  counts: { shown: [], by: ['kind', 'leader_cap_id'] },
  kinds: [
    'PriorityFeeDepositCreatedEvent',
    'PriorityFeeSwapEvent',
    'PriorityFeeSharesCollectedEvent',
    'PriorityFeeWithdrawnEvent',
    'PriorityFeeVaultConfiguredEvent',
  ],
  evolve(event) {
    const common = { vault_object_id: event.payload.vault, on_chain: event.onchain_at };
    switch (event.kind) {
      case 'PriorityFeeDepositCreatedEvent': {
        const { leader_cap_id, amount } = event.payload;
        return { kind: 'deposit_created', ...common, leader_cap_id, amount };
      }
      case 'PriorityFeeSwapEvent': {
        const { us_in, us_refunded, sui_out } = event.payload;
        return { kind: 'swap', ...common, us_in, us_refunded, sui_out };
      }
      case 'PriorityFeeSharesCollectedEvent':
        return {
          kind: 'shares_collected',
          ...common,
          amount: event.payload.total_share_delta,
        };
      case 'PriorityFeeWithdrawnEvent': {
        const { leader_cap_id, us_out: amount, us_refunded } = event.payload;
        return { kind: 'withdrawn', ...common, leader_cap_id, amount, us_refunded };
      }
      case 'PriorityFeeVaultConfiguredEvent':
        return { kind: 'vault_configured', ...common };
    }
  },
});

const paymentReader = tableReader<Payment>(payments, 'payment', {
  fields: { payment_object_id: 't.key', ...SKILL_DESCRIPTION },
  joins: SKILL_OF_ROW,
});
const PAYMENT_OF =
  '(select p.key from payments p where p.execution_object_id = t.execution_object_id order by p.first_entry_id desc limit 1)';
const ledgerReader = tableReader<LedgerEvent>(paymentLedger, 'ledger event', {
  fields: {
    payment_object_id: `coalesce(t.payment_object_id, ${PAYMENT_OF})`,
    vertex_key: 'null::text',
    amount: 'null::numeric',
    settlement_kind: 'null::text',
    was_refunded: 'null::boolean',
  },
  omit: ['execution_object_id'],
});
/** The one execution whose payment the deposit's transaction charged. */
const CHARGED_EXECUTION = `(select min(l.execution_object_id) from log_entries e join payment_ledger l on l.id = e.id
  where e.tx_digest = t.tx_digest and t.kind = 'deposit_created' having count(distinct l.execution_object_id) = 1)`;
const priorityFeeReader = tableReader<PriorityFeeEvent>(priorityFeeEvents, 'priority-fee event', {
  fields: { execution_object_id: CHARGED_EXECUTION },
  omit: ['on_chain'],
});

export const paymentHandlers = {
  'payments.list': ({ db, query }) => paymentReader.page(db, query),
  'payments.get': ({ db, params }) => paymentReader.get(db, params['payment_object_id']),
  'executions.payment-ledger': listOf(executionReader, 'execution_object_id', ledgerReader),
  'priority-fees.events': ({ db, query }) => priorityFeeReader.page(db, query),
} satisfies Handlers;
