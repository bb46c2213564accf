'use client';
import { groupDigits } from '@/lib/view/amount';
import { relativeTime } from '@/lib/view/time';
import { useNow } from '@/components/values/now';
import type { LiveState } from '@/lib/client/live/live-message';
import { useConnection } from '@/lib/client/live/use-live';

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

/** The state of the live connection, the newest event and when it came. */
export function ConnectionPill() {
  const state = useConnection();
  const now = useNow();
  const { word, tip, dot } = pillWords(state);
  const age = now === null || state.last_event_at === null ? null : relativeTime(state.last_event_at, now);
  return (
    <div
      data-tip={tip}
      data-status={state.status}
      className="flex items-center gap-1.5 text-xs whitespace-nowrap"
    >
      <span aria-hidden className={`size-2 shrink-0 rounded-full ring-3 ${dot}`} />
      <span role="status" className="font-medium text-text">
        {word}
      </span>
      {state.tip !== null && (
        <span className="hidden text-2 lg:inline">
          tip <span className="tabular-nums">{groupDigits(state.tip)}</span>
          {age !== null && <> · {age}</>}
        </span>
      )}
    </div>
  );
}
