// Checks that run before a request is answered (spec 5, 7): host, origin, key, scope, encoding.
// Invariant: a 401 does not say which part of a key was wrong; the key itself goes no further than here.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { ContractError } from '@/lib/contract/errors';
import { isScope } from '@/lib/contract/scopes';
import type { Caller, KeyStore } from '@/lib/index-service/keys/key-store';
import { credentialOf } from '@/lib/index-service/keys/secret';
import { isAddressGroup } from '@/lib/limits/address-group';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Throws FORBIDDEN for a host name that is neither loopback nor in `hosts`, and for a request from another site.
 * Without it a web page could read a local index by pointing its own name at 127.0.0.1 (DNS rebinding).
 */
export function requireOwnOrigin(request: Request, url: URL, hosts: readonly string[]): void {
  if (!LOOPBACK_HOSTS.includes(url.hostname) && !hosts.includes(url.hostname))
    throw new ContractError('FORBIDDEN', 'unknown host name: add it to INDEX_HOSTS');
  const origin = request.headers.get('origin');
  if (origin !== null && (!URL.canParse(origin) || new URL(origin).host !== url.host))
    throw new ContractError('FORBIDDEN', 'requests from other sites are not allowed');
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * The visitor's address or its group, if the request carries the console's `secret`; otherwise the address of the connection.
 * The console sends both headers to its own index only.
 */
export function clientAddress(
  headers: Headers,
  connected: string | undefined,
  secret: string | undefined,
): string | undefined {
  const received = headers.get('x-dagscope-secret');
  const visitor = headers.get('x-dagscope-client') ?? '';
  if (secret === undefined || received === null || !isAddressGroup(visitor)) return connected;
  return timingSafeEqual(digest(received), digest(secret)) ? visitor : connected;
}

/** The caller of a request, or undefined without a valid key. */
export async function callerOf(keys: KeyStore, headers: Headers): Promise<Caller | undefined> {
  const credential = credentialOf(headers);
  return credential === undefined ? undefined : keys.authenticate(credential);
}

/** Throws UNAUTHENTICATED without a caller. */
export function requireCaller(caller: Caller | undefined): Caller {
  if (caller !== undefined) return caller;
  throw new ContractError('UNAUTHENTICATED', 'API key missing or invalid', {
    headers: { 'www-authenticate': 'ApiKey' },
  });
}

/** Throws MISSING_SCOPE, naming the scope, unless the key may call the endpoint. */
export function requireScope(row: Endpoint, caller: Caller): void {
  if (!isScope(row.access) || caller.scopes.includes(row.access)) return;
  throw new ContractError('MISSING_SCOPE', `this key lacks the scope ${row.access}`);
}

/** Throws INVALID_REQUEST if the query is not UTF-8: a repaired filter value would match something else. */
export function requireUtf8(url: string): void {
  const start = url.indexOf('?');
  if (start === -1) return;
  for (const bytes of url.slice(start).match(/(?:%[0-9a-f]{2})+/gi) ?? [])
    try {
      decodeURIComponent(bytes);
    } catch {
      throw new ContractError('INVALID_REQUEST', 'the query is not UTF-8');
    }
}
