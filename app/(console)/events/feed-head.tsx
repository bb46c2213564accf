'use client';
import { memo } from 'react';
import { Button } from '@/components/ui/button';
import { lastSign } from '@/components/live/connection-pill';
import { useNow } from '@/components/values/now';
import { useZone } from '@/components/values/preferences';
import type { EventView } from '@/lib/client/live/event-view';
import type { LiveState } from '@/lib/client/live/messages';
import { useLive, useLiveState, useVerification } from '@/lib/client/live/use-live';
import type { Verification } from '@/lib/client/live/verify';
import { groupDigits } from '@/lib/view/amount';
import { clockTime, type Zone } from '@/lib/view/time';
import { RateLine } from './rate-line';

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
      return after === null ? 'Live' : `Live since event ${groupDigits(after)}`;
    case 'connecting':
      return 'Connecting…';
    case 'stale':
      return 'Index unreachable';
    case 'offline':
      return 'Offline';
    case 'closed':
      return reason === 'missing_scope' ? 'Not live: this key cannot read events' : 'Not live';
  }
}

const newestIds = (ids: readonly bigint[]) => ids.slice(-3).map(groupDigits).join(', ');

/** The result of the last comparison with the history. */
export function verificationText(verification: Verification, zone: Zone): string {
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
  paused: boolean;
  /** Matching events received. */
  received: number;
}

/** The feed's state above its rows. Subscribes to every event, so it is not rendered with the rows. */
export const FeedHead = memo(function FeedHead({ view, live, paused, received }: FeedHeadProps) {
  const { verifier } = useLive();
  const state = useLiveState();
  const verification = useVerification();
  const now = useNow();
  const zone = useZone();
  if (!live)
    return (
      <div className="flex min-h-10 flex-wrap items-center gap-x-2.5 px-3 py-1.5">
        <span className="font-semibold">History</span>
        <span className="text-3">Time window ends in the past. No live events.</span>
      </div>
    );
  const sign = lastSign(state, now);
  const { to, missing, unlisted, running, error } = verification;
  const differs = missing.length + unlisted.length > 0 || error !== null;
  const text = verificationText(verification, zone);
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
        <span data-received={received} className="shrink-0">
          {groupDigits(received)} received
        </span>
        {sign !== null && <span className="shrink-0">· {sign}</span>}
        <span aria-hidden className="max-sm:hidden">
          ·
        </span>
        <span
          data-verified={to === null ? undefined : String(to)}
          className={`min-w-0 truncate max-sm:flex-1 max-sm:basis-40 ${differs ? 'text-warn' : ''}`}
          data-tip={`${text}.\nCompares the events received over the stream with the index's history.`}
        >
          {text}
        </span>
        <Button size="small" tone="quiet" disabled={running} onClick={() => verifier.request()}>
          Verify
        </Button>
      </p>
    </div>
  );
});
