'use client';
import { flexRender, type Row as TableRow } from '@tanstack/react-table';
import { Dialog } from '@/components/ui/dialog';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { columnName, valueText } from './columns';
import type { Noun } from './table-view';

interface CompareRowsProps<One> {
  rows: readonly TableRow<One>[];
  noun: Noun;
  onClose: () => void;
}

/** Selected rows side by side, field by field. */
export function CompareRows<One>({ rows, noun, onClose }: CompareRowsProps<One>) {
  const cells = rows[0]?.getAllCells() ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Compare ${rows.length} ${noun.many}`}
      className="w-[min(1100px,calc(100vw-24px))]!"
    >
      <Table aria-label={`Compared ${noun.many}`}>
        <thead>
          <tr>
            <HeadCell>Field</HeadCell>
            <HeadCell>Differs</HeadCell>
            {rows.map((row, index) => (
              <HeadCell key={row.id}>{index + 1}</HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map(({ column: { id, columnDef } }) => {
            const values = rows.map((row) => valueText(row.getValue(id)));
            const differs = new Set(values).size > 1;
            return (
              <Row key={id} data-differs={differs}>
                <Cell className="text-3">{columnName(columnDef, id)}</Cell>
                <Cell className={differs ? 'font-medium text-warn' : 'text-3'}>{differs ? 'yes' : 'no'}</Cell>
                {rows.map((row) => {
                  const cell = row.getAllCells().find((one) => one.column.id === id);
                  return <Cell key={row.id}>{cell && flexRender(columnDef.cell, cell.getContext())}</Cell>;
                })}
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Dialog>
  );
}
