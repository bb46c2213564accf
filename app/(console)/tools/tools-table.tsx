'use client';
import { PageHeader } from '@/components/ui/page-header';
import { ListingTable } from '@/components/listing/listing-table';
import { tool } from '@/lib/view/paths';
import { toolColumns } from './columns';
import { toolFilterLabels } from './filters';

const NOUN = { one: 'tool', many: 'tools' };
/** Nullable fields that are filters: the index matches unknown with neither yes nor no. */
const UNKNOWABLE = ['verified'];

export function ToolsTable() {
  return (
    <ListingTable
      name="tools.list"
      params={{}}
      noun={NOUN}
      columns={toolColumns}
      labels={toolFilterLabels}
      unknowable={UNKNOWABLE}
      rowId={(row) => row.fqn}
      rowHref={(row) => tool(row.fqn)}

      empty="A tool appears when its registration has been indexed and its object carries a port contract."
      header={(state, columnsMenu) => (
        <PageHeader
          title="Tools"
          note={state.total === null ? undefined : state.total.toLocaleString('en-GB')}
          actions={columnsMenu}
        />
      )}
    />
  );
}
