// Bounds a map that lives as long as the process. Invariant: what was set first goes first; setting a name again after deleting it makes it the newest.
export function dropOldest<Name>(map: Map<Name, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
