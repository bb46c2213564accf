// A value that changes and can be watched, as React's external stores want it: the same object until something in it changes.
export interface Observed<Value> {
  get: () => Value;
  set: (change: Partial<Value>) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createObserved<Value extends object>(initial: Value): Observed<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(change) {
      const keys = Object.keys(change) as (keyof Value)[];
      if (keys.every((key) => Object.is(value[key], change[key]))) return;
      value = { ...value, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
