// Payment tokens (spec 4.4): a bearer JWT, signed by the configured authority, that says what its holder may choose.
// Invariant: without an authority every token is refused; the error does not say which check failed.
import { importJWK, jwtVerify } from 'jose';
import * as z from 'zod';
import { ContractError } from '@/lib/contract/errors';
import type { TokenRequest } from '@/lib/contract/keys';
import { isScope } from '@/lib/contract/scopes';
import { KEYS } from '@/lib/index-service/limits';
import type { Clock } from '@/lib/time/clock';
import type { PaidKey } from './key-store';

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

const claims = z.object({
  jti: z.string().min(1).max(256),
  exp: z.number().positive().max(LAST_SECOND),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  scopes: z.array(z.string()).transform((names) => names.filter(isScope)),
  requests_per_minute: z.int().min(1).max(KEYS.paidRequestsPerMinute),
  /** End of the key, in seconds since 1970. */
  key_exp: z.number().positive().max(LAST_SECOND).optional(),
});

function refused(message: string): ContractError {
  return new ContractError('UNAUTHENTICATED', message, {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

export function createPaymentAuthority({ key, clock }: { key: AuthorityKey | undefined; clock: Clock }) {
  const imported = key === undefined ? undefined : importJWK(key, 'EdDSA');
  // A key that cannot be imported refuses every token; it must not end the process meanwhile.
  imported?.catch(() => undefined);

  async function claimsOf(token: string): Promise<z.output<typeof claims> | undefined> {
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

  return {
    /** What the bearer token of a request allows. Throws UNAUTHENTICATED. */
    async verify(headers: Headers): Promise<PaidKey> {
      if (imported === undefined)
        throw refused('payment tokens are not accepted: no payment authority is configured');
      const token = /^Bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1];
      if (token === undefined) throw refused('payment token missing: send Authorization: Bearer …');
      const found = await claimsOf(token);
      if (found === undefined || (found.aud !== undefined && ![found.aud].flat().includes(AUDIENCE)))
        throw refused('the payment token is invalid or has expired');
      const expiresAt = found.key_exp === undefined ? undefined : found.key_exp * 1000;
      if (expiresAt !== undefined && expiresAt <= clock.now())
        throw refused('the payment token is invalid or has expired');
      return {
        tokenId: found.jti,
        tokenExpiresAt: found.exp * 1000,
        scopes: found.scopes,
        requestsPerMinute: found.requests_per_minute,
        expiresAt,
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
