// The endpoints of the specification (part 4 and 4.4), with their filters: nothing else is served.
// Written a second time on purpose, like scripts/conformance: a mistake in lib/contract is found here too.
import type { Row } from '@/e2e/foreign-index/data-set';
import type { RecordName } from '@/scripts/conformance/fields';

interface Filter {
  keeps: (row: Row, value: string) => boolean;
  /** False: the value is refused with 400. */
  accepts?: (value: string) => boolean;
}

export interface Route {
  kind: 'listing' | 'record';
  /** Undefined where the specification does not show the columns. */
  record?: RecordName;
  filters?: Readonly<Record<string, Filter>>;
}

const equals = (field: string, values?: readonly string[]): Filter => ({
  keeps: (row, value) => String(row[field]) === value,
  ...(values !== undefined && { accepts: (value: string) => values.includes(value) }),
});
const flag = (read: (row: Row) => unknown): Filter => ({
  keeps: (row, value) => read(row) === (value === 'true'),
  accepts: (value) => value === 'true' || value === 'false',
});
const isId = (value: string) => /^0x[0-9a-f]{1,64}$/i.test(value);
const id = (field: string): Filter => ({ ...equals(field), accepts: isId });
const oneOf = (...values: string[]): Filter => ({
  keeps: () => true,
  accepts: (value) => values.includes(value),
});
const contains = (field: string): Filter => ({
  keeps: (row, value) => String(row[field]).includes(value),
});
const isTime = (value: string) => !Number.isNaN(Date.parse(value));
const between = (field: string): Record<string, Filter> => ({
  created_after: {
    keeps: (row, value) => Date.parse(String(row[field])) >= Date.parse(value),
    accepts: isTime,
  },
  created_before: {
    keeps: (row, value) => Date.parse(String(row[field])) <= Date.parse(value),
    accepts: isTime,
  },
});
const created = between('created_at');

const withSuffix = (kind: string) => (kind.endsWith('Event') ? kind : `${kind}Event`);
/** The kinds that a `kinds` parameter names. */
export const kindsIn = (value: string) => value.split(',').map(withSuffix);

const LEDGER_KINDS = [
  'refilled',
  'insufficient_settlement',
  'fees_recorded',
  'tool_cost_snapshotted',
  'vertex_locked',
  'vertex_settled',
];
const STAKE_KINDS = ['deposited', 'unstake_requested', 'unstake_claimed', 'slashed'];

const listing = (record?: RecordName, filters?: Record<string, Filter>): Route => ({
  kind: 'listing',
  ...(record !== undefined && { record }),
  ...(filters !== undefined && { filters }),
});
const single = (record?: RecordName): Route => ({
  kind: 'record',
  ...(record !== undefined && { record }),
});

export const SPECIFIED: Readonly<Record<string, Route>> = {
  '/tokens/usage': {
    kind: 'record',
    record: 'usage report',
    filters: {
      granularity: oneOf('hour', 'day', 'total'),
      group_by: oneOf('scope', 'route'),
      from: { keeps: () => true, accepts: isTime },
      to: { keeps: () => true, accepts: isTime },
    },
  },
  '/leaders': listing('leader', {
    leader_address: id('leader_address'),
    network_object_id: id('network_object_id'),
    is_founding: flag((row) => row['is_founding']),
    claimed: flag((row) => row['claim_token'] !== null),
    status: equals('status', ['active', 'suspended', 'slashed']),
    ...created,
  }),
  '/leaders/{id}': single('leader'),
  '/leaders/{id}/stake-events': listing(undefined, {
    kind: equals('kind', STAKE_KINDS),
    staker: id('staker'),
  }),
  '/leaders/{id}/suspension-skips': listing(),
  '/registry/leader': single(),
  '/agents': listing(),
  '/agents/{id}/skills': listing('skill'),
  '/agents/{id}/executions': listing('execution'),
  '/agents/{id}/tasks': listing('task'),
  '/agents/{id}/skills/{number}/revisions': listing('skill revision'),
  '/tasks': listing('task', {
    controller: {
      accepts: isId,
      keeps: (row, value) => row['controller_address'] === value || row['controller_agent_id'] === value,
    },
    status: equals('status'),
    agent_object_id: id('agent_object_id'),
    skill_id: { ...equals('skill_id'), accepts: (value) => /^\d+$/.test(value) },
    ...created,
  }),
  '/tasks/{id}/executions': listing('execution', { status: equals('status') }),
  '/executions/{id}/events': listing('execution event', { event_type: equals('event_type') }),
  '/executions/{id}/submission-failures': listing('submission failure'),
  '/executions/{id}/gas': listing(),
  '/executions/{id}/payment-ledger': listing('ledger event', { kind: equals('kind', LEDGER_KINDS) }),
  '/tools': listing('tool', {
    fqn: contains('fqn'),
    registered: flag((row) => row['is_registered']),
    kind: equals('kind', ['http', 'chain']),
    verified: flag((row) => row['verified']),
    creator: id('creator'),
    ...created,
  }),
  '/tools/{fqn}': single(),
  '/payments': listing('payment', {
    execution_object_id: id('execution_object_id'),
    agent_object_id: id('agent_object_id'),
    final_state: equals('final_state', ['pending', 'accomplished', 'refunded']),
    funder: id('funder'),
    source_kind: equals('source_kind', ['user_funded', 'agent_funded']),
    ...created,
  }),
  '/payments/{id}': single('payment'),
  '/priority-fee-vault/events': listing(),
  '/dags': listing('dag', {
    creator: id('creator'),
    finalized: flag((row) => row['finalized_at'] !== null),
    ...created,
  }),
  '/dags/{id}': single('dag'),
  '/dags/{id}/structure': single('dag structure'),
  '/events': listing('event record', {
    kinds: { keeps: (row, value) => kindsIn(value).includes(String(row['kind'])) },
    sender: id('sender_address'),
    tx_digest: {
      ...equals('tx_digest'),
      accepts: (value) => /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(value),
    },
    ...between('onchain_at'),
  }),
};

/** The template of a path, e.g. `/leaders/{id}`; undefined where no route serves it. */
export function templateOf(path: string): string | undefined {
  const parts = path.split('/');
  return Object.keys(SPECIFIED).find((template) => {
    const expected = template.split('/');
    return (
      expected.length === parts.length &&
      expected.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]))
    );
  });
}
