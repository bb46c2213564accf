'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { ListingTable } from '@/components/listing/listing-table';
import { ListViews } from '@/components/listing/list-views';
import { usePageUrl } from '@/components/listing/use-url';
import { PageHeader } from '@/components/ui/page-header';
import { groupDigits } from '@/lib/view/amount';
import { payments } from '@/lib/view/paths';
import { paymentList } from './list';

const Refills = dynamic(async () => (await import('./refills')).Refills);
const VIEWS = [
  { view: null, title: 'Payments' },
  { view: 'refills', title: 'Refills' },
] as const;

interface HeadProps {
  tab: 'refills' | null;
  note?: ReactNode;
  actions?: ReactNode;
}

function Head({ tab, note, actions }: HeadProps) {
  return (
    <>
      <PageHeader title="Payments" note={note} actions={actions} />
      <ListViews label="Payment views" views={VIEWS} current={tab} hrefOf={payments} />
    </>
  );
}

export function PaymentsView() {
  const tab = usePageUrl().search.get('tab') === 'refills' ? 'refills' : null;
  if (tab === 'refills')
    return (
      <>
        <Head tab={tab} />
        <Refills />
      </>
    );
  return (
    <ListingTable
      {...paymentList}
      params={{}}
      empty="Payments appear when an execution is paid for."
      header={({ total }, actions) => (
        <Head
          tab={tab}
          note={total === undefined || total === null ? undefined : groupDigits(total)}
          actions={actions}
        />
      )}
    />
  );
}
