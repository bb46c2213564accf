import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { onChainColumn, updatedColumn } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import type { Agent } from '@/lib/contract/agents';
import { nullReason } from '@/lib/view/null-reasons';

const column = createColumnHelper<Agent>();

export const agentColumns = [
  column.accessor('agent_object_id', {
    header: 'Agent',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="agent" value={cell.getValue()} />,
  }),
  column.accessor((row) => row.skills.length, {
    id: 'skills',
    header: 'Skills',
    meta: { numeric: true, bar: 'w-6' },
  }),
  column.accessor('creator', {
    header: 'Creator',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="address" value={cell.getValue()} reason={nullReason('agent', 'creator')} />,
  }),
  column.accessor('vault_object_id', {
    header: 'Vault',
    meta: { bar: 'w-28', below: 'lg' },
    cell: (cell) => (
      <Id family="object" value={cell.getValue()} reason={nullReason('agent', 'vault_object_id')} />
    ),
  }),
  onChainColumn<Agent>('agent'),
  updatedColumn<Agent>(),
] as ColumnDef<Agent, never>[];
