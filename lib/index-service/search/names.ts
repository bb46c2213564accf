// GET /names (spec 10.8): objects in the words of the skills that run them, and the SQL of these words.
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { SKILL_OF_ROW } from '@/lib/index-service/projections/table-reader';
import type { Database } from '@/lib/index-service/store/database';

/** SQL of what one of the skills that are bound to a DAG does, else what the skill of its newest execution does. */
export const DAG_DESCRIPTION = (dag: string) => `coalesce(
  (select min(s.description) from skills s where s.dag_object_id = ${dag} and s.description <> ''),
  (select s.description from executions x join skills s on s.key = x.agent_object_id || '/' || x.skill_id
    where x.dag_object_id = ${dag} and x.invoker is not null order by x.first_entry_id desc limit 1))`;

/** SQL of what all skills of an agent do. */
export const AGENT_DESCRIPTION = (agent: string) => `(
  select string_agg(s.description, ' · ' order by s.skill_id) from skills s
    where s.agent_object_id = ${agent} and s.description <> '')`;

const ofSkill = (type: string, table: string) =>
  `select t.key as id, '${type}' as type, skill.description as name from ${table} t ${SKILL_OF_ROW}
   where t.key = any($1::text[])`;
const described = (type: string, table: string, description: (key: string) => string) =>
  `select t.key as id, '${type}' as type, ${description('t.key')} as name from ${table} t
   where t.key = any($1::text[])`;

const NAMES = `select id, type, name from (${[
  described('agent', 'agents', AGENT_DESCRIPTION),
  described('dag', 'dags', DAG_DESCRIPTION),
  ofSkill('execution', 'executions'),
  ofSkill('task', 'tasks'),
  ofSkill('payment', 'payments'),
].join(' union all ')}) named where name <> '' order by id`;

const read = async (db: Database, ids: readonly string[]) => ({
  names:
    ids.length === 0 ? [] : await db.query<{ id: string; type: string; name: string }>(NAMES, [[...ids]]),
});

export const nameHandlers = {
  names: ({ db, query }) => read(db, query.ids ?? []),
} satisfies Handlers;
