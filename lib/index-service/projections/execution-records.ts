// The walk-scoped events and submission failures of executions (spec 2.8, 2.9): one record an event, never changed.
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { renderPorts, vertexColumns } from './payload-values';
import { recordProjection } from './projection';

/** One record per walk-scoped event. */
export const executionEvents = recordProjection({
  table: 'execution_events',
  columns: {
    execution_id: 'text',
    event_type: 'text',
    vertex_name: 'text',
    vertex_iteration: 'whole?',
    walk_index: 'whole',
    variant: 'text?',
    failure_reason: 'text?',
    has_primary_failure_evidence: 'flag?',
    has_secondary_failure_evidence: 'flag?',
    leader: 'text?',
    ports_data: 'json?',
  },
  indexes: ['execution_id, id'],
  kinds: [
    'RequestWalkExecutionEvent',
    'AgentVertexAuthorizationRequiredEvent',
    'CommittedToolResultEvent',
    'ToolVerificationResolvedEvent',
    'WalkAdvancedEvent',
    'EndStateReachedEvent',
    'WalkFailedEvent',
    'TerminalErrEvalRecordedEvent',
    'WalkPendingAbortEvent',
    'WalkAbortedEvent',
    'WalkCancelledEvent',
  ],
  evolve(event) {
    const { vertex_name, vertex_iteration } = vertexColumns(
      event.kind === 'RequestWalkExecutionEvent' ? event.payload.next_vertex : event.payload.vertex,
    );
    const common = {
      execution_id: event.payload.execution,
      event_type: shortKindName(event.kind),
      vertex_name,
      vertex_iteration,
      walk_index: event.payload.walk_index,
    };
    switch (event.kind) {
      case 'WalkAdvancedEvent':
      case 'EndStateReachedEvent':
        return {
          ...common,
          variant: event.payload.variant.name,
          ports_data: renderPorts(event.payload.variant_ports_to_data),
        };
      case 'WalkFailedEvent':
      case 'TerminalErrEvalRecordedEvent':
        return { ...common, failure_reason: event.payload.reason };
      case 'CommittedToolResultEvent':
        return {
          ...common,
          leader: event.payload.leader,
          has_primary_failure_evidence: event.payload.has_primary_failure_evidence,
          has_secondary_failure_evidence: event.payload.has_secondary_failure_evidence,
        };
      default:
        return common;
    }
  },
});

export const submissionFailures = recordProjection({
  table: 'submission_failures',
  columns: {
    execution_id: 'text',
    vertex_name: 'text',
    vertex_iteration: 'whole?',
    walk_index: 'whole',
    failed_leader: 'text',
    winning_leader: 'text?',
    err_eval_hash: 'text',
    reason: 'text',
  },
  indexes: ['execution_id, id'],
  kinds: ['SubmissionFailureEvidenceRecordedEvent'],
  evolve({ payload }) {
    const { vertex_name, vertex_iteration } = vertexColumns(payload.vertex);
    const { walk_index, failed_leader, winning_leader, err_eval_hash, reason } = payload;
    return {
      execution_id: payload.execution,
      vertex_name,
      vertex_iteration,
      walk_index,
      failed_leader,
      winning_leader,
      err_eval_hash,
      reason,
    };
  },
});
