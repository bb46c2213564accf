// Why a field of an execution, or of what happened in one, may be null.
import { executionEventTypes } from '@/lib/contract/executions';
import {
  CHAIN_TIME,
  NO_AGENT,
  NO_DESCRIPTION,
  NO_FEES,
  NO_ITERATOR,
  PERHAPS_NOT_OF_KIND,
  byState,
  ofKinds,
  nullReason,
  type Reasons,
} from '@/lib/view/null-reasons';

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

const ofTypes = (...having: string[]) =>
  ofKinds(executionEventTypes, having, 'not applicable: no event of this type has one', 'event_type');

export const executionReasons = {
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
} as const satisfies Reasons;

export const executionEventReasons = {
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
} as const satisfies Reasons;

export const submissionFailureReasons = {
  vertex_iteration: NO_ITERATOR,
  winning_leader: 'no leader had won when the failure was recorded',
} as const satisfies Reasons;

// No kind of this release.
export const gasEventReasons = {
  vertex_iteration: NO_ITERATOR,
  available_funds: PERHAPS_NOT_OF_KIND,
  required_tool_fee: PERHAPS_NOT_OF_KIND,
  was_locked: PERHAPS_NOT_OF_KIND,
  was_refunded: PERHAPS_NOT_OF_KIND,
} as const satisfies Reasons;

export const walkReasons = {
  vertex_name: 'no indexed event names the vertex of this walk',
  vertex_iteration: NO_ITERATOR,
  out_of: NO_ITERATOR,
  variant: 'not yet: the walk has not left its vertex',
  started_at: 'the request that started the walk has not been indexed',
} as const satisfies Reasons;

const COSTS = ['gas_mist', 'tool_cost_mist', 'priority_fee_mist'] as const;

/** Why the cost of an execution is unknown: the reason of the first part that is. */
export function costReason(row: Readonly<Record<(typeof COSTS)[number], bigint | null>>): string {
  return nullReason(executionReasons, COSTS.find((field) => row[field] === null) ?? 'gas_mist', row);
}
