// The fields of section 2 with their specified types, one per line. Deliberately not derived from lib/contract: see rule.ts.
// `?` after a type: the value may be null (the key is present). `~`: optional.
import { ExactNumber } from '@/lib/json/exact-number';

export type FieldType = 'string' | 'boolean' | 'integer' | 'time' | 'object' | 'array' | 'any';

const times = 'created_at time, updated_at time, onchain_created_at time?';

const tables = {
  leader: `leader_cap_id string, is_founding boolean, leader_address string?, network_object_id string?, registry_object_id string?, status string?,
    claim_token string?, claimed_tx_digest string?, issued_tx_digest string?, created_tx_digest string, stake_pool_total integer, stake_total_shares integer, ${times}`,
  skill: `agent_object_id string, skill_id integer, active boolean?, description string?, current_interface_revision integer, dag_binding object,
    dag_object_id string?, requirements object?, record_refreshed_at time?, ${times}`,
  'skill revision':
    'interface_revision integer, dag_binding object, requirements object?, tx_digest string, created_at time',
  execution: `object_id string, dag_object_id string, invoker string, status string, agent_object_id string?, skill_id integer?, interface_revision integer?,
    task_object_id string?, payment_object_id string?, has_any_walk_failed boolean?, has_any_walk_succeeded boolean?, was_aborted boolean?, ${times}`,
  task: `object_id string, status string, controller_kind string, controller_address string?, controller_agent_id string?, agent_object_id string?,
    skill_id integer?, ${times}`,
  'execution event': `id integer, execution_id string, event_type string, tx_digest string, vertex_name string, vertex_iteration integer?, walk_index integer,
    variant string?, failure_reason string?, has_primary_failure_evidence boolean?, has_secondary_failure_evidence boolean?, leader string?,
    ports_data object?, created_at time`,
  'submission failure': `id integer, tx_digest string, vertex_name string, vertex_iteration integer?, walk_index integer, failed_leader string,
    winning_leader string?, err_eval_hash string, reason string, created_at time`,
  tool: `fqn string, object_id string, kind string, location string, description string, is_registered boolean, registered_at time, unregistered_at time?,
    registry_object_id string?, creator string?, verified boolean?, lock_duration_ms integer?, vault_balance_us integer?,
    workflow_authorization_cap_first boolean?, ${times}`,
  payment: `payment_object_id string, execution_object_id string, agent_object_id string?, skill_id integer?, interface_revision integer?, funder string?,
    source_kind string, final_state string, refund_reason string?, consumed_total integer, gas_budget_mist integer, locked_budget_mist integer,
    max_budget_mist integer, priority_fee_percentage integer, priority_fee_reserve_mist integer, ${times}`,
  'ledger event': `id integer, kind string, tx_digest string, created_at time, payment_object_id string?, agent_object_id string?, skill_id integer?,
    tool_fqn string?, vertex_key string?, walk_index integer?, amount integer?, cost integer?, gas_fee_mist integer?, priority_fee_mist integer?,
    priority_fee_percentage integer?, tool_fee_mist integer?, refill_amount integer?, refill_source string?, required_shortfall integer?,
    settlement_kind string?, was_refunded boolean?`,
  dag: `object_id string, creator string, finalized_at time?, ${times}`,
  'dag structure':
    'object_id string, finalized_at time?, vertices array, edges array, entry_groups array, default_values array, output_variants array',
  'event record': 'id integer, kind string, tx_digest string, sender_address string',
  'usage report':
    'key_id string, from time, to time, granularity string, group_by string, total_requests integer, buckets array',
  'usage bucket':
    'bucket_start time?, group string, request_count integer, status_class string, avg_duration_ms integer',
} as const;

export type RecordName = keyof typeof tables;

interface Field {
  name: string;
  type: FieldType;
  nullable: boolean;
}

function fieldsOf(record: RecordName): Field[] {
  return tables[record].split(',').map((text) => {
    const [name = '', type = ''] = text.trim().split(/\s+/);
    return { name, type: type.replace('?', '') as FieldType, nullable: type.endsWith('?') };
  });
}

export function fieldNames(record: RecordName): string[] {
  return fieldsOf(record).map(({ name }) => name);
}

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

function fits(type: FieldType, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return (
        typeof value === 'bigint' || Number.isInteger(value instanceof ExactNumber ? Number(value) : value)
      );
    case 'time':
      return typeof value === 'string' && RFC3339.test(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'any':
      return true;
    case 'string':
    case 'boolean':
      return typeof value === type;
  }
}

/** What is wrong with a record, field by field; empty if every field has its type. Unknown keys are allowed. */
export function faultsOf(record: RecordName, row: Record<string, unknown>): string[] {
  return fieldsOf(record).flatMap(({ name, type, nullable }) => {
    if (!(name in row)) return [`${name} is missing`];
    const value = row[name];
    if (value === null) return nullable ? [] : [`${name} is null`];
    return fits(type, value) ? [] : [`${name} is not ${type}${nullable ? ' or null' : ''}`];
  });
}

/** The values that section 2 lists for an enum field. */
export const documented: Partial<Record<RecordName, Record<string, readonly string[]>>> = {
  leader: { status: ['active', 'suspended', 'slashed'] },
  task: { controller_kind: ['address', 'agent'] },
  tool: { kind: ['http', 'chain'] },
  payment: {
    source_kind: ['user_funded', 'agent_funded'],
    final_state: ['pending', 'accomplished', 'refunded'],
  },
  'ledger event': {
    kind: [
      'refilled',
      'insufficient_settlement',
      'fees_recorded',
      'tool_cost_snapshotted',
      'vertex_locked',
      'vertex_settled',
    ],
  },
};
