// GET /stats/vertices (spec 10.5): the visits of vertices in the executions of a window, from the recorded walk events.
// Invariant: a visit that no event has closed is counted, and is neither timed nor succeeded nor failed.
import type { QueryOutput } from '@/lib/contract/endpoints';
import { FAILED_VARIANT } from '@/lib/contract/failure-cause';
import type { VertexGroup } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handlers';
import { CREATED } from '@/lib/index-service/projections/executions';
import { chainTime, durationMs } from '@/lib/index-service/projections/table-reader';
import type { Database } from '@/lib/index-service/store/database';
import {
  asAsked,
  bucketOf,
  DURATIONS,
  executionsWithin,
  groupsOf,
  readOnce,
  undatedExecutions,
  withCause,
} from './window';

type Query = QueryOutput<'stats.vertices'>;

const GROUPS: Readonly<Record<Query['group_by'], string>> = {
  none: 'null::text',
  vertex: `dag_object_id || '/' || vertex_name`,
  tool: 'tool_fqn',
  dag: 'dag_object_id',
};

const REQUEST = 'RequestWalkExecution';
const LEFT = ['WalkAdvanced', 'EndStateReached'];
const FAILED = ['WalkFailed', 'WalkAborted'];
const CANCELLED = 'WalkCancelled';

const among = (types: readonly string[]) => `event_type in (${types.map((type) => `'${type}'`).join(', ')})`;
const IS_REQUEST = among([REQUEST]);
const HAS_ENDED = among([...LEFT, ...FAILED, CANCELLED]);

/** Executions by a number, which sorts faster than their ids. */
const PLACE = 'execution, walk_index, vertex_iteration, vertex_name';

/** A loop may bring a walk back to a vertex in the same iteration: the rounds are told apart by the events that ended the ones before. */
const ROUND = `count(*) filter (where ${HAS_ENDED}) over
  (partition by ${PLACE} order by id rows between unbounded preceding and 1 preceding)`;

/** One row per visit. `where` is of the executions (`t`), their events (`e`) and tools (`v`). */
function visits(where: string): string {
  return `with tools_of as (
      select distinct on (dag_object_id, vertex_name) dag_object_id, vertex_name, tool_fqn
      from dag_vertices order by dag_object_id, vertex_name, id
    ), steps as (
      select ${CREATED} as created_at, ${chainTime('e.on_chain', 'e.id')} as at, t.dag_object_id, v.tool_fqn,
        e.id, e.event_type, e.variant, t.first_entry_id as execution, e.walk_index, e.vertex_name, e.vertex_iteration
      from executions t join execution_events e on e.execution_id = t.key
      left join tools_of v on v.dag_object_id = t.dag_object_id and v.vertex_name = e.vertex_name
      where e.${among([REQUEST, ...LEFT, ...FAILED, CANCELLED])} and ${where}
    ), visits as (
      select created_at, dag_object_id, tool_fqn, vertex_name,
        case when not bool_or(at is null and ${IS_REQUEST}) then min(at) filter (where ${IS_REQUEST}) end as requested_at,
        min(at) filter (where ${HAS_ENDED}) as ended_at,
        bool_or(${among(LEFT)} and variant is distinct from '${FAILED_VARIANT}') as succeeded,
        bool_or(${among(FAILED)} or variant is not distinct from '${FAILED_VARIANT}') as failed,
        bool_or(${among([CANCELLED])}) as cancelled
      from (select *, ${ROUND} as round from steps) numbered
      group by ${PLACE}, round, created_at, dag_object_id, tool_fqn
      having round = 0 or bool_or(${IS_REQUEST})
    )`;
}

const FIGURES = `count(*)::int as count,
  (count(*) filter (where succeeded))::int as succeeded,
  (count(*) filter (where failed))::int as failed,
  (count(*) filter (where cancelled))::int as cancelled,
  ${DURATIONS}`;

function vertexGroups(db: Database, query: Query) {
  const where = withCause(executionsWithin(query), query)
    .and('e.vertex_name = ?', query.vertex_name)
    .and('v.tool_fqn = ?', query.tool_fqn);
  const rows = `select ${bucketOf(query.bucket, 't.created_at')} as bucket_start, ${GROUPS[query.group_by]} as "group",
      succeeded, failed, cancelled, ${durationMs('requested_at', 'ended_at')} as duration_ms
    from visits t`;
  return groupsOf<VertexGroup>(db, { tables: visits(where.sql()), rows, figures: FIGURES }, where);
}

export const vertexStatsHandlers = {
  'stats.vertices': ({ db, query }) =>
    readOnce(db, async (tx) => ({
      ...asAsked(query),
      undated: await undatedExecutions(tx, query, (where) => withCause(where, query)),
      ...(await vertexGroups(tx, query)),
    })),
} satisfies Handlers;
