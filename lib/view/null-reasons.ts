// Why a field may be null, per record and field; a test finds nullable contract fields without a reason.
// Invariant: null, left out of this answer and not provided at all are three reasons, and a reason fits the state of its row.
import { executionEventTypes } from '@/lib/contract/executions';
import { stakeEventKinds } from '@/lib/contract/leaders';
import { priorityFeeEventKinds, writtenLedgerKinds } from '@/lib/contract/payments';
import { absentFields } from '@/lib/contract/read-answer';

type Row = Readonly<Record<string, unknown>>;
/** For the state of the row, where it matters. */
type Reason = string | ((row: Row) => string);

const CHAIN_TIME = 'its creation event, or the time of it, has not been indexed';
const MISSING = 'missing from the event';
const NOT_OF_KIND = 'not applicable: no entry of this kind has one';
const PERHAPS_NOT_OF_KIND = 'not recorded, or not part of entries of this kind';
const NO_ITERATOR = 'not applicable: the vertex does not run in a loop';
const NO_DESCRIPTION = 'not applicable, or no snapshot of the skill has a description';
const NO_AGENT = 'not applicable, or no event names an agent';
const NOT_PROVIDED = 'not provided by this index';
/** Of the number of rows of a list. */
export const NOT_COUNTED = 'this index does not count these rows';
const LEFT_OUT = "left out of this index's response";
const NOT_RECORDED = 'not recorded by this index';
/** Of a field that the specification does not promise. */
export const FIELD_NOT_PROVIDED = 'this index does not provide it';

/** `unknown`: for a state of a later release, or none. */
const byState =
  (field: string, reasons: Readonly<Record<string, string>>, unknown: string): Reason =>
  (row) => {
    const state = row[field];
    return typeof state === 'string' && Object.hasOwn(reasons, state) ? (reasons[state] ?? unknown) : unknown;
  };

const ofExecution = (finished: string, unknown: string, running = 'known once the execution has finished') =>
  byState(
    'status',
    {
      running,
      pending_settlement: running,
      succeeded: finished,
      failed: finished,
      aborted: finished,
    },
    unknown,
  );

const UNFINISHED = ofExecution(
  'the execution has finished, but this was not recorded',
  'the execution has not finished, or this was not recorded',
);

const NO_FEES = 'no fee event has been indexed, or the fee events contradict each other';
const FEES = ofExecution(
  NO_FEES,
  NO_FEES,
  'fees are recorded as the execution runs; none has been indexed yet',
);

/** Of what made an execution fail. */
const ofFailure = (unrecorded: string) =>
  byState(
    'status',
    {
      running: 'not applicable: the execution is still running',
      pending_settlement: 'not applicable: no walk failed for good, or the failure was not recorded',
      succeeded: 'not applicable: the execution succeeded',
      failed: unrecorded,
      aborted: unrecorded,
    },
    `no permanent failure, or ${unrecorded}`,
  );

/** For a field that only the kinds `having` have, of those `known`: a later release may add others. */
export const ofKinds =
  (known: readonly string[], having: readonly string[], none = NOT_OF_KIND, field = 'kind') =>
  (row: Row): string => {
    const kind = row[field] as string;
    if (having.includes(kind)) return MISSING;
    return known.includes(kind) ? none : PERHAPS_NOT_OF_KIND;
  };
const ofStake = (...having: string[]) => ofKinds(stakeEventKinds, having);
const ofLedger = (...having: string[]) => ofKinds(writtenLedgerKinds, having);
const ofVault = (...having: string[]) => ofKinds(priorityFeeEventKinds, having);
const ofTypes = (...having: string[]) =>
  ofKinds(executionEventTypes, having, 'not applicable: no event of this type has one', 'event_type');

const OF_DEPOSITS = ofKinds(stakeEventKinds, ['deposited'], 'reported by deposits only');
const NO_STATE_REASON = 'not applicable: only withdrawn and failed occurrences have a reason';
/** Of movements of no leader and no execution. */
const OF_VAULT = 'not applicable: of the whole vault';
const OF_FEES = ofKinds(writtenLedgerKinds, ['fees_recorded'], 'not applicable: no fees recorded');

const movements = {
  staker: ofStake('deposited', 'unstake_requested', 'unstake_claimed'),
  amount: ofStake('deposited', 'unstake_claimed', 'slashed'),
  shares: ofStake('deposited', 'unstake_requested', 'unstake_claimed'),
  total_shares: OF_DEPOSITS,
  pool_total: OF_DEPOSITS,
  unlock_at: ofStake('unstake_requested'),
  at: ofStake('deposited', 'unstake_claimed', 'slashed'),
};

const toolFields = {
  unregistered_at: ({ is_registered }: Row) =>
    is_registered === false
      ? 'the tool is no longer registered, but since when was not recorded'
      : 'not applicable: the tool is registered',
  registry_object_id: 'not seen in any indexed event',
  creator: 'its first registration has not been indexed',
  verified: 'not read from chain yet; does not mean false',
  lock_duration_ms: 'not read from chain yet',
  vault_balance_us: 'not read from chain yet',
  workflow_authorization_cap_first: 'not read from chain yet; does not mean false',
  dags: NOT_PROVIDED,
  onchain_created_at: CHAIN_TIME,
};

/** Of what only the event that issues a cap names. */
const OF_CAP_ISSUED: Reason = ({ is_founding }) =>
  is_founding === true
    ? 'not applicable: a founding cap is not issued by an event'
    : 'the cap-issued event has not been indexed';

export const nullReasons = {
  leader: {
    leader_address: OF_CAP_ISSUED,
    // A founding cap is known by the event that creates it, which names the network.
    network_object_id: ({ is_founding }: Row) =>
      is_founding === true ? NOT_RECORDED : 'no event that names the network has been indexed',
    registry_object_id: 'not seen in any indexed event',
    status: 'no status event has been indexed yet',
    claim_token: 'no claim of the active state has been indexed',
    claimed_tx_digest: 'no claim of the active state has been indexed',
    issued_tx_digest: OF_CAP_ISSUED,
    onchain_created_at: CHAIN_TIME,
  },
  stakeEvent: movements,
  suspensionSkip: {
    registry_object_id: MISSING,
    attempted_claim_token: MISSING,
    owner_claim_token: MISSING,
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
    finished_at: UNFINISHED,
    duration_ms: UNFINISHED,
    gas_mist: FEES,
    tool_cost_mist: FEES,
    priority_fee_mist: FEES,
    failure_class: ofFailure('its class was not recorded'),
    failure_reason: ofFailure('its reason was not recorded'),
    failed_vertex: ofFailure('its vertex was not recorded'),
    failed_tool_fqn: ofFailure('the DAG names no tool for the vertex'),
    loop_iterations: 'it went through no loop that records its iterations',
    over_budget: 'no payment of it has been indexed',
    skill_description: NO_DESCRIPTION,
    onchain_created_at: CHAIN_TIME,
  },
  executionEvent: {
    vertex_iteration: NO_ITERATOR,
    variant: ofTypes('WalkAdvanced', 'EndStateReached'),
    failure_reason: ofTypes('WalkFailed', 'TerminalErrEvalRecorded'),
    has_primary_failure_evidence: ofTypes('CommittedToolResult'),
    has_secondary_failure_evidence: ofTypes('CommittedToolResult'),
    leader: ofKinds(
      executionEventTypes,
      ['CommittedToolResult'],
      'only a committed tool result names the leader',
      'event_type',
    ),
    ports_data: 'the event has no readable ports',
  },
  submissionFailure: {
    vertex_iteration: NO_ITERATOR,
    winning_leader: 'no leader had won when the failure was recorded',
  },
  // No kind of this release.
  gasEvent: {
    vertex_iteration: NO_ITERATOR,
    available_funds: PERHAPS_NOT_OF_KIND,
    required_tool_fee: PERHAPS_NOT_OF_KIND,
    was_locked: PERHAPS_NOT_OF_KIND,
    was_refunded: PERHAPS_NOT_OF_KIND,
  },
  walk: {
    vertex_name: 'no indexed event names the vertex of this walk',
    vertex_iteration: NO_ITERATOR,
    out_of: NO_ITERATOR,
    variant: 'not yet: the walk has not left its vertex',
    started_at: 'the request that started the walk has not been indexed',
  },
  task: {
    controller_address: byState(
      'controller_kind',
      { agent: 'not applicable: an agent controls the task' },
      'not recorded by any event',
    ),
    controller_agent_id: byState(
      'controller_kind',
      { address: 'not applicable: an address controls the task' },
      'not recorded by any event',
    ),
    agent_object_id: NO_AGENT,
    skill_id: NO_AGENT,
    skill_description: NO_DESCRIPTION,
    recurring: FIELD_NOT_PROVIDED,
    interval_ms: 'needs two recurring occurrences',
    next_due_at: byState(
      'status',
      {
        active: 'none: nothing is scheduled, or the start time was not recorded',
        paused: 'not applicable: the task is paused',
        cancelled: 'not applicable: the task was cancelled',
        rejected: 'not applicable: the task was rejected',
        finalized: 'not applicable: the task is closed',
      },
      'nothing is scheduled, or the start time was not recorded',
    ),
    last_results: FIELD_NOT_PROVIDED,
    last_result: 'no occurrence has ended',
    missed_occurrences: FIELD_NOT_PROVIDED,
    past_occurrences: FIELD_NOT_PROVIDED,
    reserve_mist: 'no payment event for its reserve has been indexed',
    runs_left: 'no payment event for its reserve has been indexed',
    onchain_created_at: CHAIN_TIME,
  },
  occurrence: {
    reason: byState(
      'state',
      {
        withdrawn: 'no reason was recorded for this state',
        scheduled: NO_STATE_REASON,
        advertised: NO_STATE_REASON,
        dispatched: NO_STATE_REASON,
        missed: NO_STATE_REASON,
        settled: NO_STATE_REASON,
      },
      'not recorded, or this state has no reason',
    ),
    execution_object_id: byState(
      'state',
      {
        scheduled: 'the occurrence has not been dispatched',
        missed: 'not applicable: the occurrence was missed',
        withdrawn: 'not applicable: the occurrence was withdrawn',
      },
      'its execution was not recorded',
    ),
    start_at: 'not recorded by any event',
    deadline_at: 'no deadline, or it was not recorded',
  },
  reserve: {
    balance_mist: 'no movement of the reserve has been indexed',
    funder: (row) =>
      row['funder_agent_id']
        ? 'not applicable: an agent funds it'
        : 'no wallet is recorded; an agent may fund it',
    funder_agent_id: 'not applicable, or not recorded: no event names an agent that funds it',
  },
  tool: toolFields,
  payment: {
    agent_object_id: 'not applicable, or not seen: no indexed event names an agent for this payment',
    skill_id: 'not applicable, or not seen: no indexed event names a skill for this payment',
    interface_revision: 'not recorded by any event',
    funder: 'not recorded by any event',
    skill_description: NO_DESCRIPTION,
    refund_reason: byState(
      'final_state',
      {
        refunded: 'no reason was recorded',
        pending: 'not applicable: the payment has not been refunded',
        accomplished: 'not applicable: the payment has not been refunded',
      },
      'the payment has not been refunded, or no reason was recorded',
    ),
    refills: "this index doesn't count refills",
    gas_mist: FEES,
    cost_mist: FEES,
    onchain_created_at: CHAIN_TIME,
  },
  ledgerEvent: {
    payment_object_id: ofLedger(...writtenLedgerKinds),
    agent_object_id: ofLedger('fees_recorded', 'tool_cost_snapshotted'),
    skill_id: ofLedger('fees_recorded'),
    tool_fqn: ofLedger('tool_cost_snapshotted'),
    vertex_key: ofLedger(),
    walk_index: ofLedger('insufficient_settlement'),
    amount: ofLedger(),
    cost: ofLedger('tool_cost_snapshotted'),
    gas_fee_mist: OF_FEES,
    priority_fee_mist: OF_FEES,
    priority_fee_percentage: OF_FEES,
    tool_fee_mist: OF_FEES,
    refill_amount: ofLedger('refilled'),
    refill_source: ofLedger('refilled'),
    required_shortfall: ofLedger('insufficient_settlement'),
    settlement_kind: ofLedger(),
    was_refunded: ofLedger(),
  },
  priorityFeeEvent: {
    kind: "this index doesn't record the kind of movement",
    execution_object_id: (row: Row) =>
      row['kind'] === 'deposit_created'
        ? 'the transaction has no execution, or several'
        : ofKinds(priorityFeeEventKinds, [], OF_VAULT)(row),
    onchain_created_at: CHAIN_TIME,
    vault_object_id: ofVault(...priorityFeeEventKinds),
    leader_cap_id: ofKinds(priorityFeeEventKinds, ['deposit_created', 'withdrawn'], OF_VAULT),
    amount: ofVault('deposit_created', 'shares_collected', 'withdrawn'),
    us_in: ofVault('swap'),
    us_refunded: ofVault('swap', 'withdrawn'),
    sui_out: ofVault('swap'),
  },
  dag: {
    vertices: NOT_PROVIDED,
    edges: NOT_PROVIDED,
    loops: NOT_PROVIDED,
    tools: NOT_PROVIDED,
    last_run_at: 'no execution has been indexed, or this index does not record it',
    skill_description: NO_DESCRIPTION,
    finalized_at: 'not yet: being built, no finalizing event has been indexed',
    onchain_created_at: CHAIN_TIME,
  },
  dagStructure: { finalized_at: 'still being built: the structure is a snapshot and may lack elements' },
  eventRecord: { onchain_at: 'the log has no checkpoint time for this event' },
  usageBucket: { bucket_start: 'not applicable: one bucket covers the whole range' },
  issuedKey: { expires_at: 'the index did not report an expiry' },
} as const satisfies Record<string, Record<string, Reason>>;

export type RecordName = keyof typeof nullReasons;
export type NullableField<Name extends RecordName> = keyof (typeof nullReasons)[Name] & string;

/** Why a field that the index left out is unknown; null where it was not left out. */
export function absentReason(row: object, field: string): string | null {
  const absent = absentFields(row)[field];
  if (absent === undefined) return null;
  return absent === 'every row' ? NOT_PROVIDED : LEFT_OUT;
}

/**
 * Why this field of this record is null, as the end of the sentence "unknown: …". `row`: the record as read, from which the reason follows where it
 * depends on the record's state or on what the index leaves out; null where there is none.
 */
export function nullReason<Name extends RecordName>(
  record: Name,
  field: NullableField<Name>,
  row: object | null,
): string {
  const absent = row === null ? null : absentReason(row, field);
  if (absent !== null) return absent;
  const reason = (nullReasons[record] as Record<string, Reason>)[field] ?? NOT_RECORDED;
  return typeof reason === 'string' ? reason : reason((row ?? {}) as Row);
}

const COSTS = ['gas_mist', 'tool_cost_mist', 'priority_fee_mist'] as const;

/** Why the cost of an execution is unknown: the reason of the first part that is. */
export function costReason(row: Readonly<Record<(typeof COSTS)[number], bigint | null>>): string {
  return nullReason('execution', COSTS.find((field) => row[field] === null) ?? 'gas_mist', row);
}
