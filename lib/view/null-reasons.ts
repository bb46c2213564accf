// Why a field may be null, per record and field; a test finds nullable contract fields without a reason.

const CHAIN_TIME = 'indexed before on-chain times were stored';
const NOT_OF_KIND = 'not applicable to this kind of entry';
const NO_ITERATOR = 'not applicable: the vertex does not run in a loop';
const NO_DESCRIPTION = 'not applicable, or no snapshot of the skill has a description';
const NO_AGENT = 'not applicable, or no event names an agent';
const NO_FEES = 'no fee event has been indexed, or the fee events contradict each other';
const NOT_PROVIDED = 'not provided by this index';
const UNFINISHED = 'known once the execution has finished';

const movements = {
  staker: NOT_OF_KIND,
  amount: NOT_OF_KIND,
  shares: NOT_OF_KIND,
  total_shares: 'reported by deposits only',
  pool_total: 'reported by deposits only',
  unlock_at: NOT_OF_KIND,
  at: NOT_OF_KIND,
};

const toolFields = {
  unregistered_at: 'not applicable: the tool is registered',
  registry_object_id: 'not seen in any indexed event',
  creator: 'indexed before creators were tracked',
  verified: 'not read from chain yet; does not mean false',
  lock_duration_ms: 'not read from chain yet',
  vault_balance_us: 'not read from chain yet',
  workflow_authorization_cap_first: 'not read from chain yet; does not mean false',
  dags: NOT_PROVIDED,
  onchain_created_at: CHAIN_TIME,
};

export const nullReasons = {
  leader: {
    leader_address: 'known from the cap-issued event only; founding caps have none',
    network_object_id: 'the cap-issued event, the only one that names the network, has not been indexed',
    registry_object_id: 'not seen in any indexed event',
    status: 'no indexed event has named a state yet',
    claim_token: 'the active state has not been claimed',
    claimed_tx_digest: 'the active state has not been claimed',
    issued_tx_digest: 'the cap-issued event has not been indexed',
    onchain_created_at: CHAIN_TIME,
  },
  stakeEvent: movements,
  suspensionSkip: {
    registry_object_id: 'missing from the event',
    attempted_claim_token: 'missing from the event',
    owner_claim_token: 'missing from the event',
  },
  leaderRegistry: {
    min_stake_us: 'no update of the minimum stake has been indexed',
    max_transaction_budget: 'no update of the maximum budget has been indexed',
    unbonding_duration_ms: 'no update of the unbonding time has been indexed',
  },
  agent: {
    vault_object_id: 'the agent-created event has not been indexed',
    creator: 'the agent-created event has not been indexed',
    onchain_created_at: CHAIN_TIME,
  },
  skill: {
    active: 'not read from chain yet',
    description: 'not read from chain yet',
    dag_object_id: 'not applicable: the DAG is chosen at run time',
    requirements: 'no contract revision of the skill has been indexed',
    record_refreshed_at: 'not read from chain yet',
    onchain_created_at: CHAIN_TIME,
  },
  skillRevision: { requirements: 'the registration event does not include them' },
  execution: {
    agent_object_id: NO_AGENT,
    skill_id: NO_AGENT,
    interface_revision: NO_AGENT,
    task_object_id: 'not applicable, or not seen: no indexed event names a task for it',
    payment_object_id: 'no indexed event names a payment for it',
    has_any_walk_failed: UNFINISHED,
    has_any_walk_succeeded: UNFINISHED,
    was_aborted: UNFINISHED,
    finished_at: 'the execution has not finished, or its on-chain time was not stored',
    duration_ms: 'known once the execution has finished and both on-chain times are stored',
    gas_mist: NO_FEES,
    tool_cost_mist: NO_FEES,
    priority_fee_mist: NO_FEES,
    failure_class: 'no permanent failure, or its class was not recorded',
    failure_reason: 'no permanent failure, or its reason was not recorded',
    failed_vertex: 'no permanent failure',
    failed_tool_fqn: 'no permanent failure, or the DAG names no tool for the vertex',
    loop_iterations: 'it went through no loop that records its iterations',
    skill_description: NO_DESCRIPTION,
    onchain_created_at: CHAIN_TIME,
  },
  executionEvent: {
    vertex_iteration: NO_ITERATOR,
    variant: 'not applicable to this event type',
    failure_reason: 'not applicable to this event type',
    has_primary_failure_evidence: 'not applicable to this event type',
    has_secondary_failure_evidence: 'not applicable to this event type',
    leader: 'only a committed tool result names the leader',
    ports_data: 'the event has no readable ports',
  },
  submissionFailure: {
    vertex_iteration: NO_ITERATOR,
    winning_leader: 'no leader had won when the failure was recorded',
  },
  gasEvent: {
    vertex_iteration: NO_ITERATOR,
    available_funds: NOT_OF_KIND,
    required_tool_fee: NOT_OF_KIND,
    was_locked: NOT_OF_KIND,
    was_refunded: NOT_OF_KIND,
  },
  walk: {
    vertex_name: 'no indexed event names the vertex of this walk',
    vertex_iteration: NO_ITERATOR,
    out_of: NO_ITERATOR,
    variant: 'the walk has not left its vertex yet',
    started_at: 'the request that started the walk has not been indexed',
  },
  task: {
    controller_address: 'not applicable: an agent controls the task',
    controller_agent_id: 'not applicable: an address controls the task',
    agent_object_id: NO_AGENT,
    skill_id: NO_AGENT,
    skill_description: NO_DESCRIPTION,
    next_due_at: 'nothing is scheduled, or the start time was not recorded',
    last_result: 'no occurrence has ended',
    missed_occurrences: 'this index doesn’t provide it',
    onchain_created_at: CHAIN_TIME,
  },
  occurrence: {
    reason: 'no reason was recorded for this state',
    execution_object_id: 'the occurrence has not been dispatched',
    start_at: 'not recorded by any event',
    deadline_at: 'no deadline, or it was not recorded',
  },
  reserve: {
    balance_mist: 'no movement of the reserve has been indexed',
    funder: 'not recorded by any event',
  },
  tool: toolFields,
  payment: {
    agent_object_id: 'not applicable, or not seen: no indexed event names an agent for this payment',
    skill_id: 'not applicable, or not seen: no indexed event names a skill for this payment',
    interface_revision: 'not recorded by any event',
    funder: 'not recorded by any event',
    skill_description: NO_DESCRIPTION,
    refund_reason: 'the payment has not been refunded, or no reason was recorded',
    refills: 'this index doesn’t count refills',
    onchain_created_at: CHAIN_TIME,
  },
  ledgerEvent: {
    payment_object_id: NOT_OF_KIND,
    agent_object_id: NOT_OF_KIND,
    skill_id: NOT_OF_KIND,
    tool_fqn: NOT_OF_KIND,
    vertex_key: NOT_OF_KIND,
    walk_index: NOT_OF_KIND,
    amount: NOT_OF_KIND,
    cost: NOT_OF_KIND,
    gas_fee_mist: NOT_OF_KIND,
    priority_fee_mist: NOT_OF_KIND,
    priority_fee_percentage: NOT_OF_KIND,
    tool_fee_mist: NOT_OF_KIND,
    refill_amount: NOT_OF_KIND,
    refill_source: NOT_OF_KIND,
    required_shortfall: NOT_OF_KIND,
    settlement_kind: NOT_OF_KIND,
    was_refunded: NOT_OF_KIND,
  },
  priorityFeeEvent: {
    kind: 'this index doesn’t record what moved',
    execution_object_id: 'the transaction charged no execution, or several',
    onchain_created_at: CHAIN_TIME,
    vault_object_id: NOT_OF_KIND,
    leader_cap_id: NOT_OF_KIND,
    amount: NOT_OF_KIND,
    us_in: NOT_OF_KIND,
    us_refunded: NOT_OF_KIND,
    sui_out: NOT_OF_KIND,
  },
  dag: {
    vertices: NOT_PROVIDED,
    edges: NOT_PROVIDED,
    loops: NOT_PROVIDED,
    tools: NOT_PROVIDED,
    last_run_at: 'no execution has been indexed, or this index does not record it',
    skill_description: NO_DESCRIPTION,
    finalized_at: 'still being built: no finalizing event has been indexed',
    onchain_created_at: CHAIN_TIME,
  },
  dagStructure: { finalized_at: 'still being built: the structure is a snapshot and may lack elements' },
  eventRecord: { onchain_at: 'the log has no checkpoint time for this event' },
  usageBucket: { bucket_start: 'not applicable: one bucket covers the whole range' },
  issuedKey: { expires_at: 'the index did not report an expiry' },
} as const satisfies Record<string, Record<string, string>>;

export type RecordName = keyof typeof nullReasons;
export type NullableField<Name extends RecordName> = keyof (typeof nullReasons)[Name] & string;

/** Why this field of this record can be null, as the end of the sentence "unknown: …". */
export function nullReason<Name extends RecordName>(record: Name, field: NullableField<Name>): string {
  return (nullReasons[record] as Record<string, string>)[field] ?? 'not indexed';
}
