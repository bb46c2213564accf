// A value in localStorage, shared by all tabs of a browser. Invariant: stored text is never trusted (`read` turns anything into a value),
// `get` returns the same object until the value changes, and without storage the value is kept until the page unloads.

export interface StoredValue<Value> {
  /** The value when nothing is stored, which is also what a server renders. */
  initial: Value;
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

export function createStoredValue<Value>(options: {
  name: string;
  /** Parses stored JSON; gets undefined when nothing is stored or it is not JSON. */
  read: (stored: unknown) => Value;
  storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** Subscribes to changes made by other tabs; returns the unsubscribe function. */
  onExternalChange: (listener: () => void) => () => void;
}): StoredValue<Value> {
  const { name, read, storage, onExternalChange } = options;
  const listeners = new Set<() => void>();
  let current: { text: string | null; value: Value } | undefined;
  let unavailable = false;
  const initial = read(undefined);
  let unsubscribe: (() => void) | undefined;

  function get(): Value {
    let text = current?.text ?? null;
    try {
      if (!unavailable) text = storage().getItem(name);
    } catch {
      unavailable = true;
    }
    if (current === undefined || current.text !== text) {
      const stored = parse(text);
      // The same object as during hydration, after which nothing has to be rendered again.
      current = { text, value: stored === undefined ? initial : read(stored) };
    }
    return current.value;
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  return {
    initial,
    get,
    set(value) {
      const text = JSON.stringify(value);
      current = { text, value };
      try {
        storage().setItem(name, text);
      } catch {
        // Full or forbidden.
        unavailable = true;
      }
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      unsubscribe ??= onExternalChange(() => {
        const before = current?.value;
        if (get() !== before) notify();
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe?.();
        unsubscribe = undefined;
      };
    },
  };
}

/** Separate for each network (connection-in-use.ts puts its name on the document). */
function networkStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const { localStorage } = window;
  const network = document.documentElement.dataset['network'];
  const nameOnNetwork = (name: string) => (network === undefined ? name : `${name}@${network}`);
  return {
    getItem: (name) => localStorage.getItem(nameOnNetwork(name)),
    setItem: (name, text) => localStorage.setItem(nameOnNetwork(name), text),
  };
}

function onOtherTabsChange(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** Create one per name: two would not see each other's changes. */
export function storedOnNetwork<Value>(name: string, read: (stored: unknown) => Value): StoredValue<Value> {
  return createStoredValue({ name, read, storage: networkStorage, onExternalChange: onOtherTabsChange });
}
