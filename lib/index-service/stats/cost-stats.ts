// GET /stats/costs (spec 10.5): what the executions of a window cost, exact at any size.
// Invariant: an execution whose cost is not known is counted and not priced.
import type { QueryOutput } from '@/lib/contract/endpoints';
import type { CostGroup } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handlers';
import { COST_MIST, CREATED } from '@/lib/index-service/projections/executions';
import type { Database } from '@/lib/index-service/store/database';
import {
  asAsked,
  bucketOf,
  COSTS,
  executionsWithin,
  groupsOf,
  readOnce,
  undatedExecutions,
  withCause,
} from './window';

type Query = QueryOutput<'stats.costs'>;

const GROUPS: Readonly<Record<Query['group_by'], string>> = {
  none: 'null::text',
  status: 't.status',
  dag: 't.dag_object_id',
  agent: 't.agent_object_id',
  skill: `t.agent_object_id || '/' || t.skill_id`,
  task: 't.task_object_id',
  invoker: 't.invoker',
};

const FIGURES = `count(*)::int as count,
  ${COSTS},
  coalesce(sum(cost_mist), 0) as total_mist,
  round(avg(cost_mist)) as mean_mist,
  percentile_disc(0.5) within group (order by cost_mist) as cost_p50_mist,
  percentile_disc(0.95) within group (order by cost_mist) as cost_p95_mist,
  max(cost_mist) as cost_max_mist`;

function costGroups(db: Database, query: Query) {
  const where = withCause(executionsWithin(query), query);
  const rows = `select ${bucketOf(query.bucket, CREATED)} as bucket_start, ${GROUPS[query.group_by]} as "group",
      t.gas_mist, t.tool_cost_mist, t.priority_fee_mist, ${COST_MIST} as cost_mist
    from executions t where ${where.sql()}`;
  return groupsOf<CostGroup>(db, { rows, figures: FIGURES, group_by: query.group_by }, where);
}

export const costStatsHandlers = {
  'stats.costs': ({ db, query }) =>
    readOnce(db, async (tx) => ({
      ...asAsked(query),
      undated: await undatedExecutions(tx, query, (where) => withCause(where, query)),
      ...(await costGroups(tx, query)),
    })),
} satisfies Handlers;
