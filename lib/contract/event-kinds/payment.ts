// Event kinds: execution payments, task reserves, tool invocations and priority fees (spec 6.3, 11.4).
import * as z from 'zod/mini';
import { address, objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/record';
import {
  flag,
  interfaceVersion,
  kind,
  paymentPolicy,
  paymentSource,
  paymentState,
  runtimeVertex,
  shareChange,
  text,
} from './payload-fields';

const skillPayment = { payment_id: address, execution_id: address, agent_id: objectId, skill_id: u64 };
const taskPayment = {
  task_id: objectId,
  reserve_id: address,
  occurrence_id: u64,
  execution_id: address,
  payment_id: address,
  agent_id: objectId,
  skill_id: u64,
  interface_version: interfaceVersion,
};
const executionOutcome = {
  execution_id: address,
  payment_id: address,
  agent_id: objectId,
  skill_id: u64,
  interface_revision: interfaceVersion,
};
const taskReserve = {
  task_id: objectId,
  reserve_id: address,
  agent_id: objectId,
  skill_id: u64,
  interface_version: interfaceVersion,
};
const invocation = {
  execution: objectId,
  vertex: runtimeVertex,
  tool: objectId,
  tool_fqn: text,
  cashier: objectId,
  invocation: objectId,
  beneficiary: paymentSource,
  policy: text,
  sources: z.array(objectId),
  amount: u64,
};

export const paymentKinds = {
  ExecutionPaymentRefilledEvent: kind({
    execution_id: address,
    payment_id: address,
    source: address,
    refill_amount: u64,
  }),
  ExecutionPaymentInsufficientSettlementEvent: kind({
    execution: objectId,
    walk_index: u64,
    required_shortfall: u64,
  }),
  AgentSkillPaymentCreatedEvent: kind({
    ...skillPayment,
    interface_revision: interfaceVersion,
    payment_policy: paymentPolicy,
    source_kind: paymentSource,
    max_budget_mist: u64,
    gas_budget_mist: u64,
    priority_fee_reserve_mist: u64,
    locked_budget_mist: u64,
    priority_fee_percentage: u64,
  }),
  GasPaymentConsumedEvent: kind({
    ...skillPayment,
    interface_revision: interfaceVersion,
    amount: u64,
    consumed_total: u64,
  }),
  ExecutionPaymentFeesRecordedEvent: kind({
    ...skillPayment,
    gas_fee_mist: u64,
    tool_fee_mist: u64,
    priority_fee_mist: u64,
    priority_fee_percentage: u64,
  }),
  ExecutionPaymentToolCostSnapshottedEvent: kind({
    payment_id: address,
    execution_id: address,
    agent_id: objectId,
    tool_fqn: text,
    cost: u64,
  }),
  ExecutionAccomplishedEvent: kind(executionOutcome),
  ExecutionRefundedEvent: kind({ ...executionOutcome, refund_reason: text }),
  TaskPaymentReserveRefilledEvent: kind({
    ...taskReserve,
    source_kind: paymentSource,
    refill_amount: u64,
    occurrence_budget_mist: u64,
    remaining_funds: u64,
  }),
  TaskPaymentReserveCanceledEvent: kind({
    ...taskReserve,
    source_kind: paymentSource,
    refunded_amount: u64,
    remaining_funds: u64,
  }),
  TaskExecutionPaymentCreatedEvent: kind({
    ...taskPayment,
    source_kind: paymentSource,
    budget: u64,
    remaining_funds: u64,
  }),
  TaskExecutionPaymentFinalizedEvent: kind({
    ...taskPayment,
    final_state: paymentState,
    remaining_funds: u64,
  }),
};

export const toolPaymentKinds = {
  PolicyAddedEvent: kind({ cashier: objectId, policy: text }),
  PolicyRemovedEvent: kind({ cashier: objectId, policy: text }),
  CashierDepositCreatedEvent: kind({ cashier: objectId, deposit: objectId, amount: u64 }),
  CreditsCreatedEvent: kind({
    tool: objectId,
    cashier: objectId,
    credits: objectId,
    beneficiary: paymentSource,
    remaining: u64,
  }),
  CreditOfferChangedEvent: kind({
    cashier: objectId,
    issuance_enabled: flag,
    price_per_credit: u64,
    minimum_credits: u64,
    maximum_credits: u64,
  }),
  TimePassCreatedEvent: kind({
    tool: objectId,
    cashier: objectId,
    pass: objectId,
    beneficiary: paymentSource,
    valid_from_ms: u64,
    valid_until_ms: u64,
  }),
  TimePassOfferChangedEvent: kind({
    cashier: objectId,
    issuance_enabled: flag,
    price_per_ms: u64,
    minimum_duration_ms: u64,
    maximum_duration_ms: u64,
  }),
  InvocationLockedEvent: kind(invocation),
  InvocationSettledEvent: kind({ ...invocation, was_refunded: flag }),
};

export const priorityFeeKinds = {
  PriorityFeeDepositCreatedEvent: kind({
    vault: objectId,
    deposit_id: objectId,
    leader_cap_id: objectId,
    amount: u64,
  }),
  PriorityFeeSharesCollectedEvent: kind({
    vault: objectId,
    deposit_count: u64,
    changes: z.array(shareChange),
    total_share_delta: u64,
  }),
  PriorityFeeSwapEvent: kind({ vault: objectId, us_in: u64, us_refunded: u64, sui_out: u64 }),
  PriorityFeeWithdrawnEvent: kind({
    vault: objectId,
    leader_cap_id: objectId,
    share_to_withdraw: u64,
    us_out: u64,
    us_refunded: u64,
  }),
  PriorityFeeVaultConfiguredEvent: kind({ vault: objectId, exchange_rate_million_mists_us: u64 }),
};
