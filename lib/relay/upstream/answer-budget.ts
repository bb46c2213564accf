// The bytes of the index's answers that this process holds, from the first byte received until the last one is sent.
// Invariant: all answers together stay within the budget, and no index can take what is reserved for another.
import { ContractError } from '@/lib/contract/errors';
import { systemClock, type Clock } from '@/lib/time/clock';

export interface BudgetLimits {
  /** Shared by all indexes. */
  sharedBytes: number;
  /** For each index alone: its largest answer fits in. */
  reservedBytes: number;
  /** How long an answer waits for others to be sent. */
  waitMs: number;
  /** Retry-After of the error, once `waitMs` is over. */
  retryAfterS: number;
}

/** What one answer holds of its index's share. */
export interface Lease {
  /** Holds so many bytes, now or once others have released theirs. Throws UNAVAILABLE after `waitMs`; an aborted signal rejects with its reason. */
  hold(bytes: number, signal?: AbortSignal): Promise<void>;
  release(): void;
}

export interface AnswerShare {
  lease(): Lease;
  /** Bytes held. */
  used(): number;
}

export type AnswerBudget = ReturnType<typeof createAnswerBudget>;

interface Waiter {
  fits: () => boolean;
  grant: () => void;
}

export function createAnswerBudget(limits: BudgetLimits, clock: Clock = systemClock) {
  const shares = new Set<{ used: number }>();
  /** Oldest first; a smaller one may pass. */
  const waiting = new Set<Waiter>();

  function available(share: { used: number }): number {
    let free = limits.sharedBytes;
    for (const each of shares)
      free +=
        each === share ? limits.reservedBytes - each.used : Math.min(0, limits.reservedBytes - each.used);
    return free;
  }

  function grantWaiting(): void {
    for (const waiter of waiting) if (waiter.fits()) waiter.grant();
  }

  function waitFor(fits: () => boolean, ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => () => {
        waiting.delete(waiter);
        cancel();
        signal?.removeEventListener('abort', abort);
        settle();
      };
      const waiter = { fits, grant: finish(resolve) };
      const abort = finish(() => reject(signal?.reason as Error));
      const refuse = finish(() =>
        reject(
          new ContractError(
            'UNAVAILABLE',
            `The console is busy with large responses from the index. Try again in ${limits.retryAfterS} s.`,
            { headers: { 'Retry-After': String(limits.retryAfterS) } },
          ),
        ),
      );
      const cancel = clock.after(ms, refuse);
      if (signal?.aborted === true) return abort();
      waiting.add(waiter);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  function lease(share: { used: number }): Lease {
    let reserved = 0;
    let waitsUntil: number | undefined;
    return {
      async hold(bytes, signal) {
        const fits = () => bytes - reserved <= available(share);
        while (!fits()) {
          waitsUntil ??= clock.monotonic() + limits.waitMs;
          await waitFor(fits, Math.max(0, waitsUntil - clock.monotonic()), signal);
        }
        share.used += bytes - reserved;
        const freed = bytes < reserved;
        reserved = bytes;
        if (freed) grantWaiting();
      },
      release() {
        share.used -= reserved;
        reserved = 0;
        waitsUntil = undefined;
        grantWaiting();
      },
    };
  }

  return {
    /** The share of one index. */
    share(): AnswerShare {
      const share = { used: 0 };
      shares.add(share);
      return { lease: () => lease(share), used: () => share.used };
    },
    /** Bytes held for all of them. */
    used: () => [...shares].reduce((sum, { used }) => sum + used, 0),
  };
}
