// The executions that statistics are about: the filters they share. The table is `t`.
import { executionFigures } from '@/lib/index-service/projections/execution-figures';
import { CREATED, FAILED_TOOL, SHOWN, withComputedFilters } from '@/lib/index-service/projections/executions';
import { type Conditions, conditionsIn, createParameters } from '@/lib/index-service/store/conditions';
import type { Database } from '@/lib/index-service/store/database';
import { createdInWindow, type Window, within } from './window';

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
type ListedQuery = CauseQuery & {
  over_budget?: boolean | undefined;
  interface_revision?: bigint | undefined;
} & Parameters<typeof withComputedFilters>[1];

/** An execution (`t`) that has not finished; by its status, which is indexed. */
const IS_UNFINISHED = `t.status in ('running', 'pending_settlement')`;
export const UNFINISHED = [...SHOWN, IS_UNFINISHED].join(' and ');

/** SQL of the figures of all executions, finished or not. */
export const FIGURES_OF_ALL = `select * from execution_figures union all ${executionFigures(IS_UNFINISHED)}`;

function selected(where: Conditions, query: ExecutionQuery): Conditions {
  return where
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

/** All filters of their list. `duration`: SQL of theirs. */
function withListFilters(where: Conditions, query: ListedQuery, duration?: string): Conditions {
  const { failed_tool_fqn: _tool, ...cause } = query;
  return withComputedFilters(withCause(where, cause), query, duration)
    .and('t.over_budget = ?', query.over_budget)
    .and('t.interface_revision = ?::numeric', query.interface_revision);
}

/** The executions (`t`) of the window that match the filters. */
export function executionsWithin(query: ExecutionQuery, parameters = createParameters()): Conditions {
  const always = [...SHOWN, `${CREATED} is not null`];
  return createdInWindow(selected(conditionsIn(parameters, ...always), query), query, CREATED);
}

/** The same of their figures (`t`), by all filters of the list. */
export function figuresWithin(
  query: ExecutionQuery & ListedQuery,
  parameters = createParameters(),
): Conditions {
  const created = conditionsIn(parameters, 't.created_on_chain is not null');
  return withListFilters(
    selected(within(created, query, 't.created_on_chain'), query),
    query,
    't.duration_ms',
  );
}

/** How many executions match and have no on-chain time. `more`: adds filters. */
export async function undatedExecutions<Query extends ExecutionQuery>(
  db: Database,
  query: Query,
  more: (where: Conditions, query: Query) => Conditions = (where) => where,
): Promise<number> {
  const undated = [...SHOWN, 't.created_on_chain is null', `${CREATED} is null`];
  const where = more(selected(conditionsIn(createParameters(), ...undated), query), query);
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from executions t where ${where.sql()}`,
    where.params(),
  );
  return row?.count ?? 0;
}

/** As `undatedExecutions`, by all filters of their list. */
export const undatedListed = (db: Database, query: ExecutionQuery & ListedQuery) =>
  undatedExecutions(db, query, withListFilters);
