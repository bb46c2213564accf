// Executions (spec 2.6, 3) with their walks, row from the first event that names one.
// Invariant: DAG and invoker stay null until a walk's request; the creation time stays null if the log starts later.
import { objectProjection, type RowOf } from './projection';
import { consumeWaiting, evolveWalks, walkKinds, type WalkRecord } from './walks';

const columns = {
  dag_object_id: 'text?',
  invoker: 'text?',
  status: 'text',
  agent_object_id: 'text?',
  skill_id: 'whole?',
  interface_revision: 'whole?',
  task_object_id: 'text?',
  payment_object_id: 'text?',
  has_any_walk_failed: 'flag?',
  has_any_walk_succeeded: 'flag?',
  was_aborted: 'flag?',
  created_entry_id: 'entry?',
  walks: 'json',
} as const;
type Row = RowOf<typeof columns>;

/** Events that name an execution and set no column of its row. */
const naming = [
  'AgentVertexAuthorizationRequiredEvent',
  'ToolVerificationResolvedEvent',
  'TerminalErrEvalRecordedEvent',
  'SubmissionFailureEvidenceRecordedEvent',
  'ExecutionPaymentInsufficientSettlementEvent',
] as const;
const namingByAddress = [
  'GasPaymentConsumedEvent',
  'ExecutionPaymentRefilledEvent',
  'ExecutionPaymentFeesRecordedEvent',
  'ExecutionPaymentToolCostSnapshottedEvent',
  'ExecutionAccomplishedEvent',
  'ExecutionRefundedEvent',
] as const;

function finished(failed: boolean, aborted: boolean): string {
  return aborted ? 'aborted' : failed ? 'failed' : 'succeeded';
}

function unfinished(walks: readonly WalkRecord[]): string {
  if (walks.some((walk) => walk.state === 'active')) return 'running';
  return walks.some((walk) => walk.state === 'pending_settlement') ? 'pending_settlement' : 'running';
}

export const executions = objectProjection({
  table: 'executions',
  columns,
  initial: { status: 'running', walks: [] },
  indexes: [
    'agent_object_id, first_entry_id',
    'task_object_id, first_entry_id',
    'dag_object_id, first_entry_id',
    'invoker, first_entry_id',
    'status, first_entry_id',
    'skill_id, first_entry_id',
  ],
  counts: {
    shown: ['dag_object_id', 'invoker'],
    by: ['status', 'agent_object_id', 'skill_id', 'dag_object_id', 'task_object_id', 'invoker'],
  },
  kinds: [
    'AgentSkillExecutionRequestedEvent',
    'AgentSkillPaymentCreatedEvent',
    'TaskExecutionPaymentCreatedEvent',
    'OccurrenceDispatchedEvent',
    'ExecutionFinishedEvent',
    ...walkKinds,
    ...naming,
    ...namingByAddress,
  ],
  keysOf: ({ payload }) => [String('execution' in payload ? payload.execution : payload.execution_id)],
  evolve(row, event) {
    switch (event.kind) {
      case 'AgentSkillExecutionRequestedEvent':
        return {
          ...row,
          agent_object_id: event.payload.agent_id,
          skill_id: event.payload.skill_id,
          interface_revision: event.payload.interface_revision,
          payment_object_id: event.payload.payment_id,
          created_entry_id: row.created_entry_id ?? event.id,
        };
      case 'AgentSkillPaymentCreatedEvent':
        return { ...row, payment_object_id: event.payload.payment_id };
      case 'TaskExecutionPaymentCreatedEvent':
        return {
          ...row,
          task_object_id: event.payload.task_id,
          payment_object_id: event.payload.payment_id,
        };
      case 'OccurrenceDispatchedEvent':
        return {
          ...row,
          task_object_id: event.payload.task_id,
          created_entry_id: row.created_entry_id ?? event.id,
        };
      case 'ExecutionFinishedEvent': {
        const { dag, has_any_walk_failed, has_any_walk_succeeded, was_aborted } = event.payload;
        return {
          ...row,
          dag_object_id: row.dag_object_id ?? dag,
          has_any_walk_failed,
          has_any_walk_succeeded,
          was_aborted,
          status: finished(has_any_walk_failed, was_aborted),
          walks: consumeWaiting(row.walks as WalkRecord[], event.indexed_at),
        };
      }
      case 'RequestWalkExecutionEvent':
      case 'CommittedToolResultEvent':
      case 'WalkAdvancedEvent':
      case 'EndStateReachedEvent':
      case 'WalkFailedEvent':
      case 'WalkPendingAbortEvent':
      case 'WalkAbortedEvent':
      case 'WalkCancelledEvent': {
        const walks = evolveWalks(row.walks as WalkRecord[], event);
        const request: Partial<Row> = event.kind === 'RequestWalkExecutionEvent' ? requested(row, event) : {};
        const status = row.was_aborted === null ? unfinished(walks) : row.status;
        return { ...row, dag_object_id: row.dag_object_id ?? event.payload.dag, ...request, status, walks };
      }
      default:
        return row;
    }
  },
});

function requested(
  row: Row,
  event: {
    payload: Record<'invoker' | 'agent_id' | 'task_id', string> & {
      skill_id: bigint;
      interface_version: bigint;
    };
  },
): Partial<Row> {
  return {
    invoker: row.invoker ?? event.payload.invoker,
    agent_object_id: row.agent_object_id ?? event.payload.agent_id,
    skill_id: row.skill_id ?? event.payload.skill_id,
    interface_revision: row.interface_revision ?? event.payload.interface_version,
    task_object_id: row.task_object_id ?? event.payload.task_id,
  };
}
