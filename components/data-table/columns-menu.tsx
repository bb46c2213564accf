'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { Button } from '@/components/ui/button';
import { Menu, MenuCheckboxItem } from '@/components/ui/menu';

interface ColumnsMenuProps<Row> {
  columns: ColumnDef<Row, never>[];
  hidden: readonly string[];
  onHidden: (hidden: string[]) => void;
}

function idOf<Row>(column: ColumnDef<Row, never>): string {
  return column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '');
}

/** Chooses the columns; the first one names the row and always stays. */
export function ColumnsMenu<Row>({ columns, hidden, onHidden }: ColumnsMenuProps<Row>) {
  return (
    <Menu trigger={<Button>Columns</Button>}>
      {columns.slice(1).map((column) => {
        const id = idOf(column);
        return (
          <MenuCheckboxItem
            key={id}
            checked={!hidden.includes(id)}
            onCheckedChange={(on) =>
              onHidden(on === true ? hidden.filter((one) => one !== id) : [...hidden, id])
            }
          >
            {column.meta?.label ?? (typeof column.header === 'string' ? column.header : id)}
          </MenuCheckboxItem>
        );
      })}
    </Menu>
  );
}
