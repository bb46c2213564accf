import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import dynamic from 'next/dynamic';
import { onChainColumn, updatedColumn } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import type { Dag } from '@/lib/contract/dags';
import { nullReason } from '@/lib/view/null-reasons';

/** Needs the code of all event sentences, so it is loaded only for a DAG that is being built. */
const LastAdded = dynamic(async () => (await import('./last-added')).LastAdded);

const column = createColumnHelper<Dag>();

export const dagColumns = [
  column.accessor('object_id', {
    header: 'DAG',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="dag" value={cell.getValue()} />,
  }),
  column.accessor((row) => row.finalized_at !== null, {
    id: 'state',
    header: 'State',
    meta: { bar: 'w-24', filter: (row) => ({ finalized: String(row.finalized_at !== null) }) },
    cell: (cell) =>
      cell.getValue() ? (
        <Status value="finalized" />
      ) : (
        <span title={nullReason('dag', 'finalized_at')}>
          <Status value="building" />
        </span>
      ),
  }),
  column.display({
    id: 'last_added',
    header: 'Last added',
    meta: { wide: true, bar: 'w-40', below: 'lg' },
    cell: ({ row: { original } }) =>
      original.finalized_at === null ? (
        <LastAdded dag={original} />
      ) : (
        <Maybe value={null} reason="Not applicable: the DAG is finalized" />
      ),
  }),
  column.accessor('creator', {
    header: 'Creator',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="address" value={cell.getValue()} />,
  }),
  column.accessor('finalized_at', {
    header: 'Finalized',
    meta: { moment: true, bar: 'w-16', below: 'lg' },
    cell: (cell) =>
      // Not unknown: a DAG that is being built isn't finalized yet.
      cell.getValue() === null ? (
        <span className="text-3">not yet</span>
      ) : (
        <Time at={cell.getValue()} clock="on chain" className="text-2" />
      ),
  }),
  onChainColumn<Dag>('dag'),
  updatedColumn<Dag>(),
] as ColumnDef<Dag, never>[];
