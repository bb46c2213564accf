// The executions that statistics are about: the filters they share. The table is `t`.
import { CREATED, FAILED_TOOL, SHOWN, withComputedFilters } from '@/lib/index-service/projections/executions';
import { type Conditions, conditionsIn, createParameters } from '@/lib/index-service/store/conditions';
import type { Database } from '@/lib/index-service/store/database';
import { createdInWindow, type Window } from './window';

export interface ExecutionQuery extends Window {
  status?: readonly string[] | undefined;
  dag_object_id?: string | undefined;
  agent_object_id?: string | undefined;
  skill_id?: bigint | undefined;
  task_object_id?: string | undefined;
  invoker?: string | undefined;
}

export interface CauseQuery {
  failure_class?: string | undefined;
  failure_reason?: string | undefined;
  failed_vertex?: string | undefined;
  failed_tool_fqn?: string | undefined;
}

/** The rest of what their list is filtered by. */
type ListedQuery = CauseQuery & { over_budget?: boolean | undefined } & Parameters<
    typeof withComputedFilters
  >[1];

/** An execution (`t`) that has not finished; by its status, which is indexed. */
export const UNFINISHED = [...SHOWN, `t.status in ('running', 'pending_settlement')`].join(' and ');

/** The executions that match the filters, whenever they were created. `always`: a condition without values. */
function matching(query: ExecutionQuery, always: string, parameters = createParameters()): Conditions {
  return conditionsIn(parameters, ...SHOWN, always)
    .and('t.status = any(?::text[])', query.status)
    .and('t.dag_object_id = ?', query.dag_object_id)
    .and('t.agent_object_id = ?', query.agent_object_id)
    .and('t.skill_id = ?::numeric', query.skill_id)
    .and('t.task_object_id = ?', query.task_object_id)
    .and('t.invoker = ?', query.invoker);
}

export function withCause(where: Conditions, query: CauseQuery): Conditions {
  return where
    .and('t.failure_class = ?', query.failure_class)
    .and('t.failure_reason = ?', query.failure_reason)
    .and('t.failed_vertex = ?', query.failed_vertex)
    .and(`${FAILED_TOOL} = ?`, query.failed_tool_fqn);
}

/** All filters of their list. */
export function withListFilters(where: Conditions, query: ListedQuery): Conditions {
  const { failed_tool_fqn: _tool, ...cause } = query;
  return withComputedFilters(withCause(where, cause), query).and('t.over_budget = ?', query.over_budget);
}

/** The executions (`t`) of the window that match the filters. */
export function executionsWithin(query: ExecutionQuery, parameters = createParameters()): Conditions {
  return createdInWindow(matching(query, `${CREATED} is not null`, parameters), query, CREATED);
}

/** How many executions match and have no on-chain time. */
export async function undatedExecutions<Query extends ExecutionQuery>(
  db: Database,
  query: Query,
  more: (where: Conditions, query: Query) => Conditions = (where) => where,
): Promise<number> {
  const where = more(matching(query, `t.created_on_chain is null and ${CREATED} is null`), query);
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from executions t where ${where.sql()}`,
    where.params(),
  );
  return row?.count ?? 0;
}
