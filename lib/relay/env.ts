// The relay's settings: the only module of the relay that reads the environment. Invariant: either every setting is valid or parsing fails
// with every error listed and no secret repeated. Index addresses come from here alone, never from a browser.
import type { BlockList } from 'node:net';
import * as z from 'zod';
import {
  amount,
  claimFields,
  keys,
  networkUrls,
  one,
  proxies,
  publicUrl,
  secrets,
  type Named,
} from './env-values';

/** Without a name of its own there is one network. */
const ONLY = 'index';
const LEAST_PASSWORD = 12;

const settings = z.object({
  INDEX_PORT: amount(1, 65_535, 4000),
  INDEX_URL: one(ONLY).optional(),
  INDEX_URLS: networkUrls.optional(),
  SESSION_SECRET: secrets,
  INDEX_API_KEY: keys.optional(),
  INDEX_STREAM_KEY: keys.optional(),
  ACCESS_PASSWORD: z
    .string()
    .min(LEAST_PASSWORD, `must have at least ${LEAST_PASSWORD} characters`)
    .optional(),
  ACCESS_PASSWORD_FOR: z
    .enum(['everything', 'operator_key'], 'must be everything or operator_key')
    .default('everything'),
  PUBLIC_READ: z.enum(['true', 'false'], 'must be true or false').default('false'),
  KEY_REVEAL: z.enum(['never', 'once'], 'must be never or once').default('never'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error').default('info'),
  PUBLIC_URL: publicUrl.optional(),
  TRUSTED_PROXIES: proxies,
  MAX_CONNECTIONS: amount(10, 1_000_000, 20_000),
  RENDERS_PER_ADDRESS: amount(1, 1_000_000, 1_200),
  STREAMS_PER_SESSION: amount(1, 10_000, 12),
  STREAMS_PER_ADDRESS: amount(1, 100_000, 100),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  READS_PER_SESSION: amount(1, 1_000_000, 1_200),
  READS_PER_ADDRESS: amount(1, 10_000_000, 6_000),
  SIGN_INS_PER_ADDRESS: amount(1, 1_000_000, 30),
  CLAIM_PATH: z
    .string()
    .regex(/^\/[A-Za-z0-9/_-]+$/, 'must be a path such as /onboarding/keys')
    .default('/onboarding/keys'),
  CLAIM_FIELDS: claimFields,
  INDEX_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DATA_DIR: z.string().default('.data'),
});
type Settings = z.output<typeof settings>;

export interface NetworkEnv {
  name: string;
  /** An origin, without a trailing slash. */
  url: string;
  /** Reads for every visitor whom the operator lets in; undefined: each brings a key. It is in no cookie. */
  operatorKey: string | undefined;
  /** Reads the stream for every session that may read events; undefined: each key has its own stream. */
  streamKey: string | undefined;
}

export interface RelayEnv {
  /** At least one; the first is where a visitor begins. */
  networks: readonly NetworkEnv[];
  /** Newest first: it seals; all of them open. */
  sessionSecrets: readonly string[];
  /** Undefined: no password is required. */
  accessPassword: string | undefined;
  /** What a visitor has to enter it for: any use of the console, or the operator's key alone. */
  accessPasswordFor: Settings['ACCESS_PASSWORD_FOR'];
  /** Whether a claimed key may be shown, once, by an explicit act. */
  keyReveal: 'never' | 'once';
  logLevel: Settings['LOG_LEVEL'];
  /** The host that browsers may use besides loopback. */
  publicUrl: URL | undefined;
  /** Their X-Forwarded headers are believed. */
  trustedProxies: BlockList;
  maxConnections: number;
  /** Pages per minute. */
  rendersPerAddress: number;
  streamsPerSession: number;
  streamsPerAddress: number;
  /** Lets its bearer read /metrics; undefined: there are none. */
  metricsToken: string | undefined;
  /** Requests a minute. */
  readsPerSession: number;
  readsPerAddress: number;
  /** Claims, keys tried, passwords tried and recovery files opened, a minute. */
  signInsPerAddress: number;
  claimPath: string;
  claimFields: Settings['CLAIM_FIELDS'];
  /** Shared with our own index, so that it counts claims by the visitor's address. */
  indexSecret: string | undefined;
  dataDir: string;
}

/** What no single variable can know: rules between two of them. `given`: which are set at all. */
function faultsBetween(env: Partial<Settings>, given: Readonly<Record<string, string>>): string[] {
  const faults: string[] = [];
  const has = (variable: string) => given[variable] !== undefined;
  const networks = env.INDEX_URLS ?? [[ONLY, '']];
  if (has('INDEX_URL') && has('INDEX_URLS'))
    faults.push('INDEX_URLS: INDEX_URL is set too; name every index in INDEX_URLS');
  for (const variable of ['INDEX_API_KEY', 'INDEX_STREAM_KEY'] as const)
    for (const [name] of env[variable] ?? []) {
      if (name === null && networks.length > 1)
        faults.push(`${variable}: there are several indexes; write name=key,name=key`);
      else if (name !== null && !networks.some(([known]) => known === name))
        faults.push(`${variable}: there is no index named ${name} in INDEX_URLS`);
    }
  const open = env.PUBLIC_READ === 'true';
  if (has('INDEX_API_KEY') && !has('ACCESS_PASSWORD') && !open)
    faults.push(
      'INDEX_API_KEY: everybody who reaches the console would read with it; set ACCESS_PASSWORD, or PUBLIC_READ=true if that is meant',
    );
  if (has('ACCESS_PASSWORD') && open)
    faults.push('PUBLIC_READ: ACCESS_PASSWORD is set too; only one of them can hold');
  if (!has('INDEX_API_KEY') && open) faults.push('PUBLIC_READ: there is no INDEX_API_KEY to read with');
  if (!has('INDEX_API_KEY') && has('ACCESS_PASSWORD') && env.ACCESS_PASSWORD_FOR === 'operator_key')
    faults.push('ACCESS_PASSWORD_FOR: there is no INDEX_API_KEY to guard');
  return faults;
}

function keyOf(given: Named | undefined, network: string): string | undefined {
  return given?.find(([name]) => name === null || name === network)?.[1];
}

/** Each setting by itself, so that a wrong one does not hide what is wrong between two others. */
function readable(given: Record<string, string>): { known: Partial<Settings>; faults: string[] } {
  const known: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, schema] of Object.entries(settings.shape)) {
    const result = (schema as z.ZodType).safeParse(given[name]);
    if (result.success) known[name] = result.data;
    else faults.push(...result.error.issues.map((issue) => `${name}: ${issue.message}`));
  }
  return { known, faults };
}

/** Reads settings. Throws one Error that lists every fault by variable. An empty variable counts as absent. */
export function parseRelayEnv(source: Record<string, string | undefined>): RelayEnv {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(source))
    if (value !== undefined && value !== '') given[name] = value;
  const { known, faults } = readable(given);
  faults.push(...faultsBetween(known, given));
  if (faults.length > 0)
    throw new Error(
      `The console cannot start with these settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  const env = known as Settings;
  const urls = env.INDEX_URLS ?? [env.INDEX_URL ?? ([ONLY, `http://127.0.0.1:${env.INDEX_PORT}`] as const)];
  return {
    networks: urls.map(([name, url]) => ({
      name,
      url,
      operatorKey: keyOf(env.INDEX_API_KEY, name),
      streamKey: keyOf(env.INDEX_STREAM_KEY, name),
    })),
    sessionSecrets: env.SESSION_SECRET,
    accessPassword: env.ACCESS_PASSWORD,
    accessPasswordFor: env.ACCESS_PASSWORD_FOR,
    keyReveal: env.KEY_REVEAL,
    logLevel: env.LOG_LEVEL,
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    maxConnections: env.MAX_CONNECTIONS,
    rendersPerAddress: env.RENDERS_PER_ADDRESS,
    streamsPerSession: env.STREAMS_PER_SESSION,
    streamsPerAddress: env.STREAMS_PER_ADDRESS,
    metricsToken: env.METRICS_TOKEN,
    readsPerSession: env.READS_PER_SESSION,
    readsPerAddress: env.READS_PER_ADDRESS,
    signInsPerAddress: env.SIGN_INS_PER_ADDRESS,
    claimPath: env.CLAIM_PATH,
    claimFields: env.CLAIM_FIELDS,
    indexSecret: env.INDEX_SECRET,
    dataDir: env.DATA_DIR,
  };
}

export function readRelayEnv(): RelayEnv {
  return parseRelayEnv(process.env);
}

/** Next's development server evaluates code from strings; production never does. */
export const DEVELOPMENT = process.env.NODE_ENV === 'development';
