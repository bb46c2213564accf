'use client';
import Link from 'next/link';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { leaders } from '@/lib/view/paths';
import { ListingTable } from '@/components/listing/listing-table';
import { usePageUrl } from '@/components/listing/use-url';
import { counted } from '@/lib/view/amount';
import { leaderList } from './list';
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
      <nav aria-label="Leader views" className="mb-3 flex gap-[18px] border-b border-line">
        {VIEWS.map(({ view, title }) => (
          <Link
            key={title}
            href={leaders(view === null ? {} : { tab: view })}
            prefetch={false}
            aria-current={view === tab ? 'true' : undefined}
            className="border-b-2 border-transparent py-[7px] text-2 hover:text-text aria-[current]:border-accent aria-[current]:text-text"
          >
            {title}
          </Link>
        ))}
      </nav>
    </>
  );
}

export function LeadersTable() {
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
