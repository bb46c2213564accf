'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { dag } from '@/lib/view/paths';
import { dagColumns } from './columns';
import { dagFilterLabels } from './filters';

const NOUN = { one: 'DAG', many: 'DAGs' };

export function DagsTable() {
  return (
    <ListingTable
      title="DAGs"
      name="dags.list"
      params={{}}
      noun={NOUN}
      columns={dagColumns}
      labels={dagFilterLabels}
      rowId={(row) => row.object_id}
      rowHref={(row) => dag(row.object_id)}
      empty="DAGs appear once their first building event is indexed."
    />
  );
}
