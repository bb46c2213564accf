// Issued keys (spec 4.3, 5): issue, authenticate, list, revoke. The secret is stored as a hash only.
// Invariant: one active key per contact, held by a unique row that only an expired or revoked key gives up.
import { API_KEY, type ClaimRequest, type IssuedKey } from '@/lib/contract/keys';
import { ContractError } from '@/lib/contract/errors';
import type { Scope } from '@/lib/contract/scopes';
import { isoTime, type Clock } from '@/lib/time/clock';
import { KEYS } from '@/lib/index-service/limits';
import type { Database } from '@/lib/index-service/store/database';
import { hashSecret, newKey, sameHash, splitKey, type RandomBytes } from './secret';

export interface Caller {
  key_id: string;
  scopes: readonly string[];
  requests_per_minute: number;
  /** Milliseconds since 1970. */
  expires_at: number;
}

interface KeyRow {
  key_id: string;
  secret_hash: string;
  scopes: string[];
  requests_per_minute: number;
  expires_at: string;
}

/** A key as operators see it. Times are RFC 3339. */
export interface KeyInfo {
  key_id: string;
  email: string | null;
  handle: string | null;
  scopes: string[];
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
}

export interface KeyStoreParts {
  db: Database;
  clock: Clock;
  random: RandomBytes;
  /** Of claimed keys. */
  requestsPerMinute?: number;
}

/** What a payment token bought. Times are milliseconds since 1970. */
export interface PaidKey {
  scopes: readonly Scope[];
  requestsPerMinute: number;
  /** Expiry of the key; the usual lifetime if the token has none. */
  expiresAt: number | undefined;
  tokenId: string;
  tokenExpiresAt: number;
}

export function refusedToken(message: string): ContractError {
  return new ContractError('UNAUTHENTICATED', message, {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

export function createKeyStore({
  db,
  clock,
  random,
  requestsPerMinute = KEYS.requestsPerMinute,
}: KeyStoreParts) {
  const revokedListeners = new Set<(keyId: string) => void>();

  /** Takes a contact for a key; false while a live key has it. */
  async function takeContact(tx: Database, contact: string, keyId: string, now: string): Promise<boolean> {
    const rows = await tx.query(
      `insert into api_key_contacts as stored (contact, key_id, expires_at)
       select $1, key_id, expires_at from api_keys where key_id = $2
       on conflict (contact) do update set key_id = excluded.key_id, expires_at = excluded.expires_at
       where stored.expires_at <= $3::timestamptz
       returning contact`,
      [contact, keyId, now],
    );
    return rows.length > 0;
  }

  interface NewKey {
    scopes: readonly Scope[];
    limit: number;
    expires_at: string;
    email?: string;
    handle?: string;
  }

  /** Writes a key in the caller's transaction; what is answered holds the secret, what is written does not. */
  async function insertKey(tx: Database, input: NewKey): Promise<IssuedKey> {
    const { key, key_id, secret_hash } = newKey(random);
    const { scopes, limit, expires_at, email = null, handle = null } = input;
    await tx.query(
      `insert into api_keys (key_id, secret_hash, email, handle, scopes, requests_per_minute, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7::timestamptz, $8::timestamptz)`,
      [key_id, secret_hash, email, handle, scopes, limit, isoTime(clock.now()), expires_at],
    );
    return {
      key,
      key_id,
      scopes: scopes.map((scope) => ({ scope, requests_per_minute: limit })),
      expires_at,
    };
  }

  return {
    /** Issues a key with the asked scopes. Throws ALREADY_ISSUED while the email or the handle has a live key. */
    async issue(claim: ClaimRequest): Promise<IssuedKey> {
      const now = clock.now();
      const expires_at = isoTime(now + KEYS.lifetimeMs);
      const { email, scopes, handle } = claim;
      return db.transaction(async (tx) => {
        const issued = await insertKey(tx, {
          scopes,
          limit: requestsPerMinute,
          expires_at,
          email,
          handle: handle ?? undefined,
        });
        const contacts = [
          `email:${email}`,
          ...(handle === null || handle === undefined ? [] : [`handle:${handle}`]),
        ];
        for (const contact of contacts)
          if (!(await takeContact(tx, contact, issued.key_id, isoTime(now))))
            throw new ContractError(
              'ALREADY_ISSUED',
              `an active key exists for this ${contact.startsWith('email:') ? 'email' : 'handle'}: keep using it, revoke it, or wait until it expires`,
            );
        return issued;
      });
    },

    /** Issues a key for a payment token, which is spent with it: both or neither. Throws UNAUTHENTICATED when it was spent or has expired. */
    async issuePaid(paid: PaidKey): Promise<IssuedKey> {
      return db.transaction(async (tx) => {
        const now = clock.now();
        // It may have expired while it waited for the store.
        if (paid.tokenExpiresAt <= now) throw refusedToken('this payment token has expired');
        const expires_at = isoTime(paid.expiresAt ?? now + KEYS.lifetimeMs);
        await tx.query('delete from spent_payment_tokens where expires_at <= $1::timestamptz', [
          isoTime(now - KEYS.spentTokenMs),
        ]);
        const spent = await tx.query(
          `insert into spent_payment_tokens (token_hash, expires_at) values ($1, $2::timestamptz)
           on conflict (token_hash) do nothing returning token_hash`,
          [hashSecret(paid.tokenId), isoTime(paid.tokenExpiresAt)],
        );
        if (spent.length === 0) throw refusedToken('this payment token has been used');
        return insertKey(tx, { scopes: paid.scopes, limit: paid.requestsPerMinute, expires_at });
      });
    },

    /** Who a credential belongs to; undefined when it is malformed, unknown, wrong, revoked or expired. */
    async authenticate(credential: string): Promise<Caller | undefined> {
      const halves = API_KEY.test(credential) ? splitKey(credential) : undefined;
      if (halves === undefined) return undefined;
      const rows = await db.query<KeyRow>(
        `select key_id, secret_hash, scopes, requests_per_minute, expires_at
         from api_keys where key_id = $1 and revoked_at is null`,
        [halves.key_id],
      );
      const found = rows[0];
      const matches = sameHash(hashSecret(halves.secret), found?.secret_hash ?? hashSecret(''));
      if (found === undefined || !matches) return undefined;
      const expires_at = Date.parse(found.expires_at);
      if (expires_at <= clock.now()) return undefined;
      const { key_id, scopes, requests_per_minute } = found;
      return { key_id, scopes, requests_per_minute, expires_at };
    },

    /** Every key, newest first. */
    list(): Promise<KeyInfo[]> {
      return db.query<KeyInfo>(
        `select key_id, email, handle, scopes, created_at, expires_at, revoked_at
         from api_keys order by created_at desc, key_id`,
      );
    },

    /** Revokes a key, frees its contacts and notifies the listeners. False if no unrevoked key has this id. */
    async revoke(keyId: string): Promise<boolean> {
      const revoked = await db.transaction(async (tx) => {
        const rows = await tx.query(
          `update api_keys set revoked_at = $2::timestamptz
           where key_id = $1 and revoked_at is null returning key_id`,
          [keyId, isoTime(clock.now())],
        );
        await tx.query('delete from api_key_contacts where key_id = $1', [keyId]);
        return rows.length > 0;
      });
      for (const listener of revokedListeners) listener(keyId);
      return revoked;
    },

    /** Notifies the listeners of those keys that another process has revoked. */
    async findRevoked(keyIds: readonly string[]): Promise<void> {
      const rows = await db.query<{ key_id: string }>(
        'select key_id from api_keys where key_id = any($1::text[]) and revoked_at is not null',
        [keyIds],
      );
      for (const { key_id } of rows) for (const listener of revokedListeners) listener(key_id);
    },

    /** Calls `listener` with the id of each key revoked from now on. Returns what unsubscribes it. */
    onRevoked(listener: (keyId: string) => void): () => void {
      revokedListeners.add(listener);
      return () => revokedListeners.delete(listener);
    },
  };
}

export type KeyStore = ReturnType<typeof createKeyStore>;
