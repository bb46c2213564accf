// The cursors of readers that arrived before the log was known: where a stream for all of them begins. Pure.
type Cursors = Iterable<bigint | undefined>;

/** The newest; undefined when no reader brought one. */
export function newestOf(cursors: Cursors): bigint | undefined {
  let newest: bigint | undefined;
  for (const cursor of cursors)
    if (cursor !== undefined && (newest === undefined || cursor > newest)) newest = cursor;
  return newest;
}

/** The oldest at most `most` ids before the tip, else the tip. `shared`: replicas have everything after it, as much of it is taken as may be. */
export function oldestNear(tip: bigint, cursors: Cursors, most: number, shared = tip): bigint {
  const furthest = tip - BigInt(most);
  let oldest = shared < furthest ? furthest : shared;
  for (const cursor of [tip, ...cursors])
    if (cursor !== undefined && cursor >= furthest && cursor < oldest) oldest = cursor;
  return oldest;
}
