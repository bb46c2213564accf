// Ledger of an execution's payment (spec 2.13): one record per event.
// insufficient_settlement names no payment; it is looked up by execution when read.
import { recordProjection } from './projection';

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
