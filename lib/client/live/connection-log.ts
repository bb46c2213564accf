// What happened to the live connection since the page was opened, in plain words, newest first.
// Invariant: each change is logged once; changes too short to appear on screen are not logged.
import { groupDigits, counted } from '@/lib/view/amount';
import { formatDuration } from '@/lib/view/time';
import type { EventStore, StoreState } from './event-store';
import { POLL_MS, type LiveConnection, type LiveMessage, type LiveState } from './messages';
import { createListeners } from '@/lib/client/observable';
import type { Verifier } from './verify';

export interface ConnectionLogEntry {
  at: number;
  tone: 'ok' | 'warn' | 'fail';
  text: string;
}

const MAX_ENTRIES = 40;
/** Events behind the index from which catching up is logged. */
const BEHIND = 100n;

const POLLED = `Checking for new events every ${POLL_MS / 1000} s.`;

const REASONS: Record<NonNullable<LiveState['reason']>, string> = {
  unauthenticated: 'The index no longer accepts this key: it was revoked or has expired. Connect again.',
  missing_scope: 'This key cannot read events (scope events:read). Pages do not update automatically.',
  network: `This network blocks live updates. ${POLLED}`,
  index: `This index's event stream cannot be used. ${POLLED}`,
  console: `The console is at its limit of live connections. ${POLLED}`,
  tabs: `Other tabs use the live connections of this browser. ${POLLED}`,
};

export function createConnectionLog(options: {
  connection: Pick<LiveConnection, 'onMessage'>;
  store: Pick<EventStore, 'state' | 'subscribe'>;
  verifier: Pick<Verifier, 'state' | 'subscribe'>;
  now: () => number;
}) {
  const { connection, store, verifier, now } = options;
  const listeners = createListeners();
  let entries: readonly ConnectionLogEntry[] = [];
  let before = store.state();
  let lostAt: number | undefined;
  let missing = 0;
  let behind = false;

  function log(tone: ConnectionLogEntry['tone'], text: string): void {
    entries = [{ at: now(), tone, text }, ...entries].slice(0, MAX_ENTRIES);
    listeners.notify();
  }

  function logLost(text: string): void {
    lostAt ??= now();
    log('warn', text);
  }

  const resumed = () => {
    const { cursor } = store.state();
    return cursor === null ? '' : ` Resumed after event ${groupDigits(cursor)}.`;
  };

  const onStatus: Partial<Record<LiveState['status'], (state: StoreState) => void>> = {
    live({ cursor }) {
      if (lostAt === undefined)
        log('ok', cursor === null ? 'Connected.' : `Connected. Live after event ${groupDigits(cursor)}.`);
      else {
        const who = before.status === 'stale' ? 'The index is back' : 'Reconnected';
        log('ok', `${who} after ${formatDuration(now() - lostAt)}.${resumed()}`);
      }
      lostAt = undefined;
    },
    stale: () => logLost('The index is unreachable. The page shows the last data received.'),
    offline: () => logLost('This device went offline.'),
    connecting: ({ attempts }) =>
      attempts > 0 && logLost('Lost the connection to the console. Reconnecting…'),
    closed: ({ reason }) => reason !== null && log('fail', REASONS[reason]),
    polling: ({ reason }) => reason !== null && logLost(REASONS[reason]),
  };

  function logProgress({ tip, cursor }: StoreState): void {
    const remaining = tip === null || cursor === null ? 0n : tip - cursor;
    if (!behind && remaining > BEHIND)
      log('warn', `Catching up: about ${counted(remaining, 'event')} behind.`);
    if (behind && remaining === 0n) log('ok', 'Caught up.');
    behind = remaining > (behind ? 0n : BEHIND);
  }

  store.subscribe(() => {
    const state = store.state();
    if (state.status !== before.status) onStatus[state.status]?.(state);
    if (state.status === 'live') logProgress(state);
    before = state;
  });

  const onMessage: { [Is in LiveMessage['is']]?: (message: Extract<LiveMessage, { is: Is }>) => void } = {
    begin({ after, last_visit_at }) {
      if (last_visit_at === undefined || after === null) return;
      const ago = formatDuration(Math.max(0, now() - last_visit_at));
      log('ok', `Resuming after event ${groupDigits(after)}, from your last visit ${ago} ago.`);
    },
    skip: ({ from, after }) =>
      log(
        'warn',
        `${counted(after - from, 'event')} since event ${groupDigits(from)}: too many to replay. Live from event ${groupDigits(after)}; the rest is in the history.`,
      ),
    reset: ({ tip }) =>
      log(
        'fail',
        `The event log was reset${tip === null ? '' : ` to event ${groupDigits(tip)}`}. Rows from the previous log are marked.`,
      ),
    outage: ({ ms }) =>
      log('ok', `The index was unreachable for ${formatDuration(ms)}.${resumed()} No events lost.`),
    gap: ({ after, to }) =>
      log(
        'warn',
        after === null || to === null || to - after === 1n
          ? `One event${after === null ? '' : ` after ${groupDigits(after)}`} could not be delivered. Loading it from the history.`
          : `Events between ${groupDigits(after)} and ${groupDigits(to)} could not be delivered. Loading them from the history.`,
      ),
  };
  connection.onMessage((message) =>
    (onMessage[message.is] as ((message: LiveMessage) => void) | undefined)?.(message),
  );

  verifier.subscribe(() => {
    const all = verifier.state().missing;
    const recovered = all.slice(missing);
    missing = all.length;
    if (recovered.length === 0) return;
    const ids = recovered.slice(0, 3).map(groupDigits).join(', ');
    log(
      'warn',
      `${counted(recovered.length, 'event')} missing from the stream (${ids}), loaded from the history.`,
    );
  });

  return { state: (): readonly ConnectionLogEntry[] => entries, subscribe: listeners.add };
}
