// Things that arrive one by one, handed on in handfuls: at once after a rest, then what a moment brought together. Nothing is reordered or left out.
import type { Timers } from './timers';

export interface Gather<Item> {
  add(item: Item): void;
  /** Hands on what there is, now. */
  flush(): void;
}

/** `ms` is asked each time: 0 hands each on at once. */
export function createGather<Item>(options: {
  timers: Timers;
  ms: () => number;
  pass: (items: Item[]) => void;
}): Gather<Item> {
  const { timers, ms, pass } = options;
  let gathered: Item[] = [];
  let passedAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;

  function flush(): void {
    cancel?.();
    cancel = undefined;
    if (gathered.length === 0) return;
    const items = gathered;
    gathered = [];
    passedAt = timers.now();
    pass(items);
  }

  return {
    flush,
    add(item) {
      gathered.push(item);
      const wait = passedAt + ms() - timers.now();
      if (wait <= 0) flush();
      else cancel ??= timers.after(wait, flush);
    },
  };
}
