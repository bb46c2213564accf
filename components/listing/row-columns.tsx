// Columns that many tables share: vertex, transaction, and times by their clocks.
import type { ColumnDef, ColumnMeta } from '@tanstack/react-table';
import { Id } from '@/components/values/id';
import { Time, ZoneName } from '@/components/values/time';
import { nullReason } from '@/lib/view/null-reasons';

type Below = NonNullable<ColumnMeta<unknown, unknown>['below']>;
const from = (below: Below | undefined) => (below === undefined ? {} : { below });

/** When the index last changed the row. */
export function updatedColumn<Row extends { updated_at: string }>(below?: Below): ColumnDef<Row, never> {
  return {
    accessorKey: 'updated_at',
    header: 'Updated',
    meta: { moment: true, bar: 'w-14', ...from(below) },
    cell: ({ row: { original } }) => <Time at={original.updated_at} clock="indexed" className="text-2" />,
  };
}

/** When the index first had the row. */
export function indexedColumn<Row extends { created_at: string }>(below?: Below): ColumnDef<Row, never> {
  return {
    accessorKey: 'created_at',
    header: 'Indexed',
    meta: { moment: true, bar: 'w-14', ...from(below) },
    cell: ({ row: { original } }) => <Time at={original.created_at} clock="indexed" className="text-2" />,
  };
}

/** The same as time of day, for rows of one run. */
export function indexedClockColumn<Row extends { created_at: string }>(): ColumnDef<Row, never> {
  return {
    accessorKey: 'created_at',
    header: () => (
      <>
        Indexed, <ZoneName />
      </>
    ),
    meta: { bar: 'w-20', label: 'Indexed' },
    cell: ({ row: { original } }) => (
      <Time at={original.created_at} clock="indexed" form="clock" className="text-2" />
    ),
  };
}

/** When the row's object was created on chain. `record` selects the reasons for an unknown time. */
export function onChainColumn<Row extends { onchain_created_at: string | null }>(
  record: 'agent' | 'dag' | 'execution' | 'leader',
  { header = 'Created on chain', below }: { header?: string; below?: Below } = {},
): ColumnDef<Row, never> {
  return {
    accessorKey: 'onchain_created_at',
    header,
    meta: { moment: true, bar: 'w-16', ...from(below) },
    cell: ({ row: { original } }) => (
      <Time
        at={original.onchain_created_at}
        clock="on chain"
        reason={nullReason(record, 'onchain_created_at')}
        className="text-2"
      />
    ),
  };
}

export function transactionColumn<Row extends { tx_digest: string }>(below?: Below): ColumnDef<Row, never> {
  return {
    accessorKey: 'tx_digest',
    header: 'Transaction',
    meta: { bar: 'w-24', ...from(below) },
    cell: ({ row: { original } }) => <Id family="transaction" value={original.tx_digest} />,
  };
}

/** A vertex and its loop iteration. */
export function vertexColumn<
  Row extends { vertex_name: string; vertex_iteration: bigint | null },
>(): ColumnDef<Row, never> {
  return {
    accessorKey: 'vertex_name',
    header: 'Vertex',
    meta: { bar: 'w-24' },
    cell: ({ row: { original } }) => (
      <span className="mono">
        {original.vertex_name}
        {original.vertex_iteration !== null && (
          <span className="text-3"> [{String(original.vertex_iteration)}]</span>
        )}
      </span>
    ),
  };
}

/** The columns without those that are the same in every row of a page. `keys` are fields of the row. */
export function withoutColumns<Row>(
  columns: readonly ColumnDef<Row, never>[],
  ...keys: (keyof Row & string)[]
): ColumnDef<Row, never>[] {
  const left = new Set<unknown>(keys);
  return columns.filter((column) => !('accessorKey' in column && left.has(column.accessorKey)));
}
