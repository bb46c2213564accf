'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { EventLines } from '@/components/record/events-list';
import { Failure } from '@/components/shell/failure';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Time } from '@/components/values/time';
import type { EventRecord } from '@/lib/contract/events';
import { groupDigits } from '@/lib/view/amount';
import { events } from '@/lib/view/paths';
import { LATEST_ROWS, latestQuery } from './overview-queries';
import { RowsSkeleton } from './rows-skeleton';

/** Where the log of the index ends, and how far behind the chain its newest event was. */
function IndexTip({ newest }: { newest: EventRecord | undefined }) {
  if (newest === undefined) return null;
  return (
    <span>
      tip {groupDigits(newest.id)}, happened <Time at={newest.onchain_at} clock="on chain" />
    </span>
  );
}

export function LatestEvents() {
  const query = useQuery(latestQuery('events.list'));
  const rows = query.data?.items;
  const { error } = query;
  return (
    <Panel
      title="Latest events"
      note={<IndexTip newest={rows?.[0]} />}
      actions={
        <Link href={events()} prefetch={false} className="text-accent hover:underline">
          All events, live
        </Link>
      }
    >
      {rows === undefined ? (
        error !== null ? (
          <Failure
            what="the latest events"
            error={error}
            scope="events:read"
            onRetry={() => void query.refetch()}
          />
        ) : (
          <RowsSkeleton rows={LATEST_ROWS + 1} />
        )
      ) : rows.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No event has been indexed yet" />
      ) : (
        <EventLines events={rows} label="Latest events" />
      )}
    </Panel>
  );
}
