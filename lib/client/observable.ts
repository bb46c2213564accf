// Values with subscribers, as useSyncExternalStore expects: the same object until something in it changes.

export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    /** Returns the unsubscribe function. */
    add: (listener: (...args: Args) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (...args: Args): void => {
      for (const listener of listeners) listener(...args);
    },
  };
}

export function createObservable<Value extends object>(initial: Value) {
  const listeners = createListeners();
  let value = initial;
  return {
    get: (): Value => value,
    set: (change: Partial<Value>): void => {
      const keys = Object.keys(change) as (keyof Value)[];
      if (keys.every((key) => Object.is(value[key], change[key]))) return;
      value = { ...value, ...change };
      listeners.notify();
    },
    subscribe: listeners.add,
  };
}
