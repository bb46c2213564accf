// Sentences of the tool-payment family.
import type { PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import type { toolPaymentKinds } from '@/lib/contract/event-kinds/payment';
import {
  address,
  agent,
  amount,
  at,
  duration,
  execution,
  fqn,
  object,
  say,
  sui,
  time,
  type Part,
} from './part';
import type { Sentences } from './sentences';

type Beneficiary = PayloadOf<'CreditsCreatedEvent'>['beneficiary'];

const payer = (source: Beneficiary): Part =>
  source.variant === 'UserFunded' ? address(source.user) : agent(source.agent_id);

/** The module of a policy's type name: `0x…::fixed_price::Policy` reads `fixed price`. */
function policyName(policy: string): string {
  const [, module] = policy.split('::');
  return module === undefined ? policy : module.replaceAll('_', ' ');
}

export const toolPaymentSentences: Sentences<keyof typeof toolPaymentKinds> = {
  PolicyAddedEvent: (it) => say`cashier ${object(it.cashier)} now takes ${policyName(it.policy)}`,
  PolicyRemovedEvent: (it) => say`cashier ${object(it.cashier)} no longer takes ${policyName(it.policy)}`,
  CashierDepositCreatedEvent: (it) => say`${sui(it.amount)} paid in at cashier ${object(it.cashier)}`,
  CreditsCreatedEvent: (it) =>
    say`${payer(it.beneficiary)} got ${it.remaining} credits for tool ${object(it.tool)}`,
  CreditOfferChangedEvent: (it) =>
    it.issuance_enabled
      ? say`cashier ${object(it.cashier)} sells ${it.minimum_credits} to ${it.maximum_credits} credits at ${amount(it.price_per_credit)} each`
      : say`cashier ${object(it.cashier)} sells no more credits`,
  TimePassCreatedEvent: (it) =>
    say`${payer(it.beneficiary)} got a time pass for tool ${object(it.tool)}, valid ${time(it.valid_from_ms)} to ${time(it.valid_until_ms)}`,
  TimePassOfferChangedEvent: (it) =>
    it.issuance_enabled
      ? say`cashier ${object(it.cashier)} sells time passes of ${duration(it.minimum_duration_ms)} to ${duration(it.maximum_duration_ms)} at ${amount(it.price_per_ms)} a millisecond`
      : say`cashier ${object(it.cashier)} sells no more time passes`,
  InvocationLockedEvent: (it) =>
    say`${at(it.vertex)} of ${execution(it.execution)}: ${amount(it.amount)} locked for ${fqn(it.tool_fqn)}, ${policyName(it.policy)}`,
  InvocationSettledEvent: (it) =>
    it.was_refunded
      ? say`${at(it.vertex)} of ${execution(it.execution)}: ${amount(it.amount)} released, ${fqn(it.tool_fqn)} is not paid`
      : say`${at(it.vertex)} of ${execution(it.execution)}: ${amount(it.amount)} paid to ${fqn(it.tool_fqn)}`,
};
