'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { leaders } from '@/lib/view/paths';
import { useHasStats } from '@/components/listing/group-figures';
import { ListViews } from '@/components/listing/list-views';
import { ListingTable } from '@/components/listing/listing-table';
import { usePageUrl } from '@/components/listing/use-url';
import { counted } from '@/lib/view/amount';
import { leaderList, RECORDS, withoutRecords } from './list';
import { RegistryFacts } from './registry-facts';

const Races = dynamic(async () => (await import('./races')).Races);
const VIEWS = [
  { view: null, title: 'Leader caps' },
  { view: 'races', title: 'Submission races' },
] as const;

interface HeadProps {
  tab: 'races' | null;
  note?: ReactNode;
  actions?: ReactNode;
}

function Head({ tab, note, actions }: HeadProps) {
  return (
    <>
      <PageHeader title="Leaders" note={note} actions={actions} />
      <RegistryFacts />
      <ListViews label="Leader views" views={VIEWS} current={tab} hrefOf={leaders} />
    </>
  );
}

export function LeadersTable() {
  const hasRecords = useHasStats(RECORDS);
  const tab = usePageUrl().search.get('tab') === 'races' ? 'races' : null;
  if (tab === 'races')
    return (
      <>
        <Head tab={tab} />
        <Races />
      </>
    );
  return (
    <ListingTable
      {...leaderList}
      columns={hasRecords ? leaderList.columns : withoutRecords}
      params={{}}
      empty="Leaders appear when their capability is created, issued or first staked on."
      header={(state, actions) => (
        <Head
          tab={tab}
          note={state.total === null ? undefined : counted(state.total, 'leader cap')}
          actions={actions}
        />
      )}
    />
  );
}
