// The keys of one browser, sealed in its cookie (ADR 003): one connection a key and network, and which of them is in use.
// Invariant: what leaves this module towards a browser is the seal or a projection without the key. Any of the configured secrets opens a seal,
// the newest makes it; a seal that none opens is an empty ring. Where the cookie is kept is the caller's business (`KeyringJar`).
import { sealData, unsealData } from 'iron-session';
import * as z from 'zod';
import { ContractError } from '@/lib/contract/errors';
import { API_KEY } from '@/lib/contract/keys';

/** Longer than a key lives, so that it can still be said which one has lapsed. */
const LONGEST_S = 60 * 24 * 60 * 60;
export const MOST_CONNECTIONS = 6;
/** Browsers drop a cookie of 4096 bytes or more without a word. */
const MOST_BYTES = 3_900;

const connection = z.object({
  /** Names the connection to the browser; opens nothing. */
  id: z.string(),
  network: z.string(),
  /** Null: the operator's key, which stays in the environment. */
  key: z.string().regex(API_KEY).nullable(),
  key_id: z.string(),
  scopes: z.array(z.string()),
  requests_per_minute: z.number().nullable(),
  expires_at: z.string().nullable(),
  /** The life of the index's log when the key was taken. */
  log_id: z.string().nullable(),
  /** The operator's guard as it was when the visitor passed it; null for a key of one's own. */
  guard: z.string().nullable(),
  /** Claimed here and not shown yet: where the operator allows it, it may be, once. */
  unseen: z.boolean(),
});
export type Connection = z.output<typeof connection>;

const keyring = z.object({
  in_use: z.string().nullable(),
  connections: z.array(connection).max(MOST_CONNECTIONS),
  /** Names the browser's session to this server, and how often its ring was written (session-turns.ts). */
  session: z.object({ id: z.string(), writes: z.number() }).optional(),
});
export type Keyring = z.output<typeof keyring>;

export const EMPTY: Keyring = { in_use: null, connections: [] };

/** `__Host-`: such a cookie is bound to this very host and to TLS; without TLS a browser would refuse it. */
export function cookieName(secure: boolean): string {
  return secure ? '__Host-dagscope' : 'dagscope';
}

/** Where a sealed ring is kept between two requests of a browser. */
export interface KeyringJar {
  read(): Promise<Keyring>;
  /** Throws FORBIDDEN when the ring's seal is too long for a cookie. */
  write(ring: Keyring): Promise<void>;
  /** Throws as `write` would, and writes nothing. */
  assertFits(ring: Keyring): Promise<void>;
}

/** How rings are sealed and opened here (seals.ts). */
export interface Seals {
  make(ring: Keyring): Promise<string>;
  /** Empty when there is no seal, or it does not open. */
  open(seal: string | undefined): Promise<Keyring>;
  /** The browser is given another: nobody opens this one from memory any more. */
  forget(seal: string | undefined): void;
}

/** What `cookies()` of next/headers offers of this. */
export interface CookieStore {
  get(name: string): { value: string } | undefined;
  set(name: string, value: string, options: Record<string, unknown>): unknown;
  delete(name: string): unknown;
}

/** Seals a ring with the newest secret. */
export function sealKeyring(ring: Keyring, secrets: readonly string[]): Promise<string> {
  return sealData(ring, { password: secrets[0] ?? '', ttl: LONGEST_S });
}

/** Opens a seal; empty when it is absent, not ours or too old. */
export async function openKeyring(seal: string | undefined, secrets: readonly string[]): Promise<Keyring> {
  if (seal === undefined || seal === '' || seal.length > MOST_BYTES) return EMPTY;
  for (const password of secrets) {
    // A foreign or tampered seal may be answered by an empty object or by an error; both mean "not this one".
    const data = await unsealData<unknown>(seal, { password, ttl: LONGEST_S }).catch(() => undefined);
    const result = keyring.safeParse(data);
    if (result.success) return result.data;
  }
  return EMPTY;
}

/** The ring with one more connection, which is then in use. The same key of the same network is replaced. Throws FORBIDDEN when there are too many. */
export function withConnection(ring: Keyring, added: Connection): Keyring {
  const others = ring.connections.filter(
    ({ network, key_id, key }) =>
      network !== added.network || key_id !== added.key_id || (key === null) !== (added.key === null),
  );
  if (others.length >= MOST_CONNECTIONS)
    throw new ContractError(
      'FORBIDDEN',
      `this browser holds ${MOST_CONNECTIONS} keys already: leave one first`,
    );
  return { in_use: added.id, connections: [...others, added] };
}

/** The ring without one; the next one is in use then. */
export function withoutConnection(ring: Keyring, id: string): Keyring {
  const connections = ring.connections.filter((one) => one.id !== id);
  const in_use = ring.in_use === id ? (connections[0]?.id ?? null) : ring.in_use;
  return { in_use, connections };
}

/** A jar over a cookie store; `secure` when the browser came by TLS. */
export function createKeyringJar(store: CookieStore, seals: Seals, secure: boolean): KeyringJar {
  const name = cookieName(secure);

  async function fitting(ring: Keyring): Promise<string> {
    const seal = await seals.make(ring);
    if (seal.length <= MOST_BYTES) return seal;
    throw new ContractError('FORBIDDEN', 'this browser holds too many keys already: leave one first');
  }

  return {
    read: () => seals.open(store.get(name)?.value),
    assertFits: async (ring) => void (await fitting(ring)),
    async write(ring) {
      const seal = await fitting(ring);
      const kept = ring.connections.length > 0;
      seals.forget(store.get(name)?.value);
      store.set(name, kept ? seal : '', {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure,
        maxAge: kept ? LONGEST_S : 0,
      });
    },
  };
}
