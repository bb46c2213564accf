// The listings of part 4: path, record, filters. The rules on envelopes, paging, filters and errors are derived from these lines.
// A path with {x} is filled from the first row of another listing.
import type { RecordName } from './fields';

export interface ListingSpec {
  path: string;
  record?: RecordName;
  scope: string;
  /** What fills the placeholder: a field of another listing. */
  parent?: { listing: string; field: string };
  /** Filters by exact value of the field with the same name. */
  equals?: readonly string[];
  booleans?: Readonly<Record<string, (row: Record<string, unknown>) => boolean | null>>;
  createdBetween?: boolean;
  /** Parameters with a value that must be rejected with 400. */
  invalid?: Readonly<Record<string, string>>;
  /** Part 4 by default. */
  section?: string;
}

const AGENT = { listing: '/tasks', field: 'agent_object_id' };
const EXECUTION = { listing: '/payments', field: 'execution_object_id' };
const LEADER = { listing: '/leaders', field: 'leader_cap_id' };

const dates = { created_after: 'yesterday', created_before: '2026-13-01T00:00:00Z' };

export const listings: readonly ListingSpec[] = [
  {
    path: '/leaders',
    record: 'leader',
    scope: 'leaders:read',
    equals: ['status', 'leader_address', 'network_object_id'],
    booleans: {
      is_founding: (row) => row['is_founding'] as boolean,
      claimed: (row) => row['claim_token'] !== null,
    },
    createdBetween: true,
    invalid: { status: 'retired', is_founding: 'perhaps', claimed: '1', leader_address: 'zz', ...dates },
  },
  {
    path: '/tools',
    record: 'tool',
    scope: 'tools:read',
    equals: ['kind', 'creator'],
    booleans: {
      registered: (row) => row['is_registered'] as boolean,
      verified: (row) => row['verified'] as boolean | null,
    },
    createdBetween: true,
    invalid: { registered: 'perhaps', kind: 'carrier-pigeon', verified: 'unknown', creator: 'zz', ...dates },
  },
  {
    path: '/payments',
    record: 'payment',
    scope: 'payments:read',
    equals: ['execution_object_id', 'agent_object_id', 'final_state', 'funder', 'source_kind'],
    createdBetween: true,
    invalid: { final_state: 'lost', source_kind: 'sponsored', ...dates },
  },
  {
    path: '/dags',
    record: 'dag',
    scope: 'dags:read',
    equals: ['creator'],
    booleans: { finalized: (row) => row['finalized_at'] !== null },
    createdBetween: true,
    invalid: { finalized: 'perhaps', creator: 'zz', ...dates },
  },
  {
    path: '/tasks',
    record: 'task',
    scope: 'tasks:read',
    equals: ['status', 'agent_object_id', 'skill_id'],
    createdBetween: true,
    invalid: { skill_id: 'two', ...dates },
  },
  { path: '/agents/{agent_object_id}/skills', record: 'skill', scope: 'agents:read', parent: AGENT },
  { path: '/agents/{agent_object_id}/executions', record: 'execution', scope: 'agents:read', parent: AGENT },
  { path: '/agents/{agent_object_id}/tasks', record: 'task', scope: 'agents:read', parent: AGENT },
  {
    path: '/tasks/{task_object_id}/executions',
    record: 'execution',
    scope: 'tasks:read',
    parent: { listing: '/tasks', field: 'object_id' },
    equals: ['status'],
  },
  {
    path: '/executions/{execution_object_id}/events',
    record: 'execution event',
    scope: 'executions:read',
    parent: EXECUTION,
    equals: ['event_type'],
  },
  {
    path: '/executions/{execution_object_id}/submission-failures',
    record: 'submission failure',
    scope: 'executions:read',
    parent: EXECUTION,
  },
  { path: '/executions/{execution_object_id}/gas', scope: 'executions:read', parent: EXECUTION },
  {
    path: '/executions/{execution_object_id}/payment-ledger',
    record: 'ledger event',
    scope: 'executions:read',
    parent: EXECUTION,
    equals: ['kind'],
    invalid: { kind: 'gifts' },
  },
  {
    path: '/leaders/{leader_cap_id}/stake-events',
    scope: 'leaders:read',
    section: '4.4',
    parent: LEADER,
    equals: ['kind', 'staker'],
    invalid: { kind: 'gifts' },
  },
  {
    path: '/leaders/{leader_cap_id}/suspension-skips',
    scope: 'leaders:read',
    section: '4.4',
    parent: LEADER,
  },
  {
    path: '/events',
    record: 'event record',
    scope: 'events:read',
    section: '6.2',
    equals: ['tx_digest'],
    invalid: { kinds: 'NoSuchThing', tx_digest: '0', sender: 'zz', ...dates },
  },
  { path: '/agents', scope: 'agents:read', section: '4.4' },
  { path: '/priority-fee-vault/events', scope: 'payments:read', section: '4.4' },
];
