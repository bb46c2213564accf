// The walk-scoped events and submission failures of executions (spec 2.8, 2.9): one record an event, never changed.
import {
  executionEventColumns,
  executionEventKinds,
  submissionFailureColumns,
} from '@/lib/contract/execution-rows';
import { parseForeignJson } from '@/lib/json/exact';
import type { EventOf } from '@/lib/index-service/log/log-entry';
import { onEach, recordProjection } from './projection';

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
    on_chain: 'time?',
    ports_data: 'json?',
  },
  indexes: ['execution_id, id'],
  on: onEach(executionEventKinds, (event: EventOf<(typeof executionEventKinds)[number]>) => ({
    ...executionEventColumns(event, parseForeignJson),
    on_chain: event.onchain_at,
  })),
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
    on_chain: 'time?',
  },
  indexes: ['execution_id, id'],
  on: {
    SubmissionFailureEvidenceRecordedEvent: ({ payload, onchain_at }) => ({
      execution_id: payload.execution,
      ...submissionFailureColumns(payload),
      on_chain: onchain_at,
    }),
  },
});
