// Maps that cannot grow without end.

/** Deletes the oldest entries beyond `most`. Deleting and setting an entry again makes it the newest. */
export function dropOldest<Name>(map: Map<Name, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
