'use client';
import { memo } from 'react';
import { connectionLabel, lastSign } from '@/components/live/connection-pill';
import { Button } from '@/components/ui/button';
import { Tip } from '@/components/ui/tip';
import { useNow } from '@/components/values/now';
import { useZone } from '@/components/values/preferences';
import type { EventView } from '@/lib/client/live/event-view';
import type { LiveState } from '@/lib/client/live/messages';
import { RATE_SECONDS } from '@/lib/client/live/rate';
import { useLiveState, useVerification, useVerifier } from '@/lib/client/live/use-live';
import type { Verification } from '@/lib/client/live/verification';
import { counted, groupDigits } from '@/lib/view/amount';
import { absoluteTime, clockTime, relativeTime, type Zone } from '@/lib/view/time';

const TONE: Record<LiveState['status'], string> = {
  live: 'bg-ok',
  connecting: 'bg-idle',
  polling: 'bg-idle',
  stale: 'bg-warn',
  offline: 'bg-fail',
  closed: 'bg-idle',
};

function headline(state: LiveState, after: bigint | null): string {
  switch (state.status) {
    case 'live':
      return after === null ? 'Live' : `Live since event ${groupDigits(after)}`;
    case 'connecting':
      return 'Connecting…';
    case 'polling':
      return connectionLabel(state).label;
    case 'stale':
      return 'Index unreachable';
    case 'offline':
      return 'Offline';
    case 'closed':
      return state.reason === 'missing_scope' ? 'Not live: this key cannot read events' : 'Not live';
  }
}

const newestIds = (ids: readonly bigint[]) => ids.slice(-3).map(groupDigits).join(', ');

/** The result of the last comparison with the history. */
function verificationText(verification: Verification, zone: Zone): string {
  const { to, at, missing, unlisted, error, running } = verification;
  if (running) return 'Verifying…';
  if (error !== null) return `Verification failed: ${error}`;
  if (at === null || to === null) return 'Not verified yet';
  const issues = [
    ...(missing.length > 0
      ? [`${missing.length} missing from the stream (${newestIds(missing)}), loaded from history`]
      : []),
    ...(unlisted.length > 0 ? [`${unlisted.length} not in the history (${newestIds(unlisted)})`] : []),
  ];
  const result = issues.length === 0 ? 'Verified complete' : issues.join(', ');
  return `${result} to event ${groupDigits(to)} at ${clockTime(at, zone)}`;
}

interface FeedHeadProps {
  view: EventView;
  live: boolean;
  /** Received events can be compared with the history. */
  verifies: boolean;
  paused: boolean;
  /** Matching events received. */
  received: number;
}

/** The feed's state above its rows. Subscribes to every event, so it is not rendered with the rows. */
export const FeedHead = memo(function FeedHead({ view, live, verifies, paused, received }: FeedHeadProps) {
  const verifier = useVerifier();
  const state = useLiveState();
  const verification = useVerification();
  const now = useNow();
  const zone = useZone();
  if (!live)
    return (
      <div className="flex min-h-10 flex-wrap items-center gap-x-2.5 px-3 py-1.5">
        <span className="font-semibold">History</span>
        <span className="text-3">No live events with these filters.</span>
      </div>
    );
  const sign = lastSign(state, now);
  const { to, missing, unlisted, running, error } = verification;
  const differs = verifies && (missing.length + unlisted.length > 0 || error !== null);
  const text = verifies
    ? verificationText(verification, zone)
    : "Not verified: this index doesn't provide the event history";
  // The height is constant, so that the rows below never move: one line on wide screens, two below, three on a phone.
  return (
    <div className="grid h-15 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-2.5 px-3 max-sm:h-22 xl:flex xl:h-10">
      <span className="flex min-w-0 items-center gap-2.5 font-semibold xl:shrink-0">
        <span
          aria-hidden
          className={`size-2 shrink-0 rounded-full ${paused ? 'bg-warn' : TONE[state.status]}`}
        />
        <span className="truncate">{paused ? 'Paused' : headline(state, state.after)}</span>
      </span>
      <RateLine view={view} />
      <p className="col-span-2 flex min-w-0 items-center gap-x-1.5 text-3 max-sm:h-12 max-sm:flex-wrap">
        <span className="shrink-0">{groupDigits(received)} received</span>
        {sign !== null && <span className="min-w-[19ch] shrink-0 tabular-nums">· {sign}</span>}
        <span aria-hidden className="max-sm:hidden">
          ·
        </span>
        <Tip
          data-verified={to === null ? undefined : String(to)}
          className={`min-w-0 truncate max-sm:flex-1 max-sm:basis-40 ${differs ? 'text-warn' : ''}`}
          tip={`${text}.\nCompares the events received over the stream with the index's history.`}
        >
          {text}
        </Tip>
        {verifies && (
          <Button
            size="small"
            tone="quiet"
            disabled={running || verifier === null}
            onClick={() => verifier?.request()}
          >
            Verify
          </Button>
        )}
      </p>
    </div>
  );
});

const BAR = 2;
const GAP = 1;
const HEIGHT = 18;
const WIDTH = RATE_SECONDS * (BAR + GAP) - GAP;

/** Matching events per second over the last minute. Rendered once a second, however many events are received. */
const RateLine = memo(function RateLine({ view }: { view: EventView }) {
  const now = useNow();
  if (now === null) return null;
  const bars = view.rate.bars(now);
  const peak = Math.max(1, ...bars);
  const rate = view.rate.perSecond(now);
  return (
    <Tip
      className="ml-auto flex shrink-0 items-end gap-2.5 xl:order-last"
      tip={`Events per second, last minute. Peak ${peak}/s.`}
    >
      <svg width={WIDTH} height={HEIGHT} aria-hidden className="hidden text-accent sm:block">
        {bars.map((count, index) => {
          const height = count === 0 ? 1 : Math.max(2, Math.round((count / peak) * HEIGHT));
          return (
            <rect
              key={index}
              x={index * (BAR + GAP)}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              fill="currentColor"
              opacity={count === 0 ? 0.25 : 0.85}
            />
          );
        })}
      </svg>
      <span className="w-14 text-right font-semibold text-2">
        {rate >= 100 ? Math.round(rate) : rate.toFixed(1)}/s
      </span>
    </Tip>
  );
});

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
  const upToDate = following ? 'New events appear at the top' : 'No newer events';
  return (
    <p className="h-[30px] truncate border-t border-line px-3 text-center text-xs leading-[30px] text-3">
      {away !== null && caughtUp ? (
        <span data-since-visit={received}>
          {away.visit.skipped > 0n && 'More than '}
          {received === 0 ? 'No events' : counted(received, 'event')} since your last visit{' '}
          <Tip tip={absoluteTime(away.visit.at, zone)} className="relative">
            {relativeTime(away.visit.at, away.now)}
          </Tip>{' '}
          (event{' '}
          <button
            translate="no"
            type="button"
            onClick={() => onOpen(away.visit.id)}
            className="text-accent mono hover:underline"
            aria-label={`Open event ${away.visit.id}, the last of your previous visit`}
          >
            {groupDigits(away.visit.id)}
          </button>
          )
        </span>
      ) : (
        upToDate
      )}
    </p>
  );
});
