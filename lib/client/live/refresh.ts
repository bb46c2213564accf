// Events make cached answers old: which ones, gathered, at most once a second. Invariant: one round at a time, and what arrives during a round is
// in the next, so whoever refetches because of an event sees its effect (projections are written before the frame is sent).
import { EVENT_HISTORY } from '@/lib/client/queries/event-history';
import { familyOf } from '@/lib/contract/event-kinds/catalogue';
import type { LiveEvent } from './live-message';
import { touchedBy, touchedByAll, type Touched } from './refresh-table';
import type { Timers } from './timers';

/** True for the query keys ([name, params, query]) whose answers may have changed. */
export type Matches = (queryKey: readonly unknown[]) => boolean;

export interface Refresher {
  events(events: readonly LiveEvent[]): void;
  /** Everything may have changed: a reset, or a gap. */
  everything(): void;
  /** The same, where the feed has no hole: its own listing closes up with the stream by itself. */
  everythingElse(): void;
  stop(): void;
}

const EVERY_MS = 1_000;

/** All texts of a payload, to find the ids it mentions. */
function* texts(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && depth < 12)
    for (const inner of Object.values(value)) yield* texts(inner, depth + 1);
}

export function createRefresher(options: {
  /** Marks answers as old and resolves when those in use have been read again. */
  invalidate: (matches: Matches) => Promise<void>;
  timers: Timers;
  everyMs?: number;
}): Refresher {
  const { timers, everyMs = EVERY_MS } = options;
  let all: 'no' | 'but the feed' | 'yes' = 'no';
  let names = new Map<string, boolean>();
  let mentioned = new Set<string>();
  let cancel: (() => void) | undefined;
  let busy = false;

  function note({ name, mentioned: only }: Touched): void {
    names.set(name, names.get(name) === false ? false : only);
  }

  function matcher(): Matches {
    if (all === 'yes') return () => true;
    if (all === 'but the feed') return ([name]) => name !== EVENT_HISTORY;
    const wanted = names;
    const ids = mentioned;
    return ([name, params]) => {
      const only = typeof name === 'string' ? wanted.get(name) : undefined;
      if (only === undefined) return false;
      if (!only || typeof params !== 'object' || params === null) return true;
      return Object.values(params as Record<string, unknown>).some((value) => ids.has(String(value)));
    };
  }

  function plan(): void {
    if (busy || cancel !== undefined || (all === 'no' && names.size === 0)) return;
    cancel = timers.after(everyMs, () => {
      cancel = undefined;
      const matches = matcher();
      all = 'no';
      names = new Map();
      mentioned = new Set();
      busy = true;
      void options
        .invalidate(matches)
        .catch(() => undefined)
        .finally(() => {
          busy = false;
          plan();
        });
    });
  }

  return {
    events(events) {
      for (const event of events) {
        touchedByAll.forEach(note);
        const family = familyOf(event.kind);
        // A kind that our catalogue does not know may touch anything.
        if (family === undefined) all = all === 'yes' ? all : 'but the feed';
        else touchedBy[family].forEach(note);
        for (const text of texts(event.payload)) mentioned.add(text);
      }
      plan();
    },
    everything() {
      all = 'yes';
      plan();
    },
    everythingElse() {
      if (all === 'no') all = 'but the feed';
      plan();
    },
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
}
