// How many requests events may cause: a burst for each page, then a rate that all tabs of a connection share.
// Invariant: only requests of refresh rounds and their follow-ups are charged, never those of a page that is opened.
import type { Clock } from '@/lib/time/clock';

/** A page may send this many requests at once, and then `PER_MINUTE`. */
const BURST = 8;
const PER_MINUTE = 4;
/** The answers of a round lead to further requests within this time. */
const FOLLOW_UP_MS = 1_500;

/** Announces to the tabs of one connection what each has spent. */
export interface BudgetChannel {
  announce: (requests: number) => void;
  /** One listener: what another tab has spent. */
  onSpent: (listener: (requests: number) => void) => void;
}

/** Opens nothing before `open`, which a server never calls. `channelName`: the same in all tabs of a connection. */
export function createBudgetChannel(channelName: () => string) {
  let channel: BroadcastChannel | undefined;
  let onSpent: (requests: number) => void = () => undefined;
  return {
    announce: (requests: number) => channel?.postMessage(requests),
    onSpent: (listener: (requests: number) => void) => void (onSpent = listener),
    open(): void {
      if (typeof BroadcastChannel === 'undefined') return;
      channel = new BroadcastChannel(channelName());
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'number') onSpent(data);
      };
    },
    close(): void {
      channel?.close();
      channel = undefined;
    },
  };
}

export type RequestBudget = ReturnType<typeof createRequestBudget>;

export function createRequestBudget(options: {
  /** Reads this tab has sent so far. */
  requests: () => number;
  tabs: BudgetChannel;
  clock: Clock;
}) {
  const { requests, tabs, clock } = options;
  /** Requests that may be sent now; negative after a round that cost more. */
  let available = BURST;
  let updatedAt = clock.monotonic();
  /** Reads sent until the last charge. */
  let charged = 0;
  /** The round being charged; undefined once another page was opened. */
  let round: symbol | undefined;
  let cancelFollowUp: (() => void) | undefined;
  tabs.onSpent((spent) => (available -= spent));

  function charge(): void {
    const spent = requests() - charged;
    charged += spent;
    available -= spent;
    if (spent > 0) tabs.announce(spent);
  }

  function endFollowUp(): void {
    cancelFollowUp?.();
    cancelFollowUp = undefined;
  }

  return {
    /** Milliseconds until a request may be sent. */
    delay(): number {
      const now = clock.monotonic();
      available = Math.min(BURST, available + ((now - updatedAt) / 60_000) * PER_MINUTE);
      updatedAt = now;
      return Math.max(0, ((1 - available) / PER_MINUTE) * 60_000);
    },
    /** Charges what is sent from now on. The returned function ends the round, and charges its follow-ups shortly after. */
    startRound(): () => void {
      // Follow-ups of the last round are charged; what the user has requested since is not.
      if (cancelFollowUp !== undefined) charge();
      endFollowUp();
      charged = requests();
      const current = (round = Symbol('round'));
      return () => {
        if (round !== current) return;
        charge();
        cancelFollowUp = clock.after(FOLLOW_UP_MS, () => {
          cancelFollowUp = undefined;
          charge();
        });
      };
    },
    /** Another page was opened: it starts with a full budget. */
    refill(): void {
      round = undefined;
      endFollowUp();
      available = BURST;
      updatedAt = clock.monotonic();
    },
  };
}
