// What the relay remembers about keys. Invariant: keys are held as hashes, in bounded maps.
import { createHash } from 'node:crypto';

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Deletes the oldest entries beyond `most`. Deleting and setting an entry again makes it the newest. */
export function dropOldest<Name>(map: Map<Name, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
