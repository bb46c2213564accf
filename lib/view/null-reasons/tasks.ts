// Why a field of a task, its occurrences or its reserve may be null.
import {
  CHAIN_TIME,
  FIELD_NOT_PROVIDED,
  NO_AGENT,
  NO_DESCRIPTION,
  byState,
  type Reasons,
} from '@/lib/view/null-reasons';

const NO_STATE_REASON = 'not applicable: only withdrawn and failed occurrences have a reason';

export const taskReasons = {
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
  missed_in_a_row: FIELD_NOT_PROVIDED,
  past_occurrences: FIELD_NOT_PROVIDED,
  reserve_mist: 'no payment event for its reserve has been indexed',
  runs_left: 'no payment event for its reserve has been indexed',
  onchain_created_at: CHAIN_TIME,
} as const satisfies Reasons;

export const occurrenceReasons = {
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
} as const satisfies Reasons;

export const reserveReasons = {
  balance_mist: 'no movement of the reserve has been indexed',
  funder: (row) =>
    row['funder_agent_id']
      ? 'not applicable: an agent funds it'
      : 'no wallet is recorded; an agent may fund it',
  funder_agent_id: 'not applicable, or not recorded: no event names an agent that funds it',
} as const satisfies Reasons;
