// A value that this browser keeps for its tabs. Invariant: what storage holds is never trusted: `read` makes a value of anything; the same object is answered
// until what is kept changes, here or in another tab; where storage refuses, the value lives as long as the page.

/** What is used of localStorage. */
export type Drawer = Pick<Storage, 'getItem' | 'setItem'>;

export interface Kept<Value> {
  /** The value where nothing is kept: what a server knows. */
  nothing: Value;
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

interface KeptOptions<Value> {
  name: string;
  /** What the parsed text means; undefined: nothing is kept, or no JSON. */
  read: (found: unknown) => Value;
  drawer: () => Drawer;
  /** Calls when another tab has changed something that storage keeps; the answer ends it. */
  outside: (changed: () => void) => () => void;
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

export function createKept<Value>({ name, read, drawer, outside }: KeptOptions<Value>): Kept<Value> {
  const listeners = new Set<() => void>();
  let held: { text: string | null; value: Value } | undefined;
  let refused = false;
  let stop: (() => void) | undefined;

  function get(): Value {
    let text = held?.text ?? null;
    try {
      if (!refused) text = drawer().getItem(name);
    } catch {
      refused = true;
    }
    if (held === undefined || held.text !== text) held = { text, value: read(parsed(text)) };
    return held.value;
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  return {
    nothing: read(undefined),
    get,
    set(value) {
      held = { text: JSON.stringify(value), value };
      try {
        drawer().setItem(name, held.text ?? '');
      } catch {
        // Full or forbidden.
        refused = true;
      }
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      stop ??= outside(() => {
        const before = held?.value;
        if (get() !== before) tell();
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}
