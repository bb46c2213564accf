'use client';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import type { ColumnsListProps } from './columns-list';

const ColumnsList = dynamic(async () => (await import('./columns-list')).ColumnsList<unknown>);

export function ColumnsMenu<Row>({ columns, tools }: ColumnsListProps<Row>) {
  return (
    <Popover label="Columns" trigger={<Button>Columns</Button>}>
      <ColumnsList {...({ columns, tools } as ColumnsListProps<unknown>)} />
    </Popover>
  );
}
