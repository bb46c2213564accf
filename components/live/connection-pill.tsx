'use client';
import dynamic from 'next/dynamic';
import { Popover } from '@/components/ui/popover';
import type { StoreState } from '@/lib/client/live/event-store';
import { POLL_MS, type LiveState } from '@/lib/client/live/messages';
import { useLiveState } from '@/lib/client/live/use-live';
import { groupDigits } from '@/lib/view/amount';
import { relativeTime } from '@/lib/view/time';

interface ConnectionLabel {
  label: string;
  tip: string;
  dot: string;
}

const POLLED = `Updates every ${POLL_MS / 1000} s`;

const REASONS: Record<NonNullable<LiveState['reason']>, [label: string, tip: string]> = {
  // The page leaves for Connect if the index rejects the key itself.
  unauthenticated: [
    'Not live',
    'The index refused this key for the event stream. Pages do not update automatically.',
  ],
  missing_scope: [
    'Not live',
    'This key cannot read events (scope events:read). Pages do not update automatically.',
  ],
  network: [POLLED, `${POLLED}; this network blocks live updates.`],
  index: [POLLED, `${POLLED}; this index's event stream cannot be used.`],
  console: [POLLED, `${POLLED}; the console is at its limit of live connections.`],
  tabs: [POLLED, `${POLLED}; other tabs use the live connections of this browser.`],
};

const NO_REASON: [label: string, tip: string] = ['Not live', 'Pages do not update automatically.'];

/** The connection's state in words: never by colour alone. */
export function connectionLabel({ status, reason, attempts }: LiveState): ConnectionLabel {
  switch (status) {
    case 'live':
      return { label: 'Live', tip: 'New events appear as they are indexed.', dot: 'bg-ok ring-ok/25' };
    case 'stale':
      return {
        label: 'Stale',
        tip: 'The index is unreachable. Showing the last data received.',
        dot: 'bg-warn ring-warn/25',
      };
    case 'offline':
      return { label: 'Offline', tip: 'This device is offline.', dot: 'bg-fail ring-fail/25' };
    case 'connecting':
      return attempts > 0
        ? {
            label: 'Reconnecting',
            tip: 'The console does not respond. Retrying…',
            dot: 'bg-warn ring-warn/25',
          }
        : { label: 'Connecting', tip: 'Connecting to the index…', dot: 'bg-idle ring-idle/25' };
    case 'polling':
    case 'closed': {
      const [label, tip] = reason === null ? NO_REASON : REASONS[reason];
      return { label, tip, dot: 'bg-idle ring-idle/25' };
    }
  }
}

/** Distinguishes idle from disconnected. */
export function lastSign(
  { status, last_event_at, heartbeat_at }: StoreState,
  now: number | null,
): string | null {
  if (now === null) return null;
  const shows = status === 'live' || status === 'polling';
  if (last_event_at !== null && (!shows || last_event_at >= (heartbeat_at ?? 0)))
    return `last event ${relativeTime(last_event_at, now)}`;
  if (heartbeat_at === null) return null;
  if (status === 'polling') return `last update ${relativeTime(heartbeat_at, now)}`;
  return status === 'live' ? `last heartbeat ${relativeTime(heartbeat_at, now)}` : null;
}

const ConnectionDetails = dynamic(
  () => import('./connection-details').then((file) => file.ConnectionDetails),
  { ssr: false, loading: () => <p className="text-3">Loading…</p> },
);

/** The live connection in the top bar; opens its details. */
export function ConnectionPill() {
  const state = useLiveState();
  const { label, tip, dot } = connectionLabel(state);
  const trigger = (
    <button
      type="button"
      data-tip={tip}
      aria-label={`${label}. Connection details`}
      className="flex items-center gap-1.5 rounded-sm text-xs whitespace-nowrap"
    >
      <span aria-hidden className={`size-2 shrink-0 rounded-full ring-3 ${dot}`} />
      <span className="font-medium text-text">{label}</span>
      {state.tip !== null && (
        <span className="hidden min-w-[13ch] text-2 tabular-nums lg:inline-block">
          event {groupDigits(state.tip)}
        </span>
      )}
    </button>
  );
  return (
    <div data-status={state.status} className="relative flex items-center">
      {/* Text inside a button is not announced when it changes. */}
      <span role="status" className="sr-only">
        {label}
      </span>
      <Popover label="Live connection" trigger={trigger}>
        <ConnectionDetails />
      </Popover>
    </div>
  );
}
