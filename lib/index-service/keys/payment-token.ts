// Payment tokens (spec 4.4): a bearer JWT, signed by the configured authority, that says what its holder may choose.
// Invariant: without an authority every token is refused; the error does not say which check failed.
import { importJWK, jwtVerify } from 'jose';
import * as z from 'zod';
import { ContractError } from '@/lib/contract/errors';
import type { TokenRequest } from '@/lib/contract/keys';
import { isScope } from '@/lib/contract/scopes';
import { KEYS } from '@/lib/index-service/limits';
import type { Clock } from '@/lib/time/clock';
import { type PaidKey, refusedToken } from './key-store';

/** A public Ed25519 key. */
export interface AuthorityKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
}

/** A token that names an audience must name this one. */
const AUDIENCE = 'dagscope-index';
/** The last moment a database and RFC 3339 can write, in seconds. */
const LAST_SECOND = 253_402_300_799;

/** NumericDate in whole milliseconds, so that a time is compared as it is stored. */
const numericDate = z
  .number()
  .positive()
  .max(LAST_SECOND)
  .transform((seconds) => Math.floor(seconds * 1000));

const claims = z.object({
  jti: z.string().min(1).max(256),
  exp: numericDate,
  nbf: z.number().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  scopes: z.array(z.string()).transform((names) => names.filter(isScope)),
  requests_per_minute: z.int().min(1).max(KEYS.paidRequestsPerMinute),
  /** End of the key, in seconds since 1970. */
  key_exp: numericDate.optional(),
});

type Claims = z.output<typeof claims>;

export function createPaymentAuthority({ key, clock }: { key: AuthorityKey | undefined; clock: Clock }) {
  const imported = key === undefined ? undefined : importJWK(key, 'EdDSA');
  // A key that cannot be imported refuses every token; it must not end the process meanwhile.
  imported?.catch(() => undefined);

  async function claimsOf(token: string): Promise<Claims | undefined> {
    try {
      if (imported === undefined) return undefined;
      const { payload } = await jwtVerify(token, await imported, {
        algorithms: ['EdDSA', 'Ed25519'],
        currentDate: new Date(clock.now()),
        requiredClaims: ['jti', 'exp'],
      });
      return claims.safeParse(payload).data;
    } catch {
      return undefined;
    }
  }

  /** In milliseconds: jose compares in whole seconds. */
  function isValidNow({ aud, exp, nbf = 0, key_exp = Infinity }: Claims): boolean {
    const now = clock.now();
    const isForUs = aud === undefined || [aud].flat().includes(AUDIENCE);
    return isForUs && exp > now && key_exp > now && nbf * 1000 <= now;
  }

  return {
    /** What the bearer token of a request allows. Throws UNAUTHENTICATED. */
    async verify(headers: Headers): Promise<PaidKey> {
      if (imported === undefined)
        throw refusedToken('payment tokens are not accepted: no payment authority is configured');
      const token = /^Bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1];
      if (token === undefined) throw refusedToken('payment token missing: send Authorization: Bearer …');
      const found = await claimsOf(token);
      if (found === undefined || !isValidNow(found))
        throw refusedToken('the payment token is invalid or has expired');
      return {
        tokenId: found.jti,
        tokenExpiresAt: found.exp,
        scopes: found.scopes,
        requestsPerMinute: found.requests_per_minute,
        expiresAt: found.key_exp,
      };
    },
  };
}

export type PaymentAuthority = ReturnType<typeof createPaymentAuthority>;

/** The requested key, if the token allows it; by default with the token's whole limit. Throws INVALID_REQUEST naming the field. */
export function chosenWithin(token: PaidKey, requested: TokenRequest): PaidKey {
  const beyond = requested.scopes.find((scope) => !token.scopes.includes(scope));
  if (beyond !== undefined)
    throw new ContractError('INVALID_REQUEST', `scopes: the token does not allow ${beyond}`);
  const requestsPerMinute = requested.requests_per_minute ?? token.requestsPerMinute;
  if (requestsPerMinute > token.requestsPerMinute)
    throw new ContractError(
      'INVALID_REQUEST',
      `requests_per_minute: the token allows at most ${token.requestsPerMinute}`,
    );
  return { ...token, scopes: requested.scopes, requestsPerMinute };
}
