// A mutable value with subscribers, as useSyncExternalStore expects: the same object until something in it changes.
export interface Observable<Value> {
  get: () => Value;
  set: (change: Partial<Value>) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createObservable<Value extends object>(initial: Value): Observable<Value> {
  const listeners = createListeners();
  let value = initial;
  return {
    get: () => value,
    set(change) {
      const keys = Object.keys(change) as (keyof Value)[];
      if (keys.every((key) => Object.is(value[key], change[key]))) return;
      value = { ...value, ...change };
      listeners.notify();
    },
    subscribe: listeners.add,
  };
}

export interface Listeners<Args extends unknown[]> {
  /** Returns its own removal. */
  add: (listener: (...args: Args) => void) => () => void;
  notify: (...args: Args) => void;
}

export function createListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(...args) {
      for (const listener of listeners) listener(...args);
    },
  };
}
