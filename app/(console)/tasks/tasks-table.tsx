'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { taskList } from './list';

export function TasksTable() {
  return (
    <ListingTable {...taskList} title="Tasks" params={{}} empty="Tasks appear when they are scheduled." />
  );
}
