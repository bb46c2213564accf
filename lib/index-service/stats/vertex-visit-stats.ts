// GET /stats/vertices (spec 10.5): the visits of vertices in the executions of a window.
// Invariant: a visit that no event has closed is counted, and is neither timed nor succeeded nor failed.
import type { QueryOutput } from '@/lib/contract/endpoints';
import type { VertexGroup } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { STATISTICS } from '@/lib/index-service/limits';
import { durationOf, isTimed, sizeOf, visitsOf } from '@/lib/index-service/projections/vertex-visits';
import { conditions, type Conditions } from '@/lib/index-service/store/conditions';
import type { Database } from '@/lib/index-service/store/database';
import { insidePiece, piecesOf, unitsWithin } from './time-units';
import {
  bucketOf,
  DURATIONS,
  executionsWithin,
  groupsOf,
  statistics,
  undatedExecutions,
  UNFINISHED,
  withCause,
} from './window';

type Query = QueryOutput<'stats.vertices'>;

const GROUPS: Readonly<Record<Query['group_by'], string>> = {
  none: 'null::text',
  vertex: `dag_object_id || '/' || vertex_name`,
  tool: 'tool_fqn',
  dag: 'dag_object_id',
};

const UNITS = ['day', 'hour'] as const;

/** Those of finished executions, and of the others. */
const STORED =
  'select execution, created_at, dag_object_id, vertex_name, tool_fqn, outcome, duration_ms from vertex_visits';
const OPEN = visitsOf(UNFINISHED);

/** SQL of the visits of `source` in the window that match the filters; `among`: a condition of their executions. */
function visitsIn(source: string, query: Query, where: Conditions, among?: string): string {
  const { from, to, dag_object_id, vertex_name, tool_fqn } = query;
  const equal = (column: string, value: string | undefined) =>
    value === undefined ? [] : [`${column} = ${where.param(value)}`];
  const all = [
    insidePiece({ from, to }, 'v.created_at', where),
    ...equal('v.dag_object_id', dag_object_id),
    ...equal('v.vertex_name', vertex_name),
    ...equal('v.tool_fqn', tool_fqn),
    ...(among === undefined
      ? []
      : [`v.execution in (select t.first_entry_id from executions t where ${among})`]),
  ];
  return `select ${bucketOf(query.bucket, 'v.created_at')} as bucket_start, ${GROUPS[query.group_by]} as "group", outcome, duration_ms
    from (${source}) v where ${all.join(' and ')}`;
}

const FIGURES = `count(*)::int as count,
  (count(*) filter (where outcome = 'succeeded'))::int as succeeded,
  (count(*) filter (where outcome = 'failed'))::int as failed,
  (count(*) filter (where outcome = 'cancelled'))::int as cancelled,
  ${DURATIONS}`;

/** Every visit is read, so all figures are exact. */
function exactGroups(db: Database, query: Query) {
  const where = withCause(executionsWithin(query), query);
  const among = filtersExecutions(query) ? where.sql() : undefined;
  const used = among === undefined ? conditions() : where;
  const rows = visitsIn(`${STORED} union all ${OPEN}`, query, used, among);
  return groupsOf<VertexGroup>(db, { rows, figures: FIGURES }, used);
}

const ofOutcome = (outcome: string) =>
  `coalesce(sum(visits) filter (where outcome = '${outcome}'), 0)::int as ${outcome}`;
const percentile = (share: number) =>
  durationOf(`min(size) filter (where ${isTimed('size')} and up_to >= ${share} * timed)`);

const COUNTED_FIGURES = `sum(visits)::int as count,
  ${['succeeded', 'failed', 'cancelled'].map(ofOutcome).join(', ')},
  max(timed)::int as timed,
  ${percentile(0.5)} as duration_p50_ms,
  ${percentile(0.95)} as duration_p95_ms,
  ${durationOf(`max(size) filter (where ${isTimed('size')})`)} as duration_max_ms,
  round(sum(total_ms) / nullif(max(timed), 0)) as duration_mean_ms`;

/** From the counters, except at the edges of the window: durations are those that stand for their size. */
function countedGroups(db: Database, query: Query) {
  const where = conditions();
  const sized = (visits: string) =>
    `select bucket_start, "group", outcome, ${sizeOf('duration_ms')}, 1, coalesce(duration_ms, 0) from (${visits}) edge`;
  const ofTool = query.tool_fqn === undefined ? '' : `and tool_fqn = ${where.param(query.tool_fqn)}`;
  const pieces = piecesOf(query, unitsWithin(query.bucket, UNITS)).map((piece) =>
    piece.unit === 'entry'
      ? sized(visitsIn(STORED, { ...query, from: piece.from, to: piece.to }, where))
      : `select ${bucketOf(query.bucket, 'start')}, ${query.group_by === 'tool' ? `nullif(tool_fqn, '')` : 'null::text'},
           nullif(outcome, ''), size, visits, total_ms
         from visit_counts where unit = '${piece.unit}' and visits > 0 and ${insidePiece(piece, 'start', where)} ${ofTool}`,
  );
  const all = [...pieces, sized(visitsIn(OPEN, query, where))].join(' union all ');
  const rows = `select *, coalesce(sum(visits) filter (where ${isTimed('size')}) over (partition by bucket_start, "group"), 0) as timed,
      sum(visits) filter (where ${isTimed('size')}) over (partition by bucket_start, "group" order by size) as up_to
    from (
      select bucket_start, "group", outcome, size, sum(visits) as visits, sum(total_ms) as total_ms
      from (${all}) pieces (bucket_start, "group", outcome, size, visits, total_ms) group by 1, 2, 3, 4
    ) sizes`;
  return groupsOf<VertexGroup>(db, { rows, figures: COUNTED_FIGURES }, where);
}

/** Whether a filter says more of the execution than its DAG. */
function filtersExecutions(query: Query): boolean {
  const { status, agent_object_id, skill_id, task_object_id, invoker, ...more } = query;
  const { failure_class, failure_reason, failed_vertex, failed_tool_fqn } = more;
  const ofExecution = [status, agent_object_id, skill_id, task_object_id, invoker];
  const ofCause = [failure_class, failure_reason, failed_vertex, failed_tool_fqn];
  return [...ofExecution, ...ofCause].some((filter) => filter !== undefined);
}

/** Whether the counters can answer, and more than `most` visits would be read otherwise. */
async function isCounted(db: Database, query: Query, most: number): Promise<boolean> {
  const { bucket, group_by, dag_object_id, vertex_name } = query;
  const other = dag_object_id !== undefined || vertex_name !== undefined || filtersExecutions(query);
  if (other || bucket === 'minute' || group_by === 'vertex' || group_by === 'dag') return false;
  const where = conditions();
  const [row] = await db.query<{ rows: number }>(
    `select count(*)::int as rows from (${visitsIn(STORED, query, where)} limit ${most + 1}) found`,
    where.params(),
  );
  return (row?.rows ?? 0) > most;
}

/** The groups of the answer. `most`: visits that are read one by one where there are counters. */
export async function vertexGroups(db: Database, query: Query, most = STATISTICS.exactVisits) {
  return (await isCounted(db, query, most)) ? countedGroups(db, query) : exactGroups(db, query);
}

export const vertexStatsHandlers = {
  'stats.vertices': statistics(
    (db, query: Query) => undatedExecutions(db, query, withCause),
    (db, query: Query) => vertexGroups(db, query),
  ),
} satisfies Handlers;
