// Execution payments (spec 2.12), their ledger (spec 2.13), payments to tools, and events of the priority-fee vault (spec 4.4).
// Without its creation event a payment has no budgets and is not listed.
import type { LedgerEvent, Payment, PriorityFeeEvent } from '@/lib/contract/payments';
import { snakeCase } from '@/lib/contract/tagged';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { LONGEST_SUBJECT } from '@/lib/index-service/log/recorded-line';
import { costMist, executionReader } from './executions';
import { objectProjection, recordProjection } from './projection';
import { onchainWithin } from '@/lib/index-service/store/conditions';
import { chainTime, listOf, tableReader, SKILL_DESCRIPTION, SKILL_OF_ROW } from './table-reader';

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
    refills: 'whole',
    refilled_mist: 'whole',
    created_entry_id: 'entry?',
    created_on_chain: 'time?',
  },
  initial: {
    final_state: 'pending',
    refills: 0n,
    refilled_mist: 0n,
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
    'created_on_chain',
  ],
  counts: { shown: ['created_entry_id'], by: ['final_state', 'source_kind', 'agent_object_id', 'funder'] },
  keysOf: (event) => [event.payload.payment_id],
  always: ({ payload }) => ({ execution_object_id: payload.execution_id }),
  on: {
    AgentSkillPaymentCreatedEvent: ({ id, onchain_at, payload }) => ({
      agent_object_id: payload.agent_id,
      skill_id: payload.skill_id,
      interface_revision: payload.interface_revision,
      source_kind: snakeCase(payload.source_kind.variant),
      funder: payload.source_kind.variant === 'UserFunded' ? payload.source_kind.user : null,
      gas_budget_mist: payload.gas_budget_mist,
      locked_budget_mist: payload.locked_budget_mist,
      max_budget_mist: payload.max_budget_mist,
      priority_fee_percentage: payload.priority_fee_percentage,
      priority_fee_reserve_mist: payload.priority_fee_reserve_mist,
      created_entry_id: id,
      created_on_chain: onchain_at,
    }),
    GasPaymentConsumedEvent: ({ payload: { consumed_total } }) => ({ consumed_total }),
    ExecutionPaymentRefilledEvent: ({ payload }, row) => ({
      max_budget_mist: raised(row.max_budget_mist, payload.refill_amount),
      refills: row.refills + 1n,
      refilled_mist: raised(row.refilled_mist, payload.refill_amount),
    }),
    ExecutionAccomplishedEvent: () => ({ final_state: 'accomplished' }),
    ExecutionRefundedEvent: ({ payload: { refund_reason } }) => ({ final_state: 'refunded', refund_reason }),
  },
});

const COLUMN_MAX = 10n ** 20n - 1n;

/** A sum that still fits the column: no recorded number may stop the index. */
function raised(amount: bigint, by: bigint): bigint {
  return amount + by > COLUMN_MAX ? COLUMN_MAX : amount + by;
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
  on: {
    ExecutionPaymentRefilledEvent: ({ payload: { execution_id, payment_id, refill_amount, source } }) => ({
      execution_object_id: execution_id,
      kind: 'refilled',
      payment_object_id: payment_id,
      refill_amount,
      refill_source: source,
    }),
    ExecutionPaymentInsufficientSettlementEvent: ({
      payload: { execution, walk_index, required_shortfall },
    }) => ({
      execution_object_id: execution,
      kind: 'insufficient_settlement',
      walk_index,
      required_shortfall,
    }),
    ExecutionPaymentFeesRecordedEvent: ({ payload }) => ({
      execution_object_id: payload.execution_id,
      kind: 'fees_recorded',
      payment_object_id: payload.payment_id,
      agent_object_id: payload.agent_id,
      skill_id: payload.skill_id,
      gas_fee_mist: payload.gas_fee_mist,
      tool_fee_mist: payload.tool_fee_mist,
      priority_fee_mist: payload.priority_fee_mist,
      priority_fee_percentage: payload.priority_fee_percentage,
    }),
    ExecutionPaymentToolCostSnapshottedEvent: ({ payload }) => ({
      execution_object_id: payload.execution_id,
      kind: 'tool_cost_snapshotted',
      payment_object_id: payload.payment_id,
      agent_object_id: payload.agent_id,
      tool_fqn: payload.tool_fqn,
      cost: payload.cost,
    }),
  },
});

/** What a tool was paid in an execution. Its price is frozen at the start; only a settled invocation that was not refunded pays it. */
export const toolPayments = objectProjection({
  table: 'tool_payments',
  columns: { execution_object_id: 'text', tool_fqn: 'text', paid_mist: 'whole' },
  initial: { paid_mist: 0n },
  indexes: ['execution_object_id'],
  // A longer name is not one of a tool (tools.ts).
  keysOf: ({ payload: { execution, tool_fqn } }) =>
    tool_fqn.length <= LONGEST_SUBJECT ? [`${execution}/${tool_fqn}`] : [],
  on: {
    InvocationSettledEvent: ({ payload: { execution, tool_fqn, amount, was_refunded } }, row) =>
      was_refunded
        ? undefined
        : { execution_object_id: execution, tool_fqn, paid_mist: raised(row.paid_mist, amount) },
  },
});

function ofVault(
  kind: string,
  { payload, onchain_at }: { payload: { vault: string }; onchain_at: string | null },
) {
  return { kind, vault_object_id: payload.vault, on_chain: onchain_at };
}

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
  on: {
    PriorityFeeDepositCreatedEvent(event) {
      const { leader_cap_id, amount } = event.payload;
      return { ...ofVault('deposit_created', event), leader_cap_id, amount };
    },
    PriorityFeeSwapEvent(event) {
      const { us_in, us_refunded, sui_out } = event.payload;
      return { ...ofVault('swap', event), us_in, us_refunded, sui_out };
    },
    PriorityFeeSharesCollectedEvent: (event) => ({
      ...ofVault('shares_collected', event),
      amount: event.payload.total_share_delta,
    }),
    PriorityFeeWithdrawnEvent(event) {
      const { leader_cap_id, us_out: amount, us_refunded } = event.payload;
      return { ...ofVault('withdrawn', event), leader_cap_id, amount, us_refunded };
    },
    PriorityFeeVaultConfiguredEvent: (event) => ofVault('vault_configured', event),
  },
});

/** When a payment (`t`) was created on chain. */
export const PAID_AT = chainTime('t.created_on_chain', 't.created_entry_id');
/** Conditions of a payment (`t`) that is listed. */
export const PAYMENT_SHOWN = ['t.created_entry_id is not null'];

/** SQL of the cost of a payment's execution (`run`). */
export const COST = costMist('run');
const paymentReader = tableReader<Payment>(payments, 'payment', {
  fields: { payment_object_id: 't.key', gas_mist: 'run.gas_mist', cost_mist: COST, ...SKILL_DESCRIPTION },
  omit: ['created_on_chain', 'refilled_mist'],
  joins: `${SKILL_OF_ROW} left join executions run on run.key = t.execution_object_id`,
  orders: { used: `${COST} / nullif(t.max_budget_mist, 0)`, onchain_created_at: PAID_AT },
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
/** When an event of the vault (`t`) happened on chain. */
const MOVED_AT = chainTime('t.on_chain', 't.id');

/** The one execution whose payment the deposit's transaction charged. */
const CHARGED_EXECUTION = `(select min(l.execution_object_id) from log_entries e join payment_ledger l on l.id = e.id
  where e.tx_digest = t.tx_digest and t.kind = 'deposit_created' having count(distinct l.execution_object_id) = 1)`;
const priorityFeeReader = tableReader<PriorityFeeEvent>(priorityFeeEvents, 'priority-fee event', {
  fields: { execution_object_id: CHARGED_EXECUTION, onchain_created_at: MOVED_AT },
  omit: ['on_chain'],
  // What left the vault is negative.
  orders: {
    sui: "case t.kind when 'deposit_created' then t.amount when 'swap' then -t.sui_out end",
    us: "case t.kind when 'withdrawn' then -t.amount when 'swap' then t.us_in end",
    onchain_created_at: MOVED_AT,
  },
});

export const paymentHandlers = {
  'payments.list': ({ db, query }) =>
    paymentReader.page(db, query, (where) =>
      onchainWithin(where, query, PAID_AT)
        .and('t.refills >= ?::numeric', query.min_refills)
        .and('t.refills <= ?::numeric', query.max_refills)
        .and('run.dag_object_id = ?', query.dag_object_id)
        .and('run.task_object_id = ?', query.task_object_id),
    ),
  'payments.get': ({ db, params }) => paymentReader.get(db, params['payment_object_id']),
  'executions.payment-ledger': listOf(executionReader, 'execution_object_id', ledgerReader),
  'priority-fees.events': ({ db, query }) =>
    priorityFeeReader.page(db, query, (where) => onchainWithin(where, query, MOVED_AT)),
} satisfies Handlers;
