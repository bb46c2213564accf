// GET /stats/payments (spec 10.5): payments by who funded them and how they ended, by the on-chain time of their creation.
import type { QueryOutput } from '@/lib/contract/endpoints';
import type { PaymentGroup } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { COST, PAID_AT, PAYMENT_SHOWN } from '@/lib/index-service/projections/payments';
import { type Conditions, conditions } from '@/lib/index-service/store/conditions';
import type { Database } from '@/lib/index-service/store/database';
import { countOfEach, type GroupedSelect, groupColumns, statistics, summed } from './grouped-answer';
import { AGENT_GROUPS } from './shared-groups';
import { bucketOf, createdInWindow } from './window';

type Query = QueryOutput<'stats.payments'>;

const GROUPS: Readonly<Record<NonNullable<Query['group_by']>[number], string>> = {
  state: 't.final_state',
  source: 't.source_kind',
  funder: 't.funder',
  ...AGENT_GROUPS,
  dag: 'run.dag_object_id',
  task: 'run.task_object_id',
  refund_reason: 't.refund_reason',
};

const STATES = ['pending', 'accomplished', 'refunded'];
const FIGURES = `count(*)::int as count,
  ${countOfEach('final_state', STATES)},
  coalesce(sum(refills), 0)::int as refills,
  (count(*) filter (where refills > 0))::int as refilled,
  coalesce(sum(refilled_mist), 0) as refilled_mist,
  coalesce(sum(consumed_total), 0) as consumed_total,
  coalesce(sum(max_budget_mist), 0) as max_budget_mist,
  sum(cost_mist) as cost_mist,
  sum(max_budget_mist) filter (where cost_mist is not null) as priced_budget_mist`;

const COMBINED = `${summed(['count', ...STATES, 'refills', 'refilled'], '::int')}, ${summed(['refilled_mist', 'consumed_total', 'max_budget_mist', 'cost_mist', 'priced_budget_mist'])}`;

const ORDERS = {
  // Of those that have ended.
  refund_rate: 'refunded::float8 / nullif(accomplished + refunded, 0)',
  budget_used: 'cost_mist / nullif(priced_budget_mist, 0)',
};

const hasCost = ({ figures, order_by }: Query) =>
  figures?.includes('cost_mist') === true || order_by?.startsWith('budget_used') === true;

/** Most questions need no executions, whose rows are wide. */
function tablesOf(query: Query): string {
  const { group_by = [], dag_object_id, task_object_id } = query;
  const isOfRun = group_by.includes('dag') || group_by.includes('task');
  const needsRun = isOfRun || dag_object_id !== undefined || task_object_id !== undefined || hasCost(query);
  return `payments t ${needsRun ? 'left join executions run on run.key = t.execution_object_id' : ''}`;
}

function matching(query: Query, always: string): Conditions {
  return conditions(...PAYMENT_SHOWN, always)
    .and('t.final_state = ?', query.final_state)
    .and('t.source_kind = ?', query.source_kind)
    .and('t.agent_object_id = ?', query.agent_object_id)
    .and('t.skill_id = ?::numeric', query.skill_id)
    .and('t.funder = ?', query.funder)
    .and('t.refund_reason = ?', query.refund_reason)
    .and('t.refills >= ?::numeric', query.min_refills)
    .and('t.refills <= ?::numeric', query.max_refills)
    .and('run.dag_object_id = ?', query.dag_object_id)
    .and('run.task_object_id = ?', query.task_object_id);
}

function paymentRows(query: Query): GroupedSelect {
  const where = createdInWindow(matching(query, `${PAID_AT} is not null`), query, PAID_AT);
  const rows = `select ${bucketOf(query.bucket, PAID_AT)} as bucket_start, ${groupColumns(query.group_by, GROUPS)},
      t.final_state, t.refills, t.refilled_mist, t.consumed_total, t.max_budget_mist,
      ${hasCost(query) ? COST : 'null::numeric'} as cost_mist
    from ${tablesOf(query)} where ${where.sql()}`;
  return { rows, values: where.params(), figures: FIGURES, combined: COMBINED, orders: ORDERS };
}

async function undatedPayments(db: Database, query: Query): Promise<number> {
  const where = matching(query, `t.created_on_chain is null and ${PAID_AT} is null`);
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from ${tablesOf(query)} where ${where.sql()}`,
    where.params(),
  );
  return row?.count ?? 0;
}

export const paymentStatsHandlers = {
  'stats.payments': statistics<Query, PaymentGroup>(undatedPayments, paymentRows),
} satisfies Handlers;
