// The seals of this process's cookies: made, and opened once for many who bring the same. All tabs of a browser come back at once with one cookie, and
// opening it costs a third of a millisecond (hash, cipher and their hops to other threads), more than all the rest that a stream's request needs of us.
// Invariant: what is remembered is what opening would give, since a seal never changes; it is found by the seal's hash and never by the seal, for seconds,
// of so many seals at most, and no longer once this process has given its browser another. A seal that does not open is not remembered.
import { createHash } from 'node:crypto';
import { dropOldest } from '@/lib/relay/bounded-map';
import { EMPTY, openKeyring, sealKeyring, type Keyring, type Seals } from './keyring';

/** Also how long past its age a seal could still open here. */
const KEPT_MS = 30_000;
const MOST_SEALS = 1_000;

/** `now` in milliseconds; never goes back. `open` as `openKeyring`. */
export function createSeals(
  secrets: readonly string[],
  now: () => number,
  open: (seal: string) => Promise<Keyring> = (seal) => openKeyring(seal, secrets),
): Seals {
  const kept = new Map<string, { at: number; ring: Keyring }>();
  const opening = new Map<string, Promise<Keyring>>();
  const nameOf = (seal: string) => createHash('sha256').update(seal).digest('base64url');

  function openAnew(name: string, seal: string): Promise<Keyring> {
    const made: Promise<Keyring> = open(seal)
      .then((ring) => {
        // Forgotten while it was opened: somebody has the ring, but it is not for the next.
        if (opening.get(name) !== made || ring.connections.length === 0) return ring;
        kept.delete(name);
        kept.set(name, { at: now(), ring });
        dropOldest(kept, MOST_SEALS);
        return ring;
      })
      .finally(() => {
        if (opening.get(name) === made) opening.delete(name);
      });
    opening.set(name, made);
    return made;
  }

  return {
    make: (ring) => sealKeyring(ring, secrets),
    async open(seal) {
      if (seal === undefined || seal === '') return EMPTY;
      const name = nameOf(seal);
      const found = kept.get(name);
      if (found !== undefined && now() - found.at < KEPT_MS) return found.ring;
      return opening.get(name) ?? openAnew(name, seal);
    },
    forget(seal) {
      if (seal === undefined) return;
      const name = nameOf(seal);
      kept.delete(name);
      opening.delete(name);
    },
  };
}
