// The windows of the events page that were open last: going back to one finds its rows and its place as they were. Invariant: one source a set of filters;
// at most `most` are kept, and one that leaves stops listening.
import type { EventSourceRows } from './event-source';
import type { EventQuery } from './queries/event-history';

const MOST = 3;

export interface EventShelf {
  /** The source of these filters, made if there is none. Listens to nothing until it is kept. */
  of(query: EventQuery): EventSourceRows;
  /** A page shows it from now on; the answer says that it does no more. */
  keep(source: EventSourceRows): () => void;
}

export function createEventShelf(create: (query: EventQuery) => EventSourceRows, most = MOST): EventShelf {
  const sources = new Map<string, EventSourceRows>();
  const stops = new Map<EventSourceRows, () => void>();
  const shown = new Map<EventSourceRows, number>();

  function clear(): void {
    for (const [key, source] of sources) {
      if (sources.size <= most) return;
      if ((shown.get(source) ?? 0) > 0) continue;
      sources.delete(key);
      stops.get(source)?.();
      stops.delete(source);
    }
  }

  return {
    of(query) {
      const key = JSON.stringify(Object.entries(query).sort());
      const source = sources.get(key) ?? create(query);
      sources.delete(key);
      sources.set(key, source);
      clear();
      return source;
    },
    keep(source) {
      shown.set(source, (shown.get(source) ?? 0) + 1);
      if (!stops.has(source)) stops.set(source, source.start());
      return () => {
        const left = (shown.get(source) ?? 1) - 1;
        if (left > 0) shown.set(source, left);
        else shown.delete(source);
        clear();
      };
    },
  };
}
