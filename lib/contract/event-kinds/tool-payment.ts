// Event kinds: cashiers, policies and invocations (spec 6.3, 11.4).
import * as z from 'zod/mini';
import { objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';
import { kind } from './kind';
import { flag, paymentSource, runtimeVertex, text } from './payload-fields';

export const toolPaymentKinds = {
  PolicyAddedEvent: kind({
    cashier: objectId,
    policy: text,
  }),
  PolicyRemovedEvent: kind({
    cashier: objectId,
    policy: text,
  }),
  CashierDepositCreatedEvent: kind({
    cashier: objectId,
    deposit: objectId,
    amount: u64,
  }),
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
  InvocationLockedEvent: kind({
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
  }),
  InvocationSettledEvent: kind({
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
    was_refunded: flag,
  }),
};
