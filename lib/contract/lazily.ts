/** A value that is made when it is first read. A page reads a few schemas of the contract, and each takes time to build. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
