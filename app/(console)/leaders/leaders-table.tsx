'use client';
import { PageHeader } from '@/components/ui/page-header';
import { leader } from '@/lib/view/paths';
import { ListingTable } from '@/app/(console)/listing-table';
import { leaderColumns } from './columns';
import { leaderFilterLabels } from './filters';
import { RegistryFacts } from './registry-facts';

const NOUN = { one: 'leader', many: 'leaders' };

export function LeadersTable() {
  return (
    <ListingTable
      name="leaders.list"
      params={{}}
      noun={NOUN}
      columns={leaderColumns}
      labels={leaderFilterLabels}
      rowId={(row) => row.leader_cap_id}
      rowHref={(row) => leader(row.leader_cap_id)}
      empty="A leader appears when its capability is created, issued or first staked on."
      header={(state, columnsMenu) => (
        <>
          <PageHeader
            title="Leaders"
            note={state.total === null ? undefined : `${state.total.toLocaleString('en-GB')} caps`}
            actions={columnsMenu}
          />
          <RegistryFacts />
        </>
      )}
    />
  );
}
