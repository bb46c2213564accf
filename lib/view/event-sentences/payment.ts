// Sentences of the payment family.
import type { PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import type { paymentKinds } from '@/lib/contract/event-kinds/payment';
import { address, agent, amount, execution, fqn, payment, say, sui, task, type Part } from './part';
import type { Sentences } from './sentences';

type Source = PayloadOf<'AgentSkillPaymentCreatedEvent'>['source_kind'];

const funder = (source: Source): Part =>
  source.variant === 'UserFunded' ? address(source.user) : agent(source.agent_id);

const stateWords = { Pending: 'still pending', Accomplished: 'accomplished', Refunded: 'refunded' } as const;

export const paymentSentences: Sentences<keyof typeof paymentKinds> = {
  ExecutionPaymentRefilledEvent: (it) =>
    say`payment ${payment(it.payment_id)} of ${execution(it.execution_id)} refilled by ${amount(it.refill_amount)} from ${address(it.source)}`,
  ExecutionPaymentInsufficientSettlementEvent: (it) =>
    say`walk ${it.walk_index} of ${execution(it.execution)} cannot settle: ${amount(it.required_shortfall)} missing`,
  AgentSkillPaymentCreatedEvent: (it) =>
    say`payment ${payment(it.payment_id)} of at most ${sui(it.max_budget_mist)} created for ${execution(it.execution_id)}, funded by ${funder(it.source_kind)}`,
  GasPaymentConsumedEvent: (it) =>
    say`${amount(it.amount)} of gas paid from ${payment(it.payment_id)}, ${amount(it.consumed_total)} so far`,
  ExecutionPaymentFeesRecordedEvent: (it) =>
    say`fees of ${execution(it.execution_id)} so far: gas ${sui(it.gas_fee_mist)}, tools ${sui(it.tool_fee_mist)}, priority ${sui(it.priority_fee_mist)}`,
  ExecutionPaymentToolCostSnapshottedEvent: (it) =>
    say`price of ${fqn(it.tool_fqn)} fixed at ${amount(it.cost)} for ${execution(it.execution_id)}`,
  ExecutionAccomplishedEvent: (it) =>
    say`payment ${payment(it.payment_id)} of ${execution(it.execution_id)} accomplished, what is left goes back`,
  ExecutionRefundedEvent: (it) =>
    say`payment ${payment(it.payment_id)} of ${execution(it.execution_id)} refunded: ${it.refund_reason}`,
  TaskPaymentReserveRefilledEvent: (it) =>
    say`reserve of ${task(it.task_id)} refilled by ${sui(it.refill_amount)}, holds ${sui(it.remaining_funds)}`,
  TaskPaymentReserveCanceledEvent: (it) =>
    say`reserve of ${task(it.task_id)} closed, ${sui(it.refunded_amount)} paid back to ${funder(it.source_kind)}`,
  TaskExecutionPaymentCreatedEvent: (it) =>
    say`${sui(it.budget)} taken from the reserve of ${task(it.task_id)} for occurrence ${it.occurrence_id}, ${execution(it.execution_id)}`,
  TaskExecutionPaymentFinalizedEvent: (it) =>
    say`payment of occurrence ${it.occurrence_id} of ${task(it.task_id)} ${stateWords[it.final_state.variant]}, reserve holds ${sui(it.remaining_funds)}`,
};
