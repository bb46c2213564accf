// Who may call a row (spec 5, 7): key, scope, rate limit, in this order, before anything of the request is read.
// Invariant: 401 says nothing about which part of a key was wrong; 403 names the scope that is missing; the key itself goes no further than here.
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { ContractError } from '@/lib/contract/errors';
import { isScope } from '@/lib/contract/scopes';
import type { Caller, KeyStore } from '@/lib/index-service/keys/key-store';
import { credentialOf } from '@/lib/index-service/keys/secret';

/** The caller of a request, or undefined when it shows no valid key. */
export async function callerOf(keys: KeyStore, headers: Headers): Promise<Caller | undefined> {
  const credential = credentialOf(headers);
  return credential === undefined ? undefined : keys.authenticate(credential);
}

/** Throws UNAUTHENTICATED unless there is a caller. */
export function requireCaller(caller: Caller | undefined): Caller {
  if (caller !== undefined) return caller;
  throw new ContractError('UNAUTHENTICATED', 'API key missing or invalid', {
    headers: { 'www-authenticate': 'ApiKey' },
  });
}

/** Throws MISSING_SCOPE unless the key may call the row. */
export function requireScope(row: Endpoint, caller: Caller): void {
  if (!isScope(row.access) || caller.scopes.includes(row.access)) return;
  throw new ContractError('MISSING_SCOPE', `this key lacks the scope ${row.access}`);
}

/** Throws INVALID_REQUEST when the query's percent-encoded bytes are not UTF-8: a filter on a mended text would answer another question. */
export function requireUtf8(url: string): void {
  const at = url.indexOf('?');
  if (at === -1) return;
  for (const bytes of url.slice(at).match(/(?:%[0-9a-f]{2})+/gi) ?? [])
    try {
      decodeURIComponent(bytes);
    } catch {
      throw new ContractError('INVALID_REQUEST', 'the query is not UTF-8');
    }
}
