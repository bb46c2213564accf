// One of a kind in a process. Next bundles App routes, Pages routes and instrumentation as separate module graphs: a module variable exists once in each.
// Invariant: the same name gives the same object everywhere in the process.
const store = globalThis as unknown as Record<symbol, unknown>;

export function onceInProcess<Value>(name: string, make: () => Value): Value {
  const key = Symbol.for(`dagscope.${name}`);
  return (store[key] ??= make()) as Value;
}
