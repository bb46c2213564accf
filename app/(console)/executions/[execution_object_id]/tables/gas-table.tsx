'use client';
import { indexedClockColumn, transactionColumn } from '@/components/listing/row-columns';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import { type ColumnDef, createColumnHelper } from '@tanstack/react-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Amount } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import type { GasEvent } from '@/lib/contract/executions';
import { nullReason } from '@/lib/view/null-reasons';
import { statusWords } from '@/lib/view/status';
import { unitOf } from '@/lib/view/amount';
import type { Part } from '@/app/(console)/executions/[execution_object_id]/data/use-execution';
import { FilteredRows, RowLink } from './rows-table';

const NOUN = { one: 'gas event', many: 'gas events' };
const column = createColumnHelper<GasEvent>();

const FILTERS = [
  { name: 'kind', label: 'Kind', of: (row: GasEvent) => row.kind },
  { name: 'at_vertex', label: 'Vertex', of: (row: GasEvent) => row.vertex_name },
];

const columns = [
  column.accessor('id', {
    header: 'Row',
    cell: ({ row: { original } }) => <RowLink anchor={`gas-${original.id}`} id={original.id} />,
  }),
  column.accessor('kind', { header: 'Kind', cell: (cell) => statusWords(cell.getValue()) }),
  column.accessor('vertex_name', {
    header: 'Vertex',
    cell: (cell) => <span className="mono">{cell.getValue()}</span>,
  }),
  column.accessor('tool_fqn', { header: 'Tool', cell: (cell) => <Fqn value={cell.getValue()} /> }),
  column.accessor('available_funds', {
    header: 'Available',
    meta: { numeric: true },
    cell: (cell) => (
      <Amount
        value={cell.getValue()}
        unit={unitOf('gasEvent', 'available_funds')}
        reason={nullReason('gasEvent', 'available_funds')}
      />
    ),
  }),
  column.accessor('required_tool_fee', {
    header: 'Tool fee',
    meta: { numeric: true },
    cell: (cell) => (
      <Amount
        value={cell.getValue()}
        unit={unitOf('gasEvent', 'required_tool_fee')}
        reason={nullReason('gasEvent', 'required_tool_fee')}
      />
    ),
  }),
  column.accessor('was_refunded', {
    header: 'Refunded',
    cell: (cell) => <Maybe value={cell.getValue()} reason={nullReason('gasEvent', 'was_refunded')} />,
  }),
  transactionColumn<GasEvent>(),
  indexedClockColumn<GasEvent>(),
] as ColumnDef<GasEvent, never>[];

/** Gas events, which only earlier releases recorded. */
export function GasTable({ query, open }: { query: Part<AllPages<GasEvent>>; open: string | null }) {
  if (query.data?.items.length === 0)
    return (
      <Panel>
        <EmptyState kind="not-produced" title="Not recorded by this release">
          The current release records no gas events. Gas reimbursed to leaders is in the payment ledger as
          fees.
        </EmptyState>
      </Panel>
    );
  return (
    <FilteredRows
      name="executions.gas"
      query={query}
      noun={NOUN}
      columns={columns}
      prefix="gas"
      open={open}
      filters={FILTERS}
      empty={null}
    />
  );
}
