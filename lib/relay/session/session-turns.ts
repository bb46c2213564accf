// Acts on the keys of one browser, one after the other. The sealed cookie is all the state there is: two acts that came with one cookie would each write a
// ring of their own, and the later answer would take away the key that the earlier one brought, which an index gives only once.
// Invariant: acts of one session follow each other in this process, and each begins with the newest ring that this process wrote in the last seconds,
// however old the cookie is that it came with. Memory only and bounded. A browser without a cookie has no session yet, and another process knows nothing
// of this one: there the lock that the tabs share (lib/client/session-lock.ts) stands alone.
import { ContractError } from '@/lib/contract/errors';
import { dropOldest } from '@/lib/relay/bounded-map';
import type { Keyring, KeyringJar } from './keyring';

/** Longer than an answer is on its way to a browser that has already sent its next act. */
const KEPT_MS = 15_000;
const MOST_SESSIONS = 1_000;
/** Acts of one session that may wait for others; nobody does so many things at once. */
const MOST_WAITING = 8;

export interface SessionTurns {
  /** Runs an act when those before it of the same session have ended, over a jar with the newest ring. Throws RATE_LIMITED when too many wait. */
  take<Answer>(jar: KeyringJar, act: (jar: KeyringJar) => Promise<Answer>): Promise<Answer>;
}

/** `now` in milliseconds; never goes back. `newId` names a session. */
export function createSessionTurns(now: () => number, newId: () => string): SessionTurns {
  const written = new Map<string, { at: number; ring: Keyring }>();
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();

  function newestOf(ring: Keyring): Keyring {
    const known = ring.session === undefined ? undefined : written.get(ring.session.id);
    if (known === undefined || now() - known.at >= KEPT_MS) return ring;
    // The cookie may be the newer one: of another process.
    return (known.ring.session?.writes ?? 0) > (ring.session?.writes ?? 0) ? known.ring : ring;
  }

  function newestIn(jar: KeyringJar): KeyringJar {
    const read = async () => newestOf(await jar.read());
    const named = async (next: Keyring): Promise<Keyring & Required<Pick<Keyring, 'session'>>> => {
      const { session } = await read();
      return { ...next, session: { id: session?.id ?? newId(), writes: (session?.writes ?? 0) + 1 } };
    };
    return {
      read,
      assertFits: async (next) => jar.assertFits(await named(next)),
      async write(next) {
        const ring = await named(next);
        await jar.write(ring);
        written.delete(ring.session.id);
        written.set(ring.session.id, { at: now(), ring });
        dropOldest(written, MOST_SESSIONS);
      },
    };
  }

  return {
    async take(jar, act) {
      const { session } = await jar.read();
      if (session === undefined) return act(newestIn(jar));
      const line = lines.get(session.id) ?? { last: Promise.resolve(), waiting: 0 };
      if (line.waiting > MOST_WAITING)
        throw new ContractError('RATE_LIMITED', 'too many changes of this browser’s keys at once', {
          headers: { 'Retry-After': '1' },
        });
      lines.set(session.id, line);
      line.waiting += 1;
      const turn = line.last.then(() => act(newestIn(jar)));
      // One that fails holds up nobody.
      line.last = turn
        .catch(() => undefined)
        .then(() => {
          line.waiting -= 1;
          if (line.waiting === 0) lines.delete(session.id);
        });
      return turn;
    },
  };
}
