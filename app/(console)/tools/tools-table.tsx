'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { toolList } from './list';

/** The index can't filter on unknown verification. */
const UNKNOWABLE = ['verified'];

export function ToolsTable() {
  return (
    <ListingTable
      {...toolList}
      title="Tools"
      params={{}}
      unknowable={UNKNOWABLE}
      empty="Tools appear once their registration is indexed and their object has a port contract."
    />
  );
}
