// What the hub asks the index besides the stream: where the log ends, and which life of it this is.
import type { CloseReason } from '@/lib/contract/relay-events';

/** Where the log ends; refused: this key may not read events; unknown: the index did not answer, ask again later. */
export type Tip = { is: 'known'; id: bigint } | { is: 'refused'; reason: CloseReason } | { is: 'unknown' };

export interface LogState {
  tip(): Promise<Tip>;
  /** Null where the index does not say. */
  logId(): Promise<string | null>;
}

/**
 * Asks at most once at a time. Whoever asks while an answer is on its way shares the next one, not that one:
 * it may have been true only before he asked.
 */
export function oneAtATime<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let current: Promise<Value> | undefined;
  let next: Promise<Value> | undefined;
  function start(): Promise<Value> {
    current = ask().finally(() => (current = undefined));
    return current;
  }
  return () => {
    if (current === undefined) return start();
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
