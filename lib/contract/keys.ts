// Keys (spec 4.3, 4.4): claiming one, issuing one by payment token, and the claim's rules. Paths and field names are ours (decisions.md).
// Invariant: a full key `<key_id>.<secret>` exists in one answer only; nothing else in the contract carries it.
import * as z from 'zod';
import { record, timestamp } from './record';
import { scopes } from './scopes';

/** `<key_id>.<secret>` */
export const API_KEY = /^[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{8,256}$/;

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'must not be longer than 254 characters')
  .pipe(z.email('must be an email address'));

/** A messaging handle, with or without a leading @; stored without it, in lower case. */
export const handle = z
  .string()
  .trim()
  .transform((text) => text.replace(/^@/, '').toLowerCase())
  .pipe(
    z.string().regex(/^[a-z0-9_.-]{2,64}$/, 'must be 2 to 64 letters, digits, dots, dashes or underscores'),
  );

export const claimRequest = z.object({
  email,
  scopes: z
    .array(z.enum(scopes))
    .min(1, 'must name at least one scope')
    .transform((names) => [...new Set(names)]),
  handle: handle.nullish(),
});
export type ClaimRequest = z.output<typeof claimRequest>;

export const issuedScope = record({ scope: z.string(), requests_per_minute: z.int().nullish() });

export const issuedKey = record({
  key: z.string().regex(API_KEY),
  key_id: z.string(),
  scopes: z.array(issuedScope),
  expires_at: timestamp.nullable(),
});
export type IssuedKey = z.output<typeof issuedKey>;

/** Body of POST /tokens: the holder of a payment token chooses within what the token allows. */
export const tokenRequest = z.object({
  scopes: z
    .array(z.enum(scopes))
    .min(1, 'must name at least one scope')
    .transform((names) => [...new Set(names)]),
  requests_per_minute: z.int().min(1).optional(),
});
export type TokenRequest = z.output<typeof tokenRequest>;
