// The relay's settings, from the environment: the only module of the relay that reads it.
// Invariant: either every setting is valid or the process says all that is wrong, at once, and does not start. Values of secrets are never told.
import * as z from 'zod';
import { API_KEY } from '@/lib/contract/keys';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const MIN_SECRET = 32;

function isSafeAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  if (url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

const key = z.string().regex(API_KEY, 'must look like <key id>.<secret>').optional();
const amount = (least: number, most: number, otherwise: number) =>
  z.coerce.number(`must be a number from ${least} to ${most}`).int().min(least).max(most).default(otherwise);

const settings = z.object({
  INDEX_PORT: amount(1, 65_535, 4000),
  INDEX_URL: z
    .string()
    .refine(
      isSafeAddress,
      'must be an https address without credentials or query; http only for this machine',
    )
    .optional(),
  SESSION_SECRET: z
    .string('is missing: set it to 32 random characters or more (several, newest first, separated by commas)')
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .refine(
      (secrets) => secrets.every((secret) => secret.length >= MIN_SECRET),
      `every secret must have at least ${MIN_SECRET} characters`,
    ),
  INDEX_API_KEY: key,
  INDEX_STREAM_KEY: key,
  STREAMS_PER_SESSION: amount(1, 10_000, 12),
  STREAMS_PER_ADDRESS: amount(1, 100_000, 100),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  CLAIM_PATH: z
    .string()
    .regex(/^\/[A-Za-z0-9/_-]+$/, 'must be a path such as /onboarding/keys')
    .default('/onboarding/keys'),
});

export interface RelayEnv {
  /** Without a trailing slash. */
  indexUrl: string;
  /** Newest first: it seals; all of them open. */
  sessionSecrets: readonly string[];
  /** Offered to visitors as "the operator's key"; undefined when there is none. */
  operatorKey: string | undefined;
  /** Reads the stream for every session that may read events; undefined: each key has its own stream. */
  streamKey: string | undefined;
  streamsPerSession: number;
  streamsPerAddress: number;
  /** Lets its bearer read /metrics; undefined: there are none. */
  metricsToken: string | undefined;
  claimPath: string;
}

/** Reads settings. Throws one Error that lists every fault by variable. An empty variable counts as absent. */
export function parseRelayEnv(source: Record<string, string | undefined>): RelayEnv {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = settings.safeParse(given);
  if (!result.success) {
    const faults = result.error.issues.map(
      (issue) => `  ${issue.path.map(String).join('.')}: ${issue.message}`,
    );
    throw new Error(`The console cannot start with these settings:\n${faults.join('\n')}`);
  }
  const env = result.data;
  return {
    indexUrl: (env.INDEX_URL ?? `http://127.0.0.1:${env.INDEX_PORT}`).replace(/\/+$/, ''),
    sessionSecrets: env.SESSION_SECRET,
    operatorKey: env.INDEX_API_KEY,
    streamKey: env.INDEX_STREAM_KEY,
    streamsPerSession: env.STREAMS_PER_SESSION,
    streamsPerAddress: env.STREAMS_PER_ADDRESS,
    metricsToken: env.METRICS_TOKEN,
    claimPath: env.CLAIM_PATH,
  };
}

export function readRelayEnv(): RelayEnv {
  return parseRelayEnv(process.env);
}
