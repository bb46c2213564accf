'use client';
import { Pause, Play } from 'lucide-react';
import dynamic from 'next/dynamic';
import { memo, type ReactNode } from 'react';
import { AlertsPopover } from '@/components/alerts/alerts-popover';
import { DataAge } from '@/components/live/data-age';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import type { EventView } from '@/lib/client/live/event-view';
import type { EventQuery } from '@/lib/client/queries/event-queries';
import { groupDigits } from '@/lib/view/amount';

const ExportMenu = dynamic(() => import('./export-menu').then((file) => file.ExportMenu), {
  ssr: false,
  loading: () => <Button disabled>Export</Button>,
});
const GoTo = dynamic(() => import('./go-to').then((file) => file.GoTo), {
  ssr: false,
  loading: () => <Button disabled>Go to</Button>,
});

interface EventsHeadProps {
  total: number | null;
  /** When the total was read, in milliseconds. */
  answered_at: number;
  /** New events are received, so the feed can be paused. */
  live: boolean;
  paused: boolean;
  onPaused: (paused: boolean) => void;
  query: EventQuery;
  view: EventView;
  savedViews: ReactNode;
}

/** The page's title and actions; not rendered with the rows. */
export const EventsHead = memo(function EventsHead(props: EventsHeadProps) {
  const { total, answered_at, live, paused, onPaused, query, view, savedViews } = props;
  return (
    <PageHeader
      title="Events"
      note={
        total === null ? undefined : (
          <>
            <span data-tip="Stored events, including events that cannot be decoded">
              about {groupDigits(total)}
            </span>{' '}
            <DataAge at={answered_at} />
          </>
        )
      }
      actions={
        <>
          {live && (
            <Button aria-pressed={paused} onClick={() => onPaused(!paused)}>
              {paused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
              {paused ? 'Resume' : 'Pause'}
            </Button>
          )}
          {savedViews}
          <AlertsPopover trigger={<Button>Alerts</Button>} />
          <GoTo />
          <ExportMenu query={query} loaded={view.state} />
        </>
      }
    />
  );
});
