// Submission failures (spec 2.9).
import { recordProjection } from './projection';
import { vertexColumns } from './runtime-vertex';

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
