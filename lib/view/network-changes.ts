// What changed the network itself, rather than ran on it, in words: its leaders, stakes, tools, DAGs, agents, tasks and keys.
import type { EventKind } from '@/lib/contract/event-kinds/catalogue';
import { counted, groupDigits } from './amount';

/** What happened to what, in the order shown. The steps of building a DAG are part of its creation. */
const CHANGES = {
  'DAG|DAGs': { DAGCreatedEvent: 'created', DAGFinalizedEvent: 'finalized' },
  'default DAG executor|default DAG executors': { DefaultDagExecutorUpdatedEvent: 'updated' },
  'agent|agents': { AgentCreatedEvent: 'created' },
  'skill|skills': { SkillRegisteredEvent: 'registered', SkillContractRevisionedEvent: 'revised' },
  'tool registry|tool registries': { ToolRegistryCreatedEvent: 'created' },
  'tool|tools': {
    ToolRegisteredEvent: 'registered',
    ToolUpdatedEvent: 'updated',
    ToolUnregisteredEvent: 'unregistered',
    ToolSlashedEvent: 'slashed',
    ToolVerificationStatusChangedEvent: 'with changed verification',
  },
  'tool policy|tool policies': { PolicyAddedEvent: 'added', PolicyRemovedEvent: 'removed' },
  'tool offer|tool offers': {
    CreditOfferChangedEvent: 'changed: credits',
    TimePassOfferChangedEvent: 'changed: time pass',
  },
  'leader|leaders': {
    FoundingLeaderCapCreatedEvent: 'created',
    LeaderCapIssuedEvent: 'issued',
    LeaderClaimedEvent: 'claimed',
    LeaderUpsertedEvent: 'registered',
    LeaderStatusChangedEvent: 'with changed status',
    LeaderSuspensionSkippedEvent: 'not suspended',
  },
  'leader registry|leader registries': { LeaderRegistryCreatedEvent: 'created' },
  'staking policy|staking policies': {
    UnbondingDurationUpdatedEvent: 'changed: unbonding',
    MinStakeUsUpdatedEvent: 'changed: minimum stake',
    MaxTransactionBudgetUpdatedEvent: 'changed: transaction budget',
  },
  'stake|stakes': {
    StakeDepositedEvent: 'deposited',
    UnstakeRequestedEvent: 'unstaking',
    UnstakeClaimedEvent: 'claimed',
    StakeSlashedEvent: 'slashed',
  },
  'task|tasks': {
    TaskCreatedEvent: 'created',
    TaskPausedEvent: 'paused',
    TaskResumedEvent: 'resumed',
    TaskCanceledEvent: 'cancelled',
    TaskRejectedEvent: 'rejected',
    TaskClosedEvent: 'closed',
  },
  'key|keys': {
    NetworkAuthCreatedEvent: 'set up',
    KeyBindingCreatedEvent: 'bound',
    KeyRegisteredEvent: 'registered',
    KeyRevokedEvent: 'revoked',
    ActiveKeyUpdatedEvent: 'activated',
  },
} as const satisfies Record<string, Partial<Record<EventKind, string>>>;

export interface Change {
  kind: string;
  /** `25 tasks created`, and of the same things `15 closed`. */
  words: string;
}

/** The changes among events counted by kind, those of the same things together. */
export function changesInWords(groups: readonly { group: string | null; count: number }[]): Change[][] {
  const counts = new Map(groups.map(({ group, count }) => [group, count]));
  return Object.entries(CHANGES)
    .map(([nouns, kinds]) => {
      const [singular = '', plural] = nouns.split('|');
      return Object.entries(kinds)
        .flatMap(([kind, done]) => ({ kind, done, count: counts.get(kind) ?? 0 }))
        .filter(({ count }) => count > 0)
        .map(({ kind, done, count }, place) => ({
          kind,
          words: `${place === 0 ? counted(count, singular, plural) : groupDigits(count)} ${done}`,
        }));
    })
    .filter(({ length }) => length > 0);
}
