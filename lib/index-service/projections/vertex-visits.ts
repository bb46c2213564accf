// Visits of vertices: one row per visit of a finished execution, and counts of those by tool (the beginning of its name), day, hour and duration.
// Invariant: the rows of a finished execution are what `visitsOf` reads from its events; those of an unfinished one are never stored.
import { FAILED_VARIANT } from '@/lib/contract/failure-cause';
import type { LogEntry } from '@/lib/index-service/log/log-entry';
import { sizeOf } from '@/lib/index-service/stats/duration-figures';
import type { Database } from '@/lib/index-service/store/database';
import { beginning } from '@/lib/index-service/store/foreign-text';
import { dagVertices, toolOfVertex } from './dag-vertices';
import { executionEvents } from './execution-records';
import { CREATED, executions, SHOWN } from './executions';
import type { Summary } from './summary';
import { chainTime, durationMs } from './table-reader';
import { walkKinds } from './walk-states';

const REQUEST = 'RequestWalkExecution';
const SUCCEEDED = ['WalkAdvanced', 'EndStateReached'];
const FAILED = ['WalkFailed', 'WalkAborted'];
const CANCELLED = 'WalkCancelled';
const COMMITTED = 'CommittedToolResult';

const among = (types: readonly string[]) => `event_type in (${types.map((type) => `'${type}'`).join(', ')})`;
const IS_REQUEST = among([REQUEST]);
const IS_COMMIT = among([COMMITTED]);
const HAS_ENDED = among([...SUCCEEDED, ...FAILED, CANCELLED]);

/** Executions by a number, which sorts faster than their ids. */
const PLACE = 'execution, walk_index, vertex_iteration, vertex_name';

/** A loop may bring a walk back to a vertex in the same iteration: a round is the number of events that ended earlier ones. */
const ROUND = `count(*) filter (where ${HAS_ENDED}) over
  (partition by ${PLACE} order by id rows between unbounded preceding and 1 preceding)`;

/** SQL of the visits in the executions (`t`) for which `where` holds. `event` is the last of a visit. An outcome of null: it has not ended. `leader` committed its result last, and is as that event names it. */
export function visitsOf(where: string, schema = 'public'): string {
  return `select execution, event, created_at, dag_object_id, vertex_name,
      ${toolOfVertex('ended.dag_object_id', 'ended.vertex_name', schema)} as tool_fqn,
      outcome, ${durationMs('requested_at', 'ended_at')} as duration_ms, leader
    from (
      select execution, max(id) filter (where not ${IS_COMMIT}) as event, created_at, dag_object_id, vertex_name,
        case when not bool_or(at is null and ${IS_REQUEST}) then min(at) filter (where ${IS_REQUEST}) end as requested_at,
        min(at) filter (where ${HAS_ENDED}) as ended_at,
        min(outcome) as outcome,
        (array_agg(leader order by id desc) filter (where ${IS_COMMIT}))[1] as leader
      from (
        select *, ${ROUND} as round, case
            when variant = '${FAILED_VARIANT}' or ${among(FAILED)} then 'failed'
            when ${among(SUCCEEDED)} then 'succeeded'
            when ${among([CANCELLED])} then 'cancelled'
          end as outcome
        from (
          select ${CREATED} as created_at, ${chainTime('e.on_chain', 'e.id')} as at, t.dag_object_id, t.first_entry_id as execution,
            e.id, e.event_type, e.variant, e.leader, e.walk_index, e.vertex_name, e.vertex_iteration
          from ${schema}.executions t join ${schema}.execution_events e on e.execution_id = t.key
          where e.${among([REQUEST, COMMITTED, ...SUCCEEDED, ...FAILED, CANCELLED])} and ${where}
        ) steps
      ) numbered
      group by ${PLACE}, round, created_at, dag_object_id
      having bool_or(${IS_REQUEST}) or round = 0 and bool_or(not ${IS_COMMIT})
    ) ended`;
}

const COLUMNS =
  'execution, event, created_at, dag_object_id, vertex_name, tool_fqn, outcome, duration_ms, leader';

/** $1: the values of `column` in the executions whose visits may have changed. */
function storeVisits(schema: string, column: 'key' | 'dag_object_id'): string {
  const finished = [...SHOWN, 't.finished_entry_id is not null'].join(' and ');
  return `with touched as (
      select t.first_entry_id as execution from ${schema}.executions t
      where t.${column} = any($1::text[]) and ${finished}
    ), removed as (
      delete from ${schema}.vertex_visits where execution in (select execution from touched) returning *
    ), fresh as (
      insert into ${schema}.vertex_visits (${COLUMNS})
      ${visitsOf('t.first_entry_id in (select execution from touched)', schema)} returning *
    )
    insert into ${schema}.visit_counts as stored (unit, start, tool_fqn, outcome, size, visits, total_ms)
    select unit, date_trunc(unit, created_at, 'UTC'), coalesce(${beginning('tool_fqn')}, ''), coalesce(outcome, ''), ${sizeOf('duration_ms')}, sum(change),
      coalesce(sum(change * duration_ms), 0)
    from (select *, 1 as change from fresh union all select *, -1 from removed) moved
    cross join unnest(array['day', 'hour']) as units (unit)
    where created_at is not null
    group by 1, 2, 3, 4, 5
    on conflict (unit, start, tool_fqn, outcome, size) do update set visits = stored.visits + excluded.visits, total_ms = stored.total_ms + excluded.total_ms`;
}

/** The executions and DAGs that these entries change the visits of. */
function touchedBy(entries: readonly LogEntry[]): { keys: string[]; dags: string[] } {
  const keys = new Set<string>();
  const dags = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'DAGVertexAddedEvent') dags.add(entry.payload.dag);
    else if ('payload' in entry && 'execution' in entry.payload) keys.add(String(entry.payload.execution));
    else if ('payload' in entry && 'execution_id' in entry.payload)
      keys.add(String(entry.payload.execution_id));
  }
  return { keys: [...keys], dags: [...dags] };
}

async function refresh(tx: Database, schema: string, entries: readonly LogEntry[]): Promise<void> {
  const { keys, dags } = touchedBy(entries);
  if (keys.length > 0) await tx.query(storeVisits(schema, 'key'), [keys]);
  if (dags.length > 0) await tx.query(storeVisits(schema, 'dag_object_id'), [dags]);
}

export const vertexVisits: Summary = {
  tables: ['vertex_visits', 'visit_counts'],
  of: [dagVertices, executions, executionEvents],
  statements: (schema) => [
    `create table ${schema}.vertex_visits (execution bigint not null, event bigint not null, created_at timestamptz(3), dag_object_id text not null,
      vertex_name text not null, tool_fqn text, outcome text, duration_ms bigint, leader text)`,
    ...['execution', 'created_at', 'dag_object_id, created_at', `${beginning('tool_fqn')}, created_at`].map(
      (list, index) => `create index vertex_visits_${index} on ${schema}.vertex_visits (${list})`,
    ),
    `create table ${schema}.visit_counts (unit text not null, start timestamptz(3) not null, tool_fqn text not null, outcome text not null,
      size integer not null, visits bigint not null, total_ms numeric not null, primary key (unit, start, tool_fqn, outcome, size))`,
  ],
  kinds: [
    'AgentSkillExecutionRequestedEvent',
    'OccurrenceDispatchedEvent',
    'ExecutionFinishedEvent',
    'DAGVertexAddedEvent',
    ...walkKinds,
  ],
  added: refresh,
  timed: refresh,
};
