// Which life of the log the ring is of, and where that log ends. Invariant: the ring holds frames of one life only: when the index names another,
// or sends an id that was there before with other content, everything begins again. What the index cannot say now is asked again, not guessed.
import type { CloseReason } from '@/lib/contract/relay-events';
import type { Frame } from './frame-parser';
import { oneAtATime, type LogState, type Tip } from './log-state';
import type { Ring } from './ring';

export interface LogLife {
  /** The ring has a beginning. */
  readonly started: boolean;
  readonly id: string | null;
  /** The newest id that is known of: the stream's, or a listing's that was faster. */
  readonly end: bigint;
  /** Before the connection opens: which log this is and from where the stream must start; a reason when this key gets none. */
  begin(): Promise<{ cursor: bigint } | CloseReason | undefined>;
  /** Asks the index where the log ends now. */
  ask(): Promise<Tip>;
  /** How a frame continues the ring. */
  judge(frame: Frame): 'new' | 'duplicate' | 'another log';
  /** The log began again before this frame. */
  startOver(base: bigint): void;
}

export function createLogLife(options: {
  log: LogState;
  ring: Ring;
  /** The log is known: the ring is to begin, for whoever waits. */
  onStart: (end: bigint) => void;
  /** The log began again after `base`; nothing that was seen is part of it. */
  onStartOver: (base: bigint) => void;
}): LogLife {
  const { log, ring } = options;
  const tip = oneAtATime(() => log.tip());
  let started = false;
  let id: string | null = null;
  let knownTip = 0n;

  function startOver(base: bigint): void {
    knownTip = base;
    options.onStartOver(base);
  }

  return {
    get started() {
      return started;
    },
    get id() {
      return id;
    },
    get end() {
      return ring.last > knownTip ? ring.last : knownTip;
    },
    async begin() {
      const fresh = !started;
      const [life, early] = await Promise.all([log.logId(), fresh ? tip() : undefined]);
      const sameLog = life === null || id === null || life === id;
      if (!fresh && sameLog) {
        id ??= life;
        return { cursor: ring.last };
      }
      const end = early ?? (await tip());
      if (end.is === 'refused') return end.reason;
      if (end.is === 'unknown') return undefined;
      id = life;
      if (fresh) {
        started = true;
        knownTip = end.id;
        options.onStart(end.id);
      } else startOver(end.id);
      return { cursor: ring.last };
    },
    async ask() {
      const found = await tip();
      if (found.is === 'known' && found.id > knownTip) knownTip = found.id;
      return found;
    },
    judge(frame) {
      if (frame.id > ring.last) return 'new';
      const known = ring.get(frame.id);
      const same = known === undefined ? frame.id === ring.base : known.bytes.equals(frame.bytes);
      return same ? 'duplicate' : 'another log';
    },
    startOver,
  };
}
