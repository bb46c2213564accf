// The session: an API key sealed in a cookie (ADR 003). Invariant: what leaves this module towards a browser is the seal or a projection
// without the key. Any of the configured secrets opens a seal, the newest makes it; a seal that none opens is no session.
// Where the cookie is kept is the caller's business (`SessionJar`), so that App routes and the Pages route share one rule.
import { sealData, unsealData } from 'iron-session';
import * as z from 'zod';
import { API_KEY } from '@/lib/contract/keys';

export const SESSION_COOKIE = 'dagscope_session';
const DAY_S = 24 * 60 * 60;
const LONGEST_S = 30 * DAY_S;

const session = z.object({
  key: z.string().regex(API_KEY),
  key_id: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.string().nullable(),
});
export type Session = z.output<typeof session>;

/** Where a sealed session is kept between two requests of a browser. */
export interface SessionJar {
  read(): Promise<Session | undefined>;
  /** Keeps the session; `secure` when the browser came by TLS. */
  write(session: Session, options: { secure: boolean }): Promise<void>;
  clear(): void;
}

/** What `cookies()` of next/headers offers of this. */
export interface CookieStore {
  get(name: string): { value: string } | undefined;
  set(name: string, value: string, options: Record<string, unknown>): unknown;
  delete(name: string): unknown;
}

/** Seals a session with the newest secret. */
export function sealSession(value: Session, secrets: readonly string[]): Promise<string> {
  return sealData(value, { password: secrets[0] ?? '', ttl: LONGEST_S });
}

/** Opens a seal; undefined when it is not ours, too old, or its key has expired. */
export async function openSession(
  seal: string | undefined,
  secrets: readonly string[],
  now: () => number,
): Promise<Session | undefined> {
  if (seal === undefined || seal === '') return undefined;
  for (const password of secrets) {
    // A foreign or tampered seal may be answered by an empty object or by an error; both mean "no session".
    const data = await unsealData<unknown>(seal, { password, ttl: LONGEST_S }).catch(() => undefined);
    const result = session.safeParse(data);
    if (!result.success) continue;
    const { expires_at } = result.data;
    return expires_at !== null && Date.parse(expires_at) <= now() ? undefined : result.data;
  }
  return undefined;
}

/** Seconds a browser should keep the cookie: until the key expires, at most 30 days. */
export function cookieSeconds(expires_at: string | null, now: number): number {
  if (expires_at === null) return LONGEST_S;
  const left = Math.floor((Date.parse(expires_at) - now) / 1000);
  return Number.isFinite(left) ? Math.max(0, Math.min(left, LONGEST_S)) : LONGEST_S;
}

/** A jar over a cookie store. */
export function createSessionJar(
  store: CookieStore,
  secrets: readonly string[],
  now: () => number,
): SessionJar {
  return {
    read: () => openSession(store.get(SESSION_COOKIE)?.value, secrets, now),
    async write(value, { secure }) {
      store.set(SESSION_COOKIE, await sealSession(value, secrets), {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure,
        maxAge: cookieSeconds(value.expires_at, now()),
      });
    },
    clear: () => void store.delete(SESSION_COOKIE),
  };
}
