'use client';
import { Pause, Play } from 'lucide-react';
import dynamic from 'next/dynamic';
import { memo, type ReactNode } from 'react';
import { AlertsPopover } from '@/components/alerts/alerts-popover';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import type { EventSourceRows } from '@/lib/client/event-source';
import type { EventQuery } from '@/lib/client/queries/event-history';

/** Opened now and then: fetched when the page has come to rest. */
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
  /** Events come in: they can be held back. */
  live: boolean;
  paused: boolean;
  onPaused: (paused: boolean) => void;
  query: EventQuery;
  source: EventSourceRows;
  /** The saved filters of the page. */
  views: ReactNode;
}

/** The page's title and what can be done with the page. Rows that come change nothing of it. */
export const EventsHead = memo(function EventsHead(props: EventsHeadProps) {
  const { total, live, paused, onPaused, query, source, views } = props;
  return (
    <PageHeader
      title="Events"
      note={
        total === null ? undefined : (
          <span data-tip="The index counts stored events; one that cannot be decoded is counted and not shown.">
            about {total.toLocaleString('en-GB')}
          </span>
        )
      }
      actions={
        <>
          {live && (
            <Button aria-pressed={paused} onClick={() => onPaused(!paused)}>
              {paused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
              {paused ? 'Go on' : 'Pause'}
            </Button>
          )}
          {views}
          <AlertsPopover trigger={<Button>Alerts</Button>} />
          <GoTo />
          <ExportMenu query={query} held={source.state} />
        </>
      }
    />
  );
});
