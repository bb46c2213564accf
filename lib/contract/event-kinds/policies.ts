// Kinds that set a policy: what they are of, so that an event can be compared with the one before it.
import { decodePayload, type EventKind, shortKindName } from './catalogue';

/** The fields of the payload that name what the policy is of; null where the event itself says what it was before. */
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

/** Names the policy that an event sets; undefined where it is compared with none. */
export function policyOf(kind: string, payload: unknown): string | undefined {
  const fields = POLICIES[kind as EventKind];
  const decoded = decodePayload(kind, payload);
  if (!fields || decoded === undefined) return undefined;
  return [kind, ...fields.map((field) => String(decoded[field]))].join(' ');
}
