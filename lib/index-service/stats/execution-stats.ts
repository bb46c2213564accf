// GET /stats/executions (spec 10.5): one statement over the executions of a window, exact at any size.
import type { QueryOutput } from '@/lib/contract/endpoints';
import type { ExecutionGroup } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handlers';
import { CREATED, FAILED_TOOL, FINISHED } from '@/lib/index-service/projections/executions';
import { durationMs } from '@/lib/index-service/projections/table-reader';
import type { Database } from '@/lib/index-service/store/database';
import {
  asAsked,
  bucketOf,
  COSTS,
  DURATIONS,
  executionsWithin,
  groupsOf,
  readOnce,
  undatedExecutions,
  withCause,
} from './window';

type Query = QueryOutput<'stats.executions'>;

const GROUPS: Readonly<Record<Query['group_by'], string>> = {
  none: 'null::text',
  status: 't.status',
  dag: 't.dag_object_id',
  agent: 't.agent_object_id',
  skill: `t.agent_object_id || '/' || t.skill_id`,
  failure_class: 't.failure_class',
  failure_reason: 't.failure_reason',
  failed_tool: FAILED_TOOL,
};

const FIGURES = `count(*)::int as count,
  (count(*) filter (where status = 'succeeded'))::int as succeeded,
  (count(*) filter (where status = 'failed'))::int as failed,
  (count(*) filter (where status = 'aborted'))::int as aborted,
  ${DURATIONS},
  ${COSTS}`;

function executionGroups(db: Database, query: Query) {
  const where = withCause(executionsWithin(query), query);
  const rows = `select ${bucketOf(query.bucket, CREATED)} as bucket_start,
      ${GROUPS[query.group_by]} as "group", t.status,
      ${durationMs(CREATED, FINISHED)} as duration_ms, t.gas_mist, t.tool_cost_mist, t.priority_fee_mist
    from executions t where ${where.sql()}`;
  return groupsOf<ExecutionGroup>(db, { rows, figures: FIGURES, group_by: query.group_by }, where);
}

export const executionStatsHandlers = {
  'stats.executions': ({ db, query }) =>
    readOnce(db, async (tx) => ({
      ...asAsked(query),
      undated: await undatedExecutions(tx, query, (where) => withCause(where, query)),
      ...(await executionGroups(tx, query)),
    })),
} satisfies Handlers;
