// API keys (read API 4.3, 4.4): claim, issue by payment token, and the form of a key.
// Invariant: apart from the response that issues it, no shape here carries a full key.
import * as z from 'zod/mini';
import { integer, record, timestamp } from './record';
import { scopes } from './scopes';

/** `<key_id>.<secret>`, as our own index issues it. */
export const API_KEY = /^[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{8,256}$/;

/** A key of any index: 1 to 512 printable ASCII characters, without spaces at either end. */
export const PRINTABLE_KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,510}[\x21-\x7e])?$/;

export const printableKey = z
  .string()
  .check(z.regex(PRINTABLE_KEY, 'must be 1 to 512 printable ASCII characters'));

export const email = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254, 'must not be longer than 254 characters')),
  z.email('must be an email address'),
);

/** A messaging handle, with or without a leading @; stored without it, in lower case. */
export const handle = z.pipe(
  z.pipe(
    z.string().check(z.trim()),
    z.transform((text) => text.replace(/^@/, '').toLowerCase()),
  ),
  z
    .string()
    .check(z.regex(/^[a-z0-9_.-]{2,64}$/, 'must be 2 to 64 letters, digits, dots, dashes or underscores')),
);

const scopeNames = z.pipe(
  z.array(z.enum(scopes)).check(z.minLength(1, 'must name at least one scope')),
  z.transform((names) => [...new Set(names)]),
);

export const claimRequest = z.object({
  email,
  scopes: scopeNames,
  handle: z.nullish(handle),
});
export type ClaimRequest = z.output<typeof claimRequest>;

export const issuedScope = record({ scope: z.string(), requests_per_minute: z.nullish(integer) });

export const issuedKey = record({
  key: z.string().check(z.regex(API_KEY)),
  key_id: z.string(),
  scopes: z.array(issuedScope),
  expires_at: z.nullable(timestamp),
});
export type IssuedKey = z.output<typeof issuedKey>;

/** Body of POST /tokens: the holder of a payment token chooses within what the token allows. */
export const tokenRequest = z.object({
  scopes: scopeNames,
  requests_per_minute: z.optional(integer.check(z.minimum(1))),
});
export type TokenRequest = z.output<typeof tokenRequest>;
