// GET /stats/vertices (spec 10.5): the visits of vertices in the executions of a window.
// Invariant: a visit that no event has closed is counted, and is neither timed nor succeeded nor failed.
import type { QueryOutput } from '@/lib/contract/endpoints';
import type { VertexGroup } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { STATISTICS } from '@/lib/index-service/limits';
import { CAPS_OF_WALLETS, NAMES_OF_LEADER } from '@/lib/index-service/projections/leader-names';
import { visitsOf } from '@/lib/index-service/projections/vertex-visits';
import {
  type Conditions,
  conditionsIn,
  createParameters,
  type Parameters,
} from '@/lib/index-service/store/conditions';
import type { Database } from '@/lib/index-service/store/database';
import { equalTexts } from '@/lib/index-service/store/foreign-text';
import { DURATIONS, HISTOGRAM_DURATIONS, histogramOf, sizeOf } from './duration-figures';
import {
  type CauseQuery,
  type ExecutionQuery,
  executionsWithin,
  undatedExecutions,
  UNFINISHED,
  withCause,
} from './execution-filters';
import { countOfEach, type GroupedSelect, type Grouping, groupColumns, statistics } from './grouped-answer';
import { AGENT_GROUPS } from './shared-groups';
import { type Piece, piecesOf, unitsWithin } from './time-units';
import { bucketOf, within } from './window';

type Query = QueryOutput<'stats.vertices'>;
/** What visits are selected by. */
type VisitQuery = ExecutionQuery & CauseQuery & Pick<Query, 'vertex_name' | 'tool_fqn' | 'leader_cap_id'>;

const GROUPS: Readonly<Record<NonNullable<Query['group_by']>[number], string>> = {
  vertex: `v.dag_object_id || '/' || v.vertex_name`,
  tool: 'v.tool_fqn',
  leader: 'coalesce(caps.key, v.leader)',
  dag: 'v.dag_object_id',
  ...AGENT_GROUPS,
};

/** Visits do not name the agent: their executions do. They may name a leader by its wallet. */
const joinOf = (group_by: Query['group_by'] = []) => `
  ${group_by.some((dimension) => dimension in AGENT_GROUPS) ? 'join executions t on t.first_entry_id = v.execution' : ''}
  ${group_by.includes('leader') ? `left join (${CAPS_OF_WALLETS}) caps on caps.leader_address = v.leader` : ''}`;

const UNITS = ['day', 'hour'] as const;

/** Those of finished executions, and of the others. */
const STORED =
  'select execution, event, created_at, dag_object_id, vertex_name, tool_fqn, outcome, duration_ms, leader from vertex_visits';
const OPEN = visitsOf(UNFINISHED);

/** The visits (`v`) in the window that match the filters; of `executions` only, where they are filtered. */
function matching(query: VisitQuery, parameters: Parameters, executions?: Conditions): Conditions {
  const ofExecutions =
    executions && `v.execution in (select t.first_entry_id from executions t where ${executions.sql()})`;
  const always = ['v.created_at is not null', ...(ofExecutions === undefined ? [] : [ofExecutions])];
  return within(conditionsIn(parameters, ...always), query, 'v.created_at')
    .and('v.dag_object_id = ?', query.dag_object_id)
    .and('v.vertex_name = ?', query.vertex_name)
    .and(equalTexts('v.tool_fqn', '?'), query.tool_fqn)
    .and(`v.leader in (${NAMES_OF_LEADER})`, query.leader_cap_id);
}

/** SQL of the visits of `source`, as `matching`. */
function visitsIn(source: string, query: Query, parameters: Parameters, executions?: Conditions): string {
  const where = matching(query, parameters, executions);
  return `select ${bucketOf(query.bucket, 'v.created_at')} as bucket_start, ${groupColumns(query.group_by, GROUPS)}, v.outcome, v.duration_ms
    from (${source}) v ${joinOf(query.group_by)} where ${where.sql()}`;
}

type EventsOfVisitsQuery = Omit<VisitQuery, 'bucket' | 'from' | 'to'> &
  Pick<QueryOutput<'events.list'>, 'call' | 'started_after' | 'started_before'>;

/** SQL of the events that ended visits, or were the last of one that has not ended: those that the statistics count. */
export function eventsOfVisits(
  { call, started_after, started_before, ...filters }: EventsOfVisitsQuery,
  parameters: Parameters,
): string {
  const query = { ...filters, bucket: 'none', from: started_after } as const;
  const executions = filtersExecutions(query) ? executionsWithin(query, parameters) : undefined;
  const where = matching(query, parameters, executions)
    .and('v.created_at <= ?::timestamptz', started_before)
    .and(`coalesce(v.outcome, 'unfinished') = any(?::text[])`, call);
  return `select v.event from (${STORED} union all ${OPEN}) v where ${where.sql()}`;
}

const OUTCOMES = ['succeeded', 'failed', 'cancelled'];

const FIGURES = `count(*)::int as count,
  ${countOfEach('outcome', OUTCOMES)},
  ${DURATIONS}`;

const ORDERS = { failure_rate: 'failed::float8 / nullif(succeeded + failed, 0)' };

/** Every visit is read, so all figures are exact. */
function exactRows(query: Query): GroupedSelect {
  const parameters = createParameters();
  const executions = filtersExecutions(query)
    ? withCause(executionsWithin(query, parameters), query)
    : undefined;
  const rows = visitsIn(`${STORED} union all ${OPEN}`, query, parameters, executions);
  return { rows, values: parameters.values, figures: FIGURES, orders: ORDERS };
}

const ofOutcome = (outcome: string) =>
  `coalesce(sum(visits) filter (where outcome = '${outcome}'), 0)::int as ${outcome}`;

const COUNTED_FIGURES = `sum(visits)::int as count,
  ${OUTCOMES.map(ofOutcome).join(', ')},
  ${HISTOGRAM_DURATIONS}`;

/** Single visits in the columns of the counters. */
const asCounts = (visits: string) =>
  `select bucket_start, "group", outcome, ${sizeOf('duration_ms')}, 1, coalesce(duration_ms, 0) from (${visits}) single`;

/** The counters of a piece of the window. */
function countersOf(piece: Piece, query: Query, parameters: Parameters): string {
  const counters = conditionsIn(parameters, `unit = '${piece.unit}'`, 'visits > 0');
  const where = within(counters, piece, 'start').and('tool_fqn = ?', query.tool_fqn);
  return `select ${bucketOf(query.bucket, 'start')}, ${query.group_by?.[0] === 'tool' ? `nullif(tool_fqn, '')` : 'null::text'},
      nullif(outcome, ''), size, visits, total_ms
    from visit_counts where ${where.sql()}`;
}

/** From the counters, except at the edges of the window: percentiles are those of the histogram. */
function countedRows(query: Query): GroupedSelect {
  const parameters = createParameters();
  const pieces = piecesOf(query, unitsWithin(query.bucket, UNITS)).map((piece) =>
    piece.unit === 'entry'
      ? asCounts(visitsIn(STORED, { ...query, from: piece.from, to: piece.to }, parameters))
      : countersOf(piece, query, parameters),
  );
  const open = asCounts(visitsIn(OPEN, query, parameters));
  const tables = [
    `counts (bucket, "group", outcome, size, visits, total_ms) as (${[...pieces, open].join(' union all ')})`,
  ];
  const regrouped = ({ bucket, group_by = [] }: Grouping) =>
    histogramOf(`select ${bucket === 'none' ? 'null::timestamptz' : 'bucket'}, ${group_by.length === 0 ? 'null::text' : '"group"'},
      outcome, size, visits, total_ms from counts`);
  return {
    tables,
    rows: regrouped(query),
    values: parameters.values,
    figures: COUNTED_FIGURES,
    orders: ORDERS,
    regrouped,
  };
}

/** Whether a filter says more of the execution than its DAG. */
function filtersExecutions(query: VisitQuery): boolean {
  const { status, agent_object_id, skill_id, task_object_id, invoker, ...more } = query;
  const { failure_class, failure_reason, failed_vertex, failed_tool_fqn } = more;
  const ofExecution = [status, agent_object_id, skill_id, task_object_id, invoker];
  const ofCause = [failure_class, failure_reason, failed_vertex, failed_tool_fqn];
  return [...ofExecution, ...ofCause].some((filter) => filter !== undefined);
}

/** Whether the counters can answer, and more than `most` visits would be read otherwise. */
async function isCounted(db: Database, query: Query, most: number): Promise<boolean> {
  const { bucket, group_by = [], dag_object_id, vertex_name, leader_cap_id } = query;
  const named = [dag_object_id, vertex_name, leader_cap_id];
  const other = named.some((filter) => filter !== undefined) || filtersExecutions(query);
  if (other || bucket === 'minute' || group_by.some((dimension) => dimension !== 'tool')) return false;
  const parameters = createParameters();
  const [row] = await db.query<{ rows: number }>(
    `select count(*)::int as rows from (${visitsIn(STORED, query, parameters)} limit ${most + 1}) found`,
    parameters.values,
  );
  return (row?.rows ?? 0) > most;
}

/** What the groups are read from. `most`: visits that are read one by one where there are counters. */
export async function vertexRows(
  query: Query,
  db: Database,
  most = STATISTICS.exactVisits,
): Promise<GroupedSelect> {
  return (await isCounted(db, query, most)) ? countedRows(query) : exactRows(query);
}

export const vertexStatsHandlers = {
  'stats.vertices': statistics<Query, VertexGroup>(
    (db, query) => undatedExecutions(db, query, withCause),
    (query, db) => vertexRows(query, db),
  ),
} satisfies Handlers;
