// What happened to the live connection, in plain words and in order: for whoever wonders why the page stood still. Invariant: a turn is told once;
// states that nobody can tell apart from the screen make no turn. Bounded; newest first.
import type { CheckState } from './check';
import type { LiveConnection, LiveMessage, LiveState } from './live-message';
import { createObserved } from './observed';
import { groupDigits } from '@/lib/view/amount';
import { counted } from '@/lib/view/counted';
import { formatDuration } from '@/lib/view/time';

export interface Turn {
  at: number;
  tone: 'ok' | 'warn' | 'fail';
  words: string;
}

export interface Turns {
  state: () => { turns: readonly Turn[] };
  subscribe: (listener: () => void) => () => void;
}

const KEPT = 40;
/** So far behind the tip is worth a word. */
const BEHIND = 100n;

const CLOSED: Record<NonNullable<LiveState['reason']>, string> = {
  unauthenticated: 'The index does not accept the key any more: it was revoked or has lapsed. Connect again.',
  missing_scope: 'This key may not read events (events:read): pages do not refresh by themselves.',
  refused: 'The index refuses the event stream: pages do not refresh by themselves.',
};

const afterCursor = ({ cursor }: LiveState) => (cursor === null ? '' : ` after event ${groupDigits(cursor)}`);

/** Watches a connection and a checker; `now` in milliseconds. */
export function createTurns(options: {
  connection: Pick<LiveConnection, 'state' | 'subscribe' | 'onMessage'>;
  checker: { state: () => CheckState; subscribe: (listener: () => void) => () => void };
  now: () => number;
}): Turns {
  const { connection, checker, now } = options;
  const observed = createObserved<{ turns: readonly Turn[] }>({ turns: [] });
  let before = connection.state();
  let wentAt: number | undefined;
  let missing = 0;
  let behind = false;

  function tell(tone: Turn['tone'], words: string): void {
    observed.set({ turns: [{ at: now(), tone, words }, ...observed.get().turns].slice(0, KEPT) });
  }

  function away(tone: Turn['tone'], words: string): void {
    wentAt ??= now();
    tell(tone, words);
  }

  function back(state: LiveState): void {
    const after = afterCursor(state);
    if (wentAt === undefined) tell('ok', `Live${after}.`);
    else
      tell(
        'ok',
        `${before.status === 'stale' ? 'The index is back' : 'Connected again'}, ${formatDuration(now() - wentAt)} later; the stream went on${after}.`,
      );
    wentAt = undefined;
  }

  const leave: Partial<Record<LiveState['status'], (state: LiveState) => void>> = {
    live: back,
    stale: () => away('warn', 'The index went away. What is shown is its last word; nothing is lost.'),
    offline: () => away('warn', 'This device lost its network.'),
    connecting: ({ attempts }) =>
      attempts > 0 && away('warn', 'The console stopped answering; trying again by itself.'),
    closed: ({ reason }) => tell('fail', CLOSED[reason ?? 'refused']),
  };

  function catchingUp(state: LiveState): void {
    const left = state.tip === null || state.cursor === null ? 0n : state.tip - state.cursor;
    if (!behind && left > BEHIND)
      tell('warn', `Catching up: about ${counted(left, 'event')} behind the log's end.`);
    if (behind && left === 0n) tell('ok', 'Caught up with the log.');
    behind = left > (behind ? 0n : BEHIND);
  }

  connection.subscribe(() => {
    const state = connection.state();
    if (state.status !== before.status) leave[state.status]?.(state);
    if (state.status === 'live') catchingUp(state);
    before = state;
  });

  const hear: { [Is in LiveMessage['is']]: (message: Extract<LiveMessage, { is: Is }>) => void } = {
    events: () => undefined,
    begin: ({ after, left_at }) => {
      if (left_at === undefined || after === null) return;
      const ago = formatDuration(Math.max(0, now() - left_at));
      tell('ok', `Taken up after event ${groupDigits(after)}, where this browser was ${ago} ago.`);
    },
    skip: ({ from, after }) =>
      tell(
        'warn',
        `${counted(after - from, 'event')} came since event ${groupDigits(from)}: too many to replay. The stream goes on after ${groupDigits(after)}, the others are in the history.`,
      ),
    reset: ({ tip }) =>
      tell(
        'fail',
        `The event log started again${tip === null ? '' : `, at event ${groupDigits(tip)}`}. Rows from before are marked: they belong to the previous log.`,
      ),
    away: ({ ms }) =>
      tell(
        'ok',
        `The index was away for ${formatDuration(ms)}; the stream went on${afterCursor(connection.state())}, and nothing was lost.`,
      ),
    gap: ({ after }) =>
      tell(
        'warn',
        `One event${after === null ? '' : ` after ${groupDigits(after)}`} could not be passed on; the history is asked for it.`,
      ),
  };
  connection.onMessage((message) => (hear[message.is] as (message: LiveMessage) => void)(message));

  checker.subscribe(() => {
    const found = checker.state().missing;
    if (found.length > missing)
      tell(
        'warn',
        `${counted(found.length - missing, 'event')} had not come over the stream (${found
          .slice(missing, missing + 3)
          .map(groupDigits)
          .join(', ')}) and ${found.length - missing === 1 ? 'was' : 'were'} taken from the history.`,
      );
    missing = found.length;
  });

  return { state: observed.get, subscribe: observed.subscribe };
}
