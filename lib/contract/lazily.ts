/** A value that is created when it is first read. A page reads only a few schemas of the contract, and each takes time to build. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
