// The environment of the index service, read once at start.
// Invariant: all errors are reported at once, by variable name and without values: DATABASE_URL may hold a password.
import * as z from 'zod';
import { PRINTABLE_KEY } from '@/lib/contract/keys';
import { CHAIN, defaultLimits } from './limits';

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));

const SIMULATE = /^([A-Za-z0-9_-]{1,64})(?::(\d{1,4}(?:\.\d{1,3})?))?$/;
const DEFAULT_EVENTS_PER_SECOND = 0.5;

/** `off`, or SEED with the live rate in events per second (0: history only). */
const simulate = z.string().transform((text, context) => {
  if (text === 'off') return undefined;
  const [, seed, rate] = SIMULATE.exec(text) ?? [];
  const eventsPerSecond = rate === undefined ? DEFAULT_EVENTS_PER_SECOND : Number(rate);
  if (seed === undefined || eventsPerSecond > 1000) {
    context.addIssue({ code: 'custom', message: 'must be off, SEED or SEED:EVENTS_PER_SECOND (up to 1000)' });
    return z.NEVER;
  }
  return { seed, eventsPerSecond };
});

/** Host names, besides loopback, under which the index may be reached. */
const hostNames = z
  .string()
  .regex(/^[A-Za-z0-9.-]+(,[A-Za-z0-9.-]+)*$/, 'must be host names separated by commas')
  .transform((text) => text.toLowerCase().split(','));

const PUBLIC_KEY = /^[A-Za-z0-9_-]{43}$/;
const publicJwk = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().regex(PUBLIC_KEY),
  d: z.undefined().optional(),
});

/** The public key that payment tokens are signed with, as a JSON JWK. A private key is refused. */
const authority = z.string().transform((text, context) => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const jwk = publicJwk.safeParse(value);
  if (jwk.success) return { kty: jwk.data.kty, crv: jwk.data.crv, x: jwk.data.x };
  context.addIssue({ code: 'custom', message: 'must be a public Ed25519 JWK, as JSON' });
  return z.NEVER;
});

const token = z.string().regex(PRINTABLE_KEY, 'must be 1 to 512 printable ASCII characters');
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')
  .transform((name) => name.toLowerCase());

/** The address of a node or an index: a token or key belongs into its own setting. */
export const nodeUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === ''
  )
    return url;
  context.addIssue({
    code: 'custom',
    message: 'must be an http or https address without credentials, query or fragment',
  });
  return z.NEVER;
});

const environment = z.object({
  INDEX_PORT: wholeNumber(0, 65_535).default(4000),
  DATA_DIR: z.string().min(1).default('.data'),
  SIMULATE: simulate.optional(),
  SIMULATE_NOW: z.iso
    .datetime({ offset: true, error: 'must be an RFC 3339 time with a zone' })
    .transform((text) => Date.parse(text))
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  CLAIMS_PER_HOUR: wholeNumber(0, 1_000_000).default(defaultLimits.claimsPerHour),
  REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(defaultLimits.requestsPerMinute),
  PAYMENT_AUTHORITY_JWK: authority.optional(),
  /** Shared with the console, which passes the address of each visitor. */
  INDEX_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** With `follow`: the key of the other index. */
  INDEX_API_KEY: z.string().optional(),
  INDEX_HOSTS: hostNames.default([]),
  /** With `chain`: sent to the node alone. */
  CHAIN_TOKEN: token.optional(),
  CHAIN_TOKEN_HEADER: headerName.default('x-token'),
  /** Where checkpoints are read that the node no longer has, and its token. */
  CHAIN_HISTORY_URL: nodeUrl.optional(),
  CHAIN_HISTORY_TOKEN: token.optional(),
  /** The first checkpoint to read. */
  CHAIN_FROM: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the number of a checkpoint')
    .transform(BigInt)
    .optional(),
  CHAIN_OBJECTS_MINUTES: wholeNumber(1, 10_080).default(CHAIN.objectsMs / 60_000),
  /** A JSON file with the packages of another deployment. */
  CHAIN_PACKAGES: z.string().min(1).optional(),
});

export type IndexEnv = z.output<typeof environment>;

/** The settings. An empty variable counts as unset. Throws one Error that names every variable that is wrong. */
export function readEnv(from: Readonly<Record<string, string | undefined>> = process.env): IndexEnv {
  const settings = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== ''));
  const result = environment.safeParse(settings);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => `  ${issue.path.map(String).join('.')} ${issue.message}`);
  throw new Error(`Invalid environment:\n${errors.join('\n')}`);
}
