'use client';
import { lazy, Suspense, type ReactNode } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { leader } from '@/lib/view/paths';
import { ListingTable } from '@/app/(console)/listing-table';
import { usePageUrl } from '@/app/(console)/use-url';
import { leaderColumns } from './columns';
import { leaderFilterLabels } from './filters';
import { RegistryFacts } from './registry-facts';

const Races = lazy(async () => ({ default: (await import('./races')).Races }));
const NOUN = { one: 'leader', many: 'leaders' };

function Head({ note, actions }: { note?: ReactNode; actions?: ReactNode }) {
  return (
    <>
      <PageHeader title="Leaders" note={note} actions={actions} />
      <RegistryFacts />
      <TabList aria-label="Leaders">
        <Tab value="caps">Caps</Tab>
        <Tab value="races">Submission races</Tab>
      </TabList>
    </>
  );
}

export function LeadersTable() {
  const url = usePageUrl();
  const tab = url.search.get('tab') === 'races' ? 'races' : 'caps';
  return (
    <Tabs
      value={tab}
      // The filters of the caps do not come along.
      onValueChange={(next) => url.push(new URLSearchParams(next === 'races' ? { tab: next } : {}))}
    >
      {tab === 'races' && <Head />}
      <TabPanel value="caps">
        <ListingTable
          name="leaders.list"
          params={{}}
          noun={NOUN}
          columns={leaderColumns}
          labels={leaderFilterLabels}
          rowId={(row) => row.leader_cap_id}
          rowHref={(row) => leader(row.leader_cap_id)}
          empty="A leader appears when its capability is created, issued or first staked on."
          header={(state, actions) => (
            <Head
              note={state.total === null ? undefined : `${state.total.toLocaleString('en-GB')} caps`}
              actions={actions}
            />
          )}
        />
      </TabPanel>
      <TabPanel value="races">
        <Suspense>
          <Races />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}
