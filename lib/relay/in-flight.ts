// The same work asked for many times at once is done once. Invariant: an answer is shared only by those who asked before it was there; nothing is kept.

/** `work` by name, shared while it is under way. */
export function sharedInFlight<Value>(): (name: string, work: () => Promise<Value>) => Promise<Value> {
  const flying = new Map<string, Promise<Value>>();
  return (name, work) => {
    const found = flying.get(name);
    if (found !== undefined) return found;
    const made = work().finally(() => flying.delete(name));
    flying.set(name, made);
    return made;
  };
}
