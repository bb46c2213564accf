// The cursors of readers that arrived before the log was known: where a stream for all of them begins. Pure.
type Cursors = Iterable<bigint | undefined>;

/** The newest; undefined when no reader brought one. */
export function newestOf(cursors: Cursors): bigint | undefined {
  let newest: bigint | undefined;
  for (const cursor of cursors)
    if (cursor !== undefined && (newest === undefined || cursor > newest)) newest = cursor;
  return newest;
}

/** The oldest at most `most` ids before the tip, else the tip. */
export function oldestNear(tip: bigint, cursors: Cursors, most: number): bigint {
  let oldest = tip;
  for (const cursor of cursors)
    if (cursor !== undefined && cursor >= tip - BigInt(most) && cursor < oldest) oldest = cursor;
  return oldest;
}
