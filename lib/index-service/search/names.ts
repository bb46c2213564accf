// GET /names (spec 10.8): names of objects, taken from the descriptions of their skills.
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { AGENT_DESCRIPTION } from '@/lib/index-service/projections/agents';
import { DAG_DESCRIPTION } from '@/lib/index-service/projections/dags';
import { SKILL_OF_ROW } from '@/lib/index-service/projections/table-reader';
import { beginning } from '@/lib/index-service/store/foreign-text';

const ofSkill = (type: string, table: string) =>
  `select t.key as id, '${type}' as type, skill.description as name from ${table} t ${SKILL_OF_ROW}
   where t.key = any($1::text[])`;
const described = (type: string, table: string, description: (key: string) => string) =>
  `select t.key as id, '${type}' as type, ${description('t.key')} as name from ${table} t
   where t.key = any($1::text[])`;

const NAMES = `select id, type, ${beginning('name')} as name from (${[
  described('agent', 'agents', AGENT_DESCRIPTION),
  described('dag', 'dags', DAG_DESCRIPTION),
  ofSkill('execution', 'executions'),
  ofSkill('task', 'tasks'),
  ofSkill('payment', 'payments'),
].join(' union all ')}) named where name <> '' order by id`;

export const nameHandlers = {
  names: async ({ db, query: { ids = [] } }) => ({
    names: ids.length === 0 ? [] : await db.query<{ id: string; type: string; name: string }>(NAMES, [ids]),
  }),
} satisfies Handlers;
