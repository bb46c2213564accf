'use client';
import { memo } from 'react';
import { useNow } from '@/components/values/now';
import { useZone } from '@/components/values/preferences';
import { useLiveState } from '@/lib/client/live/use-live';
import { groupDigits, counted } from '@/lib/view/amount';
import { absoluteTime, relativeTime } from '@/lib/view/time';

/** A shorter absence is a reload. */
const AWAY_MS = 60_000;

interface StatusLineProps {
  /** New rows appear without a click. */
  following: boolean;
  /** Matching events received. */
  received: number;
  onOpen: (id: bigint) => void;
}

interface NewerStripProps extends StatusLineProps {
  newer: number;
  onShow: () => void;
}

/** Newer events, if any. Its height is constant, so that the rows below never move. */
export function NewerStrip({ newer, onShow, ...status }: NewerStripProps) {
  if (newer === 0) return <StatusLine {...status} />;
  return (
    <button
      type="button"
      data-newer={newer}
      onClick={onShow}
      className="block h-[30px] w-full border-t border-line bg-accent-weak text-center font-medium text-accent hover:underline"
    >
      Show {groupDigits(newer)} newer {newer === 1 ? 'event' : 'events'}
    </button>
  );
}

/** Subscribes to every event, so it is not rendered with the rows. */
const StatusLine = memo(function StatusLine({ following, received, onOpen }: StatusLineProps) {
  const { last_visit: visit, tip, cursor } = useLiveState();
  const now = useNow();
  const zone = useZone();
  const away = visit !== null && now !== null && now - visit.at >= AWAY_MS ? { visit, now } : null;
  // While the stream is catching up, no events yet means nothing.
  const caughtUp = received > 0 || (away?.visit.skipped ?? 0n) > 0n || (tip !== null && cursor === tip);
  return (
    <p className="h-[30px] truncate border-t border-line px-3 text-center text-xs leading-[30px] text-3">
      {away !== null && caughtUp ? (
        <span data-since-visit={received}>
          {away.visit.skipped > 0n && 'More than '}
          {received === 0 ? 'No events' : counted(received, 'event')} since your last visit{' '}
          <span data-tip={absoluteTime(away.visit.at, zone)} className="relative">
            {relativeTime(away.visit.at, away.now)}
          </span>{' '}
          (event{' '}
          <button
            type="button"
            onClick={() => onOpen(away.visit.id)}
            className="text-accent mono hover:underline"
            aria-label={`Open event ${away.visit.id}, the last of your previous visit`}
          >
            {groupDigits(away.visit.id)}
          </button>
          )
        </span>
      ) : following ? (
        'New events appear at the top'
      ) : (
        'No newer events'
      )}
    </p>
  );
});
