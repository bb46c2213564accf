// Executions (spec 2.6, 3), their walks, events and submission failures (spec 2.8, 2.9, 10.1). A row starts with the first event that names one.
// Invariant: DAG and invoker stay null until a walk's request, and until then it is not listed; the creation time stays null if the log starts later.
import type { QueryOutput } from '@/lib/contract/endpoints';
import {
  endStatus,
  unfinishedStatus,
  type Execution,
  type ExecutionEvent,
  type SubmissionFailure,
  type Walk,
  STUCK_AFTER,
} from '@/lib/contract/executions';
import type { RuntimeVertex } from '@/lib/contract/event-kinds/payload-fields';
import { vertexColumns } from '@/lib/contract/execution-rows';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import type { Conditions } from '@/lib/index-service/store/conditions';
import type { EventOf, LogEntry } from '@/lib/index-service/log/log-entry';
import { parseJson } from '@/lib/json/exact';
import { dagUsesTool, toolOfVertex } from './dag-vertices';
import { executionEvents, submissionFailures } from './execution-records';
import { NAMES_OF_LEADER } from './leader-names';
import { objectProjection, onEach, type RowOf } from './projection';
import {
  costColumns,
  type FailedVisit,
  failureColumns,
  type FailureEvent,
  isFailureKind,
  type StoredTally,
  withFailure,
  withFees,
} from './cost-and-failure';
import {
  chainTime,
  durationMs,
  entryOf,
  listOf,
  tableReader,
  SKILL_DESCRIPTION,
  SKILL_OF_ROW,
} from './table-reader';
import {
  consumeWaiting,
  evolveWalks,
  servedWalk,
  walkKinds,
  type WalkEvent,
  type WalkRecord,
} from './walk-states';
import { pageOf, rowOffset } from './page';

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
  finished_entry_id: 'entry?',
  created_on_chain: 'time?',
  finished_on_chain: 'time?',
  gas_mist: 'whole?',
  tool_cost_mist: 'whole?',
  priority_fee_mist: 'whole?',
  failure_class: 'text?',
  failure_reason: 'text?',
  failed_vertex: 'text?',
  walks: 'json',
  failed_visits: 'json',
  fee_tally: 'json?',
  consumed_total: 'whole?',
  loop_iterations: 'whole?',
  budget_mist: 'whole?',
  over_budget: 'flag?',
} as const;
type Row = RowOf<typeof columns>;

/** An event that names an execution and sets no column of its row. */
const naming = (_event: unknown, _row: unknown, isNew: boolean) => (isNew ? {} : undefined);

export const executions = objectProjection({
  table: 'executions',
  columns,
  initial: { status: 'running', walks: [], failed_visits: [] },
  indexes: [
    'agent_object_id, first_entry_id',
    'task_object_id, first_entry_id',
    'dag_object_id, first_entry_id',
    'invoker, first_entry_id',
    'status, first_entry_id',
    'skill_id, first_entry_id',
    'created_on_chain',
  ],
  counts: {
    shown: ['dag_object_id', 'invoker'],
    by: ['status', 'agent_object_id', 'skill_id', 'dag_object_id', 'task_object_id', 'invoker'],
  },
  keysOf: ({ payload }) => [String('execution' in payload ? payload.execution : payload.execution_id)],
  on: {
    AgentSkillExecutionRequestedEvent: (event, row) => ({
      agent_object_id: event.payload.agent_id,
      skill_id: event.payload.skill_id,
      interface_revision: event.payload.interface_revision,
      payment_object_id: event.payload.payment_id,
      ...createdBy(row, event),
    }),
    AgentSkillPaymentCreatedEvent: ({ payload }, row) => ({
      payment_object_id: payload.payment_id,
      ...costColumns(tallyOf(row), row.consumed_total ?? 0n),
      budget_mist: payload.max_budget_mist,
      over_budget: row.over_budget === true || (row.consumed_total ?? 0n) > payload.max_budget_mist,
    }),
    GasPaymentConsumedEvent: ({ payload }, row) => ({
      ...costColumns(tallyOf(row), payload.consumed_total),
      ...(row.budget_mist !== null && payload.consumed_total > row.budget_mist ? { over_budget: true } : {}),
    }),
    ExecutionPaymentFeesRecordedEvent: (event, row) =>
      costColumns(withFees(tallyOf(row), event), row.consumed_total),
    TerminalErrEvalRecordedEvent: (event, row) => failureAfter(row, event),
    SubmissionFailureEvidenceRecordedEvent: (event, row) => failureAfter(row, event),
    TaskExecutionPaymentCreatedEvent: ({ payload }) => ({
      task_object_id: payload.task_id,
      payment_object_id: payload.payment_id,
    }),
    OccurrenceDispatchedEvent: (event, row) => ({
      task_object_id: event.payload.task_id,
      ...createdBy(row, event),
    }),
    ExecutionFinishedEvent({ id, onchain_at, indexed_at, payload }, row) {
      const { dag, has_any_walk_failed, has_any_walk_succeeded, was_aborted } = payload;
      return {
        dag_object_id: row.dag_object_id ?? dag,
        has_any_walk_failed,
        has_any_walk_succeeded,
        was_aborted,
        ...(row.finished_entry_id === null ? { finished_entry_id: id, finished_on_chain: onchain_at } : {}),
        status: endStatus({ was_aborted, has_any_walk_failed }),
        walks: consumeWaiting(row.walks as WalkRecord[], indexed_at),
      };
    },
    ...onEach(walkKinds, (event: WalkEvent, row: Row): Partial<Row> => {
      const walks = evolveWalks(row.walks as WalkRecord[], event);
      return {
        dag_object_id: row.dag_object_id ?? event.payload.dag,
        ...(event.kind === 'RequestWalkExecutionEvent' ? requested(row, event) : {}),
        ...(isFailureKind(event) ? failureAfter(row, event) : {}),
        status:
          row.was_aborted === null ? unfinishedStatus(new Set(walks.map(({ state }) => state))) : row.status,
        walks,
      };
    }),
    AgentVertexAuthorizationRequiredEvent: naming,
    ToolVerificationResolvedEvent: naming,
    ExecutionPaymentInsufficientSettlementEvent: () => ({ over_budget: true }),
    ExecutionPaymentRefilledEvent: naming,
    ExecutionPaymentToolCostSnapshottedEvent: naming,
    ExecutionAccomplishedEvent: naming,
    ExecutionRefundedEvent: naming,
  },
});

function createdBy(row: Row, event: Pick<LogEntry, 'id' | 'onchain_at'>): Partial<Row> {
  return row.created_entry_id === null
    ? { created_entry_id: event.id, created_on_chain: event.onchain_at }
    : {};
}

function tallyOf(row: Row): StoredTally | null {
  return row.fee_tally as StoredTally | null;
}

function failureAfter(row: Row, event: FailureEvent): Partial<Row> {
  const before = row.failed_visits as readonly FailedVisit[];
  const after = withFailure(before, event);
  return after === before ? {} : failureColumns(after);
}

function requested(row: Row, event: EventOf<'RequestWalkExecutionEvent'>): Partial<Row> {
  return {
    invoker: row.invoker ?? event.payload.invoker,
    agent_object_id: row.agent_object_id ?? event.payload.agent_id,
    skill_id: row.skill_id ?? event.payload.skill_id,
    interface_revision: row.interface_revision ?? event.payload.interface_version,
    task_object_id: row.task_object_id ?? event.payload.task_id,
    loop_iterations: iterationsWith(row.loop_iterations, event.payload.next_vertex),
  };
}

/** An iteration counts from zero; one whose number is known in advance is an element of a for_each. */
function iterationsWith(before: bigint | null, requested: RuntimeVertex): bigint | null {
  const { vertex_iteration, out_of } = vertexColumns(requested);
  if (vertex_iteration === null || out_of !== null) return before;
  return before === null || before <= vertex_iteration ? vertex_iteration + 1n : before;
}

/** When it was created on chain, without a look at the log for most rows. Needs the execution as `t`. */
export const CREATED = chainTime('t.created_on_chain', 't.created_entry_id');
export const FINISHED = chainTime('t.finished_on_chain', 't.finished_entry_id');

/** Null while one of the times is unknown, or when they contradict each other. */
export const DURATION_MS = durationMs(CREATED, FINISHED);

/** SQL of the cost of an execution; null while one of the three is unknown. */
export const costMist = (execution: string) =>
  `(${execution}.gas_mist + ${execution}.tool_cost_mist + ${execution}.priority_fee_mist)`;
export const COST_MIST = costMist('t');

/** Conditions of an execution (`t`) that is listed. */
export const SHOWN = (executions.counts?.shown ?? []).map((column) => `t.${column} is not null`);

/** Needs the execution as `t`. Most have not failed: those are not looked up. */
export const FAILED_TOOL = `case when t.failed_vertex is not null then ${toolOfVertex('t.dag_object_id', 't.failed_vertex')} end`;

const PAID_BY = 'exists (select 1 from payments p where p.key = t.payment_object_id and p.funder = ?)';

const COMMITTED_BY = `t.first_entry_id in (select execution from execution_leaders where leader in (${NAMES_OF_LEADER}))`;

/** Running for many times the median of its DAG, as of the newest event: by the clock, an index that lags would include finished ones. */
const IS_STUCK = `(t.first_entry_id in (
  with running as materialized (
    select t.first_entry_id, t.dag_object_id, ${CREATED} as since from executions t where t.status = 'running'
  ), medians as (
    select t.dag_object_id, percentile_disc(0.5) within group (order by ${DURATION_MS}) as median
    from executions t where t.finished_entry_id is not null and t.dag_object_id in (select dag_object_id from running) group by 1
  )
  select running.first_entry_id from running join medians using (dag_object_id)
  where ${durationMs('since', '(select max(onchain_at) from log_entries)')} > ${STUCK_AFTER} * median
))`;

type ComputedFilters = Pick<
  QueryOutput<'executions.list'>,
  | 'min_duration_ms'
  | 'max_duration_ms'
  | 'min_cost_mist'
  | 'max_cost_mist'
  | 'min_loop_iterations'
  | 'max_loop_iterations'
  | 'failed_tool_fqn'
  | 'tool_fqn'
  | 'funder'
  | 'leader_cap_id'
  | 'stuck'
>;

/** Adds the filters of an execution (`t`) that are not a column of it. */
export function withComputedFilters(
  where: Conditions,
  query: ComputedFilters,
  duration = DURATION_MS,
): Conditions {
  return where
    .and(`${duration} >= ?::numeric`, query.min_duration_ms)
    .and(`${duration} <= ?::numeric`, query.max_duration_ms)
    .and(`${COST_MIST} >= ?::numeric`, query.min_cost_mist)
    .and(`${COST_MIST} <= ?::numeric`, query.max_cost_mist)
    .and('t.loop_iterations >= ?::numeric', query.min_loop_iterations)
    .and('t.loop_iterations <= ?::numeric', query.max_loop_iterations)
    .and(`${FAILED_TOOL} = ?`, query.failed_tool_fqn)
    .and(dagUsesTool('t.dag_object_id'), query.tool_fqn)
    .and(PAID_BY, query.funder)
    .and(COMMITTED_BY, query.leader_cap_id)
    .and(`${IS_STUCK} = ?`, query.stuck);
}

export const executionReader = tableReader<Execution>(executions, 'execution', {
  fields: {
    object_id: 't.key',
    finished_at: 'finished.onchain_at',
    duration_ms: DURATION_MS,
    failed_tool_fqn: FAILED_TOOL,
    ...SKILL_DESCRIPTION,
  },
  omit: [
    'walks',
    'failed_visits',
    'fee_tally',
    'consumed_total',
    'budget_mist',
    'created_on_chain',
    'finished_on_chain',
  ],
  joins: `${entryOf('t.finished_entry_id', 'finished')} ${SKILL_OF_ROW}`,
  created: CREATED,
  orders: { cost_mist: COST_MIST, onchain_created_at: CREATED },
});
const executionEventReader = tableReader<ExecutionEvent>(executionEvents, 'execution event', {
  omit: ['on_chain'],
});
const failureReader = tableReader<SubmissionFailure>(submissionFailures, 'submission failure', {
  omit: ['execution_id', 'on_chain'],
});

/** One page of a list that is in memory. */
function pageWithin<Item>(
  all: readonly Item[],
  page: { page_token?: string | undefined; page_size: number },
) {
  const offset = rowOffset(page);
  const rows = all.slice(offset, offset + page.page_size);
  return pageOf(rows, { offset, size: page.page_size, total_items: all.length });
}

export const executionHandlers = {
  'executions.list': ({ db, query }) =>
    executionReader.page(db, query, (where) => withComputedFilters(where, query)),
  'executions.get': ({ db, params }) => executionReader.get(db, params['execution_object_id']),
  'executions.walks': async ({ db, params, query }) => {
    const { walks } = await executionReader.known(db, params['execution_object_id'], 'walks');
    const served: Walk[] = (parseJson(walks) as WalkRecord[]).map(servedWalk);
    served.sort((a, b) => (a.walk_index < b.walk_index ? -1 : 1));
    return pageWithin(served, query);
  },
  'executions.events': listOf(executionReader, 'execution_object_id', executionEventReader, 'execution_id'),
  'executions.submission-failures': listOf(
    executionReader,
    'execution_object_id',
    failureReader,
    'execution_id',
  ),
  // Nothing writes gas events in this release.
  'executions.gas': async ({ db, params, query }) => {
    await executionReader.known(db, params['execution_object_id']);
    return pageWithin([], query);
  },
} satisfies Handlers;
