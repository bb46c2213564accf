import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { onChainColumn, updatedColumn } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import type { Execution } from '@/lib/contract/executions';
import { nullReason } from '@/lib/view/null-reasons';

const column = createColumnHelper<Execution>();

export const executionColumns = [
  column.accessor('object_id', {
    header: 'Execution',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="execution" value={cell.getValue()} />,
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { bar: 'w-20' },
    cell: (cell) => <Status value={cell.getValue()} />,
  }),
  column.accessor('dag_object_id', {
    header: 'DAG',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="dag" value={cell.getValue()} />,
  }),
  column.accessor('agent_object_id', {
    header: 'Agent',
    meta: { bar: 'w-28', below: 'lg' },
    cell: (cell) => (
      <Id family="agent" value={cell.getValue()} reason={nullReason('execution', 'agent_object_id')} />
    ),
  }),
  column.accessor('skill_id', {
    header: 'Skill',
    meta: { numeric: true, bar: 'w-6', below: 'xl' },
    cell: (cell) => <Maybe value={cell.getValue()} reason={nullReason('execution', 'skill_id')} />,
  }),
  column.accessor('invoker', {
    header: 'Invoker',
    meta: { bar: 'w-28', below: 'xl' },
    cell: (cell) => <Id family="address" value={cell.getValue()} />,
  }),
  column.accessor('has_any_walk_failed', {
    header: 'Walk failed',
    meta: { bar: 'w-8', below: '2xl' },
    cell: (cell) => <Maybe value={cell.getValue()} reason={nullReason('execution', 'has_any_walk_failed')} />,
  }),
  column.accessor('payment_object_id', {
    header: 'Payment',
    meta: { bar: 'w-28', below: '2xl' },
    cell: (cell) => (
      <Id family="payment" value={cell.getValue()} reason={nullReason('execution', 'payment_object_id')} />
    ),
  }),
  onChainColumn<Execution>('execution', { header: 'Started on chain' }),
  updatedColumn<Execution>('lg'),
] as ColumnDef<Execution, never>[];
