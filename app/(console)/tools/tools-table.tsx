'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { tool } from '@/lib/view/paths';
import { toolColumns } from './columns';
import { toolFilterLabels } from './filters';

const NOUN = { one: 'tool', many: 'tools' };
/** The index can't filter on unknown verification. */
const UNKNOWABLE = ['verified'];

export function ToolsTable() {
  return (
    <ListingTable
      title="Tools"
      name="tools.list"
      params={{}}
      noun={NOUN}
      columns={toolColumns}
      labels={toolFilterLabels}
      unknowable={UNKNOWABLE}
      rowId={(row) => row.fqn}
      rowHref={(row) => tool(row.fqn)}
      empty="Tools appear once their registration is indexed and their object has a port contract."
    />
  );
}
