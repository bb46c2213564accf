// Event kinds that set a policy, and the fields that identify it: an event is compared with the previous one of the same policy.
import { decodePayload, type EventKind, shortKindName } from './catalogue';

/** The payload's fields that identify the policy; null for kinds that are not compared. */
const POLICIES: Partial<Record<EventKind, readonly string[] | null>> = {
  UnbondingDurationUpdatedEvent: ['registry'],
  MinStakeUsUpdatedEvent: ['registry'],
  MaxTransactionBudgetUpdatedEvent: ['registry'],
  PriorityFeeVaultConfiguredEvent: ['vault'],
  CreditOfferChangedEvent: ['cashier'],
  TimePassOfferChangedEvent: ['cashier'],
  SkillContractRevisionedEvent: ['agent_id', 'skill_id'],
  PolicyAddedEvent: null,
  PolicyRemovedEvent: null,
  DefaultDagExecutorUpdatedEvent: null,
};

export const policyKinds = Object.keys(POLICIES).map(shortKindName).sort();

/** Kinds whose events have a `previous` payload. */
export const comparedKinds = (Object.keys(POLICIES) as EventKind[]).filter((kind) => POLICIES[kind] !== null);

/** Identifies the policy that an event sets; undefined if the event is not compared. */
export function policyOf(kind: string, payload: unknown): string | undefined {
  const fields = POLICIES[kind as EventKind];
  const decoded = decodePayload(kind, payload);
  if (!fields || decoded === undefined) return undefined;
  return [kind, ...fields.map((field) => String(decoded[field]))].join(' ');
}
