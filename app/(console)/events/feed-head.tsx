'use client';
import { useNow } from '@/components/values/now';
import { useConnection, useFeed } from '@/lib/client/live/use-live';
import type { LiveState } from '@/lib/client/live/live-message';
import { groupDigits } from '@/lib/view/amount';
import { relativeTime } from '@/lib/view/time';

const TONE: Record<LiveState['status'], string> = {
  live: 'bg-ok',
  connecting: 'bg-idle',
  stale: 'bg-warn',
  offline: 'bg-fail',
  closed: 'bg-idle',
};

function headline({ status, reason }: LiveState, after: bigint | null): string {
  switch (status) {
    case 'live':
      return after === null ? 'Live' : `Live from ${groupDigits(after)}`;
    case 'connecting':
      return 'Connecting; what comes meanwhile is not lost';
    case 'stale':
      return 'The index is away; the feed goes on where it stopped';
    case 'offline':
      return 'This device has no network';
    case 'closed':
      return reason === 'missing_scope' ? 'Not live: the key may not read events' : 'Not live';
  }
}

/** What the feed is doing, above its rows. */
export function FeedHead({ live, paused }: { live: boolean; paused: boolean }) {
  const state = useConnection();
  const feed = useFeed();
  const now = useNow();
  const last = state.last_event_at === null || now === null ? null : relativeTime(state.last_event_at, now);
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-0.5 border-b border-line px-3 py-1.5">
      {live ? (
        <>
          <span aria-hidden className={`size-2 rounded-full ${paused ? 'bg-warn' : TONE[state.status]}`} />
          <span className="font-semibold">
            {paused ? 'Paused; what comes is kept' : headline(state, feed.after)}
          </span>
          <span className="text-3">
            {feed.received.toLocaleString('en-GB')} received
            {last !== null && <> · last {last}</>}
            {state.resumed > 0 && (
              <> · taken up again {state.resumed === 1 ? 'once' : `${state.resumed} times`}</>
            )}
          </span>
        </>
      ) : (
        <>
          <span className="font-semibold">History</span>
          <span className="text-3">the window ends in the past, so nothing comes in</span>
        </>
      )}
    </div>
  );
}
