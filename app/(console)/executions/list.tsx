'use client';
import { ListingTable, type List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { isNotProvided } from '@/lib/client/failure';
import type { Execution } from '@/lib/contract/executions';
import { execution } from '@/lib/view/paths';
import { PaidExecutions } from './paid-executions';

const column = columnsOf<Execution>('execution');

export const executionList: List<'executions.list'> = {
  name: 'executions.list',
  noun: { one: 'execution', many: 'executions' },
  columns: [
    column.id('object_id', 'Execution', 'execution'),
    column.status('status', 'Status'),
    column.id('dag_object_id', 'DAG', 'dag'),
    column.id('agent_object_id', 'Agent', 'agent', { below: 'lg' }),
    column.value('skill_id', 'Skill', { numeric: true, bar: 'w-6', below: 'xl' }),
    column.id('invoker', 'Invoker', 'address', { below: 'xl' }),
    column.value('has_any_walk_failed', 'Walk failed', { bar: 'w-8', below: '2xl' }),
    column.id('payment_object_id', 'Payment', 'payment', { below: '2xl' }),
    column.onChain({}, 'Started on chain'),
    column.updated({ below: 'lg' }),
  ],
  labels: {
    status: 'Status',
    dag_object_id: 'DAG',
    agent_object_id: 'Agent',
    skill_id: 'Skill',
    task_object_id: 'Task',
    invoker: 'Invoker',
  },
  rowId: (row) => row.object_id,
  rowHref: (row) => execution(row.object_id),
};

export function ExecutionsTable() {
  return (
    <ListingTable
      {...executionList}
      title="Executions"
      params={{}}
      empty="Executions appear when a walk of a DAG is requested."
      instead={({ failure }) =>
        isNotProvided(failure) ? <PaidExecutions filters={executionList.labels} /> : undefined
      }
    />
  );
}
