// One object per process: Next bundles App routes, Pages routes and instrumentation separately, so a module variable exists once in each.
const store = globalThis as unknown as Record<symbol, unknown>;

export function onceInProcess<Value>(name: string, make: () => Value): Value {
  const key = Symbol.for(`dagscope.${name}`);
  return (store[key] ??= make()) as Value;
}
