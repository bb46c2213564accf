'use client';
import { memo } from 'react';
import { useNow } from '@/components/values/now';
import { useZone } from '@/components/values/zone';
import type { CheckState } from '@/lib/client/live/check';
import type { LiveState } from '@/lib/client/live/live-message';
import { useCheck, useConnection, useFeed } from '@/lib/client/live/use-live';
import { groupDigits } from '@/lib/view/amount';
import { clockTime, relativeTime, type Zone } from '@/lib/view/time';
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

const ids = (found: readonly bigint[]) => found.slice(-3).map(groupDigits).join(', ');

/** What the comparison with the history has shown so far. */
export function checkWords(check: CheckState, zone: Zone): string {
  const { to, at, missing, unlisted, twice, failure } = check;
  if (at === null || to === null)
    return failure === null
      ? 'not yet checked against the history'
      : `cannot be checked against the history: ${failure}`;
  const said: string[] = [];
  if (missing.length > 0)
    said.push(`${missing.length} had been left out (${ids(missing)}), taken from the history`);
  else said.push('nothing missing');
  if (unlisted.length > 0)
    said.push(`${unlisted.length} came that the history does not list (${ids(unlisted)})`);
  said.push(twice.length > 0 ? `${twice.length} came twice (${ids(twice)})` : 'nothing twice');
  return `checked to ${groupDigits(to)} at ${clockTime(at, zone)}: ${said.join(', ')}`;
}

/** The reader must be able to tell a quiet network from a dead connection. */
function pulse(state: LiveState, now: number | null): string | null {
  if (now === null || state.status !== 'live') return null;
  const { last_event_at, heard_at } = state;
  if (last_event_at !== null && now - last_event_at < 5_000)
    return `last ${relativeTime(last_event_at, now)}`;
  return heard_at === null ? null : `quiet, the connection was alive ${relativeTime(heard_at, now)}`;
}

/** What the feed is doing, above its rows; it watches every event, and is not drawn with the rows. */
export const FeedHead = memo(function FeedHead({ live, paused }: { live: boolean; paused: boolean }) {
  const state = useConnection();
  const feed = useFeed();
  const check = useCheck();
  const now = useNow();
  const zone = useZone();
  if (!live)
    return (
      <div className="flex min-h-10 flex-wrap items-center gap-x-2.5 px-3 py-1.5">
        <span className="font-semibold">History</span>
        <span className="text-3">the window ends in the past, so nothing comes in</span>
      </div>
    );
  const beat = pulse(state, now);
  const differs = check.missing.length + check.unlisted.length + check.twice.length > 0;
  const words = checkWords(check, zone);
  // As high whatever it says: the rows below must not move. One line where there is room, two elsewhere, three on a phone.
  return (
    <div className="grid h-15 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-2.5 px-3 max-sm:h-20 xl:flex xl:h-10">
      <span className="flex min-w-0 items-center gap-2.5 font-semibold xl:shrink-0">
        <span
          aria-hidden
          className={`size-2 shrink-0 rounded-full ${paused ? 'bg-warn' : TONE[state.status]}`}
        />
        <span className="truncate">
          {paused ? 'Paused; what comes is kept and counted' : headline(state, feed.after)}
        </span>
      </span>
      <RateLine />
      <p className="col-span-2 min-w-0 text-3 max-sm:line-clamp-2 max-sm:h-10 sm:truncate">
        <span data-received={feed.received}>{groupDigits(feed.received)} received</span>
        {beat !== null && <> · {beat}</>}
        {state.resumed > 0 && (
          <> · taken up again {state.resumed === 1 ? 'once' : `${state.resumed} times`}</>
        )}
        {' · '}
        <span
          data-checked={check.to === null ? undefined : String(check.to)}
          className={differs ? 'text-warn' : undefined}
          data-tip={`${words}.\nEvery id that the stream gave is compared with the index's history over the same range.\nRows that the index counts but cannot decode are allowed for.${check.waiting > 0 ? `\n${groupDigits(check.waiting)} are still to be compared.` : ''}`}
        >
          {words}
        </span>
      </p>
    </div>
  );
});
