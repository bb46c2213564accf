'use client';
import { groupDigits } from '@/lib/view/amount';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Popover } from '@/components/ui/popover';
import { useNow } from '@/components/values/now';
import type { LiveState } from '@/lib/client/live/live-message';
import { useCheck, useConnection } from '@/lib/client/live/use-live';
import { formatDuration, relativeTime } from '@/lib/view/time';

/** From here on it is worth saying that nothing happens, and that the connection is alive. */
const QUIET_MS = 20_000;

interface Words {
  word: string;
  tip: string;
  dot: string;
}

const CLOSED: Record<NonNullable<LiveState['reason']>, [word: string, tip: string]> = {
  unauthenticated: ['Signed out', 'The index does not accept the key any more. Connect again.'],
  missing_scope: [
    'Not live',
    'This key may not read events (events:read), so the pages do not refresh by themselves.',
  ],
  refused: ['Not live', 'The index refuses the event stream. The pages do not refresh by themselves.'],
};

/** What the pill says: never by colour alone. */
export function pillWords({ status, reason, attempts }: LiveState): Words {
  switch (status) {
    case 'live':
      return { word: 'Live', tip: 'Events arrive as the index writes them.', dot: 'bg-ok ring-ok/25' };
    case 'stale':
      return {
        word: 'Stale',
        tip: 'The index is away. What you see is its last word; events go on where they stopped when it is back.',
        dot: 'bg-warn ring-warn/25',
      };
    case 'offline':
      return { word: 'Offline', tip: 'This device has no network.', dot: 'bg-fail ring-fail/25' };
    case 'connecting':
      return attempts > 0
        ? {
            word: 'Reconnecting',
            tip: 'The console does not answer. Trying again.',
            dot: 'bg-warn ring-warn/25',
          }
        : {
            word: 'Connecting',
            tip: 'Waiting for the first word of the index.',
            dot: 'bg-idle ring-idle/25',
          };
    case 'closed': {
      const [word, tip] = CLOSED[reason ?? 'refused'];
      return { word, tip, dot: 'bg-idle ring-idle/25' };
    }
  }
}

/** Read when it is opened: most visits never do. */
const ConnectionStory = dynamic(() => import('./connection-story').then((file) => file.ConnectionStory), {
  ssr: false,
  loading: () => <p className="text-3">One moment…</p>,
});

/** How far we are behind the chain, else when the last event came; quiet is told apart from dead. */
function age(state: LiveState, lag_ms: number | null, now: number | null): string | null {
  if (now === null) return null;
  const { last_event_at, heard_at } = state;
  if (state.status !== 'live') return last_event_at === null ? null : relativeTime(last_event_at, now);
  if (last_event_at === null || now - last_event_at > QUIET_MS)
    return heard_at === null ? null : `quiet, alive ${relativeTime(heard_at, now)}`;
  return lag_ms === null || lag_ms < 0
    ? relativeTime(last_event_at, now)
    : `${formatDuration(lag_ms)} behind`;
}

/** The state of the live connection and the newest event; pressed, it tells what happened. */
export function ConnectionPill() {
  const state = useConnection();
  const { lag_ms } = useCheck();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const { word, tip, dot } = pillWords(state);
  const words = age(state, lag_ms, now);
  const trigger = (
    <button
      type="button"
      data-tip={tip}
      aria-label={`${word}. What happened to the connection`}
      className="flex items-center gap-1.5 rounded-sm text-xs whitespace-nowrap"
    >
      <span aria-hidden className={`size-2 shrink-0 rounded-full ring-3 ${dot}`} />
      <span className="font-medium text-text">{word}</span>
      {state.tip !== null && (
        <span className="hidden text-2 lg:inline">
          tip <span className="tabular-nums">{groupDigits(state.tip)}</span>
          {words !== null && <> · {words}</>}
        </span>
      )}
    </button>
  );
  return (
    <div data-status={state.status} className="relative flex items-center">
      {/* Words inside a button are not announced when they change. */}
      <span role="status" className="sr-only">
        {word}
      </span>
      <Popover open={open} onOpenChange={setOpen} label="The live connection" trigger={trigger}>
        {open && <ConnectionStory />}
      </Popover>
    </div>
  );
}
