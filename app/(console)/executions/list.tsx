'use client';
import dynamic from 'next/dynamic';
import { ListPage } from '@/components/listing/list-page';
import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { ColumnAmount } from '@/components/values/amount';
import { CutText } from '@/components/values/cut-text';
import { RunTime } from '@/components/values/run-time';
import { Status } from '@/components/values/status';
import { isNotProvided } from '@/lib/client/api-error';
import { costOf, type Execution } from '@/lib/contract/executions';
import { groupDigits } from '@/lib/view/amount';
import { costReason, executionReasons } from '@/lib/view/null-reasons/executions';
import { compareDags, execution } from '@/lib/view/paths';
import { Tip } from '@/components/ui/tip';

const column = columnsOf<Execution>('execution', executionReasons);

export const executionList: List<'executions.list'> = {
  name: 'executions.list',
  noun: { singular: 'execution', plural: 'executions' },
  columns: [
    column.named('object_id', 'Execution', 'execution', (row) => row.skill_description, {
      // Where there is no DAG column, its time would not fit beside a wider name and reason.
      width: 'sm:min-w-[216px] min-[1200px]:min-w-[272px]',
    }),
    column.row('status', 'Status', { bar: 'w-20', names: true }, ({ status, failure_reason }) => (
      <Tip className="inline-flex max-w-full items-center gap-2" tip={failure_reason ?? undefined}>
        <Status value={status} />
        {failure_reason !== null && (
          <CutText
            text={failure_reason}
            most={200}
            className="line-clamp-2 w-40 sm:max-[1200px]:w-24 text-xs leading-4 whitespace-normal text-2 2xl:w-56"
          />
        )}
      </Tip>
    )),
    column.row('duration_ms', 'Duration', { numeric: true, bar: 'w-14', unit: 'ms' }, (run) => (
      <RunTime execution={run} />
    )),
    column.computed(
      'cost_mist',
      'Cost, SUI',
      { numeric: true, unit: 'sui', bar: 'w-16', below: 'sm', reason: costReason },
      costOf,
      (mist) => <ColumnAmount value={mist} unit="sui" column="cost_mist" />,
    ),
    column.value(
      'loop_iterations',
      'Loop iterations',
      { numeric: true, bar: 'w-6', extra: true },
      groupDigits,
    ),
    // Its name is mostly that of the run, which the row begins with.
    column.id('dag_object_id', 'DAG', 'dag', { below: 'lg', width: '' }),
    column.id('agent_object_id', 'Agent', 'agent', { extra: true }),
    column.value('skill_id', 'Skill', { numeric: true, bar: 'w-6', extra: true }),
    column.id('invoker', 'Invoker', 'address', { extra: true }),
    column.value('has_any_walk_failed', 'Walk failed', { bar: 'w-8', extra: true }),
    column.id('payment_object_id', 'Payment', 'payment', { extra: true }),
    column.onChain({ names: true }, 'Started'),
    column.updated({ extra: true }),
  ],
  labels: {
    status: 'Status',
    created: 'Started',
    duration_ms: 'Duration',
    cost_mist: 'Cost',
    dag_object_id: 'DAG',
    agent_object_id: 'Agent',
    skill_id: 'Skill',
    interface_revision: 'Skill revision',
    invoker: 'Invoker',
    task_object_id: 'Task',
    tool_fqn: 'Tool',
    failure_class: 'Failure class',
    failure_reason: 'Reason',
    failed_vertex: 'Failed vertex',
    failed_tool_fqn: 'Failed tool',
    leader_cap_id: 'Leader',
    funder: 'Funder',
    loop_iterations: 'Loop iterations',
    stuck: 'Stuck',
    over_budget: 'Over budget',
  },
  rowId: (row) => row.object_id,
  rowHref: (row) => execution(row.object_id),
  comparison: (left, right) =>
    left.dag_object_id === right.dag_object_id
      ? { label: 'Compare', href: execution(left.object_id, { tab: 'compare', with: right.object_id }) }
      : {
          label: 'Compare DAGs',
          href: compareDags({ left: left.dag_object_id, right: right.dag_object_id }),
        },
};

/** Of an index without a list of executions. */
const PaidExecutions = dynamic(async () => (await import('./paid-executions')).PaidExecutions);

export function ExecutionsTable() {
  return (
    <ListPage
      {...executionList}
      title="Executions"
      analysis={{ measure: 'executions', endpoint: 'stats.executions' }}
      empty="Executions appear when a walk of a DAG is requested."
      instead={({ failure }) =>
        isNotProvided(failure) ? <PaidExecutions filters={executionList.labels} /> : undefined
      }
    />
  );
}
