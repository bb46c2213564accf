// Whether visitors' own keys may still read the stream while the operator's key (INDEX_STREAM_KEY) reads it for them (docs/decisions/002).
// Invariant: one check per key at a time, shared by its readers; a key that is not confirmed for `keyUnconfirmedMs` reads nothing.
import { ContractError } from '@/lib/contract/errors';
import type { CloseReason } from '@/lib/contract/relay-events';
import type { StreamLimits } from './limits';
import type { Clock } from '@/lib/time/clock';
import type { OpenConnection } from './upstream-connection';
import { closeReasonOf } from './reconnect';

type Verdict = 'allowed' | 'unanswered' | { refused: CloseReason };
type KeyLoss = { why: 'refused'; reason: CloseReason } | { why: 'unconfirmed' };

interface CheckedKey {
  /** When the key was last found allowed or refused. */
  checkedAt: number;
  refused: CloseReason | undefined;
  checking: Promise<Verdict> | undefined;
  readonly listeners: Set<(loss: KeyLoss) => void>;
  cancelTimer: () => void;
}

const REFUSALS = {
  unauthenticated: ['UNAUTHENTICATED', 'The index no longer accepts this key'],
  missing_scope: ['MISSING_SCOPE', 'This key may not read events (events:read)'],
} as const satisfies Record<CloseReason, readonly [string, string]>;

export function refusalError(reason: CloseReason): ContractError {
  const [code, message] = REFUSALS[reason];
  return new ContractError(code, message);
}

/** Opens the stream with the key and closes it on the status line. */
function checkOnce(open: OpenConnection): Promise<Verdict> {
  return new Promise((resolve) => {
    const connection = open(undefined, {
      onOpen() {
        connection.close();
        resolve('allowed');
      },
      onFrames: () => undefined,
      onClose(end) {
        const reason = closeReasonOf(end);
        resolve(reason === undefined ? 'unanswered' : { refused: reason });
      },
    });
  });
}

export function createKeyChecks({ clock, limits }: { clock: Clock; limits: StreamLimits }) {
  const keys = new Map<string, CheckedKey>();

  function keyOf(name: string): CheckedKey {
    const entry = keys.get(name) ?? {
      checkedAt: -Infinity,
      refused: undefined,
      checking: undefined,
      listeners: new Set<(loss: KeyLoss) => void>(),
      cancelTimer: () => undefined,
    };
    keys.set(name, entry);
    return entry;
  }

  const ageOf = ({ checkedAt }: CheckedKey) => clock.monotonic() - checkedAt;

  function check(key: CheckedKey, open: OpenConnection): Promise<Verdict> {
    key.checking ??= checkOnce(open).then((verdict) => {
      key.checking = undefined;
      if (verdict === 'unanswered') return verdict;
      key.checkedAt = clock.monotonic();
      key.refused = verdict === 'allowed' ? undefined : verdict.refused;
      return verdict;
    });
    return key.checking;
  }

  /** The next check or the end of an unconfirmed key; without readers a verdict is valid until the next check. */
  function schedule(name: string, key: CheckedKey, open: OpenConnection): void {
    key.cancelTimer();
    const isWatched = key.listeners.size > 0;
    const wait = Math.min(limits.keyCheckMs, limits.keyUnconfirmedMs - ageOf(key));
    key.cancelTimer = clock.after(isWatched ? Math.max(0, wait) : limits.keyCheckMs, () => {
      if (!isWatched) return keys.delete(name);
      if (ageOf(key) >= limits.keyUnconfirmedMs) lose({ why: 'unconfirmed' });
      else
        void check(key, open).then((verdict) => {
          if (typeof verdict === 'object') lose({ why: 'refused', reason: verdict.refused });
        });
      return schedule(name, key, open);
    });

    function lose(loss: KeyLoss): void {
      const listeners = [...key.listeners];
      key.listeners.clear();
      for (const listener of listeners) listener(loss);
      schedule(name, key, open);
    }
  }

  return {
    /** Resolves if the key was allowed recently. Throws UNAUTHENTICATED, MISSING_SCOPE, or UNAVAILABLE when the index does not answer. */
    async confirm(name: string, open: OpenConnection): Promise<void> {
      const key = keyOf(name);
      if (ageOf(key) >= limits.keyCheckMs) {
        let stopWaiting: () => void = () => undefined;
        const late = new Promise<void>((resolve) => {
          stopWaiting = clock.after(limits.keyFirstCheckMs, resolve);
        });
        await Promise.race([check(key, open), late]);
        stopWaiting();
        if (key.listeners.size === 0) schedule(name, key, open);
      }
      if (ageOf(key) >= limits.keyUnconfirmedMs)
        throw new ContractError('UNAVAILABLE', 'The index has not confirmed this key', {
          headers: { 'Retry-After': '5' },
        });
      if (key.refused !== undefined) throw refusalError(key.refused);
    },
    /** Checks a confirmed key regularly until cancelled; `onLost` runs once when it may no longer read. */
    watch(name: string, open: OpenConnection, onLost: (loss: KeyLoss) => void): () => void {
      const key = keyOf(name);
      const { listeners, refused } = key;
      // Since it was confirmed, a check has refused it.
      if (refused !== undefined) {
        onLost({ why: 'refused', reason: refused });
        return () => undefined;
      }
      listeners.add(onLost);
      if (listeners.size === 1) schedule(name, key, open);
      return () => {
        if (listeners.delete(onLost) && listeners.size === 0) schedule(name, key, open);
      };
    },
  };
}
