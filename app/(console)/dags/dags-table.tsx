'use client';
import { PageHeader } from '@/components/ui/page-header';
import { ListingTable } from '@/components/listing/listing-table';
import { dag } from '@/lib/view/paths';
import { dagColumns } from './columns';
import { dagFilterLabels } from './filters';

const NOUN = { one: 'DAG', many: 'DAGs' };

export function DagsTable() {
  return (
    <ListingTable
      name="dags.list"
      params={{}}
      noun={NOUN}
      columns={dagColumns}
      labels={dagFilterLabels}
      rowId={(row) => row.object_id}
      rowHref={(row) => dag(row.object_id)}

      empty="A DAG appears when its first building event has been indexed."
      header={(state, columnsMenu) => (
        <PageHeader
          title="DAGs"
          note={state.total === null ? undefined : state.total.toLocaleString('en-GB')}
          actions={columnsMenu}
        />
      )}
    />
  );
}
