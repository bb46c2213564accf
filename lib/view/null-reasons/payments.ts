// Why a field of a payment or its ledger may be null.
import { writtenLedgerKinds } from '@/lib/contract/payments';
import { CHAIN_TIME, NO_DESCRIPTION, NO_FEES, byState, ofKinds, type Reasons } from '@/lib/view/null-reasons';

const ofLedger = (...having: string[]) => ofKinds(writtenLedgerKinds, having);

const OF_FEES = ofKinds(writtenLedgerKinds, ['fees_recorded'], 'not applicable: no fees recorded');

export const paymentReasons = {
  agent_object_id: 'not applicable, or not seen: no indexed event names an agent for this payment',
  skill_id: 'not applicable, or not seen: no indexed event names a skill for this payment',
  interface_revision: 'not recorded by any event',
  funder: 'not recorded by any event',
  skill_description: NO_DESCRIPTION,
  refund_reason: byState(
    'final_state',
    {
      refunded: 'no reason was recorded',
      pending: 'not applicable: the payment has not been refunded',
      accomplished: 'not applicable: the payment has not been refunded',
    },
    'the payment has not been refunded, or no reason was recorded',
  ),
  refills: "this index doesn't count refills",
  gas_mist: NO_FEES,
  cost_mist: NO_FEES,
  onchain_created_at: CHAIN_TIME,
} as const satisfies Reasons;

export const ledgerEventReasons = {
  payment_object_id: ofLedger(...writtenLedgerKinds),
  agent_object_id: ofLedger('fees_recorded', 'tool_cost_snapshotted'),
  skill_id: ofLedger('fees_recorded'),
  tool_fqn: ofLedger('tool_cost_snapshotted'),
  vertex_key: ofLedger(),
  walk_index: ofLedger('insufficient_settlement'),
  amount: ofLedger(),
  cost: ofLedger('tool_cost_snapshotted'),
  gas_fee_mist: OF_FEES,
  priority_fee_mist: OF_FEES,
  priority_fee_percentage: OF_FEES,
  tool_fee_mist: OF_FEES,
  refill_amount: ofLedger('refilled'),
  refill_source: ofLedger('refilled'),
  required_shortfall: ofLedger('insufficient_settlement'),
  settlement_kind: ofLedger(),
  was_refunded: ofLedger(),
} as const satisfies Reasons;
