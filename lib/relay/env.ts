// The relay's settings, read from the environment only here.
// Invariant: invalid settings fail with a complete list of errors, which never repeats a value, because it may be a secret.
// Index addresses are never taken from a browser.
import { BlockList, isIP } from 'node:net';
import * as z from 'zod';
import { PRINTABLE_KEY } from '@/lib/contract/keys';
import { LIMIT_SETTINGS } from '@/lib/relay/limits';
import { parseWebhookFilters } from '@/lib/relay/webhooks/webhook-filters';
import { parseWebhookSecrets } from '@/lib/relay/webhooks/post';

/** The name of the only network where INDEX_URLS names none. */
const ONLY = 'index';
const NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/;
const MIN_PASSWORD = 12;
const MIN_SECRET = 32;
const NO_INDEX_URL =
  'must be an https URL such as https://index.example or https://api.example/index, without query or credentials; http only on this machine';

/** Whether a host name, as in URLs and Host headers, means this machine. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

/** Address of an index that keys may be sent to, perhaps with a path, without a trailing slash; undefined when it is not allowed. */
function indexUrlOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  if (url.search !== '' || url.hash !== '') return undefined;
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return safe ? url.origin + url.pathname.replace(/\/+$/, '') : undefined;
}

/** A setting with its own format. `parse` throws the message to show, which never repeats the value. */
const parsedBy = <Value>(parse: (text: string) => Value) =>
  z.string().transform((text, context) => {
    try {
      return parse(text.trim());
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

/** Names and values of `name=value,name=value`; the name is null where none is written. */
function pairs(text: string): [name: string | null, value: string][] {
  return text.split(',').map((part) => {
    const [, name, value] = /^([^=]*)=(.*)$/s.exec(part.trim()) ?? [];
    return name === undefined || value === undefined ? [null, part.trim()] : [name.trim(), value.trim()];
  });
}

const indexUrl = parsedBy((text): [string, string][] => {
  const origin = indexUrlOf(text);
  if (origin === undefined) throw new Error(NO_INDEX_URL);
  return [[ONLY, origin]];
});

/** Several indexes, each with a name: `main=https://…,test=https://…`. */
const indexUrls = parsedBy((text) => {
  const indexes: [string, string][] = [];
  for (const [name, url] of pairs(text)) {
    const origin = indexUrlOf(url);
    if (name === null || !NAME.test(name))
      throw new Error('must be name=url,name=url with names of letters, digits and dashes');
    if (indexes.some(([known]) => known === name)) throw new Error(`${name}: this name occurs twice`);
    if (origin === undefined) throw new Error(`${name}: ${NO_INDEX_URL}`);
    indexes.push([name, origin]);
  }
  return indexes;
});

/** A key, or `name=key,name=key` where there are several indexes. */
const keys = parsedBy((text) => {
  const entries = pairs(text);
  if (entries.every(([, key]) => PRINTABLE_KEY.test(key))) return entries;
  throw new Error('must be 1 to 512 printable characters, or name=key,name=key');
});

/** URL templates of explorers, one for all networks or by network name. `{kind}` becomes `object`, `account` or `tx`, `{id}` the id. */
const explorers = parsedBy((text): [name: string | null, address: string][] => {
  if (isExplorer(text)) return [[null, text]];
  const entries = pairs(text);
  if (entries.every(([, address]) => isExplorer(address))) return entries;
  throw new Error(
    'must be an https address with {id}, such as https://explorer.example/{kind}/{id}, or name=address',
  );
});

function isExplorer(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && address.includes('{id}');
}

const secrets = z
  .string('is missing: set it to 32 random characters or more (several, newest first, separated by commas)')
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine(
    (all) => all.every((secret) => secret.length >= MIN_SECRET),
    `every secret must have at least ${MIN_SECRET} characters`,
  );

const amount = ({ default: usual, least = 1, most }: { default: number; least?: number; most: number }) =>
  parsedBy((text) => {
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value;
    throw new Error(`must be a whole number from ${least} to ${most}`);
  }).default(usual);

/** The console's own origin, as browsers see it. */
const publicUrl = parsedBy((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url;
  throw new Error('must be an origin, such as https://console.example');
});

/** Its path and query may be a secret. */
const webhookUrl = parsedBy((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url !== undefined && safe && url.username === '' && url.password === '') return url;
  throw new Error('must be an https URL without credentials; http only on this machine');
});

/** Addresses and CIDR ranges, separated by commas. */
const proxies = parsedBy((text) => {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const most = type === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? most : Number(bits);
    if (isIP(address) === 0 || prefix > most)
      throw new Error('must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8');
    list.addSubnet(address, prefix, type);
  }
  return list;
});

const CLAIM_FIELDS = { email: 'email', scopes: 'scopes', handle: 'handle' };

/** The index's names for the fields of a claim: `email=contact,handle=telegram`; the others keep ours. */
const claimFields = parsedBy((text) => {
  const fields = { ...CLAIM_FIELDS };
  for (const [name, value] of pairs(text)) {
    if (name === null || !Object.hasOwn(fields, name) || !/^[\w.-]{1,64}$/.test(value))
      throw new Error('must be email=NAME,scopes=NAME,handle=NAME');
    fields[name as keyof typeof fields] = value;
  }
  return fields;
});

const settings = z.object({
  /** Of our own index on this machine. */
  INDEX_PORT: amount({ default: 4000, most: 65_535 }),
  INDEX_URL: indexUrl.optional(),
  INDEX_URLS: indexUrls.optional(),
  /** Newest first: it seals; all of them open. */
  SESSION_SECRET: secrets,
  INDEX_API_KEY: keys.optional(),
  INDEX_STREAM_KEY: keys.optional(),
  EXPLORER_URL: explorers.optional(),
  /** Undefined: no password is required. */
  ACCESS_PASSWORD: z.string().min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`).optional(),
  /** What a visitor has to enter it for: any use of the console, or the operator's key alone. */
  ACCESS_PASSWORD_FOR: z
    .enum(['everything', 'operator_key'], 'must be everything or operator_key')
    .default('everything'),
  PUBLIC_READ: z.enum(['true', 'false'], 'must be true or false').default('false'),
  /** Whether a claimed key may be shown, once, on request. */
  KEY_REVEAL: z.enum(['never', 'once'], 'must be never or once').default('never'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error').default('info'),
  /** The host that browsers may use besides loopback. */
  PUBLIC_URL: publicUrl.optional(),
  /** Their X-Forwarded headers are believed. */
  TRUSTED_PROXIES: proxies.default(new BlockList()),
  MAX_CONNECTIONS: amount(LIMIT_SETTINGS.MAX_CONNECTIONS),
  RENDERS_PER_ADDRESS: amount(LIMIT_SETTINGS.RENDERS_PER_ADDRESS),
  STREAMS_PER_SESSION: amount(LIMIT_SETTINGS.STREAMS_PER_SESSION),
  STREAMS_PER_ADDRESS: amount(LIMIT_SETTINGS.STREAMS_PER_ADDRESS),
  READS_PER_SESSION: amount(LIMIT_SETTINGS.READS_PER_SESSION),
  READS_PER_ADDRESS: amount(LIMIT_SETTINGS.READS_PER_ADDRESS),
  SIGN_INS_PER_ADDRESS: amount(LIMIT_SETTINGS.SIGN_INS_PER_ADDRESS),
  /** Undefined: no metrics. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  CLAIM_PATH: z
    .string()
    .regex(/^\/[A-Za-z0-9/_-]+$/, 'must be a path such as /onboarding/keys')
    .default('/onboarding/keys'),
  CLAIM_FIELDS: claimFields.default(CLAIM_FIELDS),
  /** Shared with our own index, so that it counts claims by the visitor's address. */
  INDEX_SECRET: z.string().min(MIN_SECRET, `must have at least ${MIN_SECRET} characters`).optional(),
  /** Shared by the replicas of this console; undefined: this one runs alone. */
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/\S+$/, 'must be a URL such as rediss://:password@redis.example:6379')
    .optional(),
  /** Undefined: no alerts are sent. */
  WEBHOOK_URL: webhookUrl.optional(),
  WEBHOOK_SECRET: parsedBy(parseWebhookSecrets).optional(),
  WEBHOOK_FILTERS: parsedBy(parseWebhookFilters).optional(),
  DATA_DIR: z.string().default('.data'),
});
type Settings = z.output<typeof settings>;

export interface NetworkEnv {
  name: string;
  /** Base URL of the index, without a trailing slash. */
  url: string;
  /** Reads for every visitor whom the operator lets in; undefined: each brings a key. It is in no cookie. */
  operatorKey: string | undefined;
  /** Reads the stream for every session that may read events; undefined: each key has its own stream. */
  streamKey: string | undefined;
  /** Where ids of a real network can be looked up. */
  explorer?: string | undefined;
}

/** The settings by variable. `networks`: at least one; the first is where a visitor begins. */
export type RelayEnv = Settings & { networks: readonly NetworkEnv[] };

/** Rules between two settings. `source`: which are set at all. */
function conflicts(env: Partial<Settings>, source: Readonly<Record<string, string>>): string[] {
  const problems: string[] = [];
  const has = (variable: string) => source[variable] !== undefined;
  const networks = env.INDEX_URLS ?? [[ONLY]];
  if (has('INDEX_URL') && has('INDEX_URLS'))
    problems.push('INDEX_URLS: INDEX_URL is set too; name every index in INDEX_URLS');
  for (const variable of ['INDEX_API_KEY', 'INDEX_STREAM_KEY', 'EXPLORER_URL'] as const) {
    const value = variable === 'EXPLORER_URL' ? 'address' : 'key';
    for (const [name] of env[variable] ?? []) {
      if (name === null && networks.length > 1)
        problems.push(`${variable}: there are several indexes; write name=${value},name=${value}`);
      else if (name !== null && !networks.some(([known]) => known === name))
        problems.push(`${variable}: there is no index named ${name} in INDEX_URLS`);
    }
  }
  const open = env.PUBLIC_READ === 'true';
  if (has('INDEX_API_KEY') && !has('ACCESS_PASSWORD') && !open)
    problems.push(
      'INDEX_API_KEY: anyone who can open the console would use this key. Set ACCESS_PASSWORD, or PUBLIC_READ=true to allow that',
    );
  if (has('ACCESS_PASSWORD') && open)
    problems.push('PUBLIC_READ: ACCESS_PASSWORD is set too; set only one of them');
  if (!has('INDEX_API_KEY') && open) problems.push('PUBLIC_READ: there is no INDEX_API_KEY to read with');
  if (!has('INDEX_API_KEY') && has('ACCESS_PASSWORD') && env.ACCESS_PASSWORD_FOR === 'operator_key')
    problems.push('ACCESS_PASSWORD_FOR: there is no INDEX_API_KEY to guard');
  if (has('WEBHOOK_URL'))
    for (const variable of ['WEBHOOK_SECRET', 'WEBHOOK_FILTERS', 'INDEX_API_KEY', 'PUBLIC_URL'])
      if (!has(variable)) problems.push(`${variable}: is missing; WEBHOOK_URL needs it`);
  return problems;
}

/** Each setting by itself, so that a wrong one does not hide what is wrong between two others. */
function readable(source: Record<string, string>): { known: Partial<Settings>; problems: string[] } {
  const known: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(settings.shape)) {
    const result = (schema as z.ZodType).safeParse(source[name]);
    if (result.success) known[name] = result.data;
    else problems.push(...result.error.issues.map((issue) => `${name}: ${issue.message}`));
  }
  return { known, problems };
}

/** Reads settings. Throws one Error that lists every fault by variable. An empty variable counts as absent. */
export function parseRelayEnv(source: Record<string, string | undefined> = process.env): RelayEnv {
  const present: Record<string, string> = {};
  for (const [name, value] of Object.entries(source))
    if (value !== undefined && value !== '') present[name] = value;
  const { known, problems } = readable(present);
  problems.push(...conflicts(known, present));
  if (problems.length > 0)
    throw new Error(
      `The console cannot start with these settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
  const env = known as Settings;
  const indexes: [string, string][] = env.INDEX_URLS ??
    env.INDEX_URL ?? [[ONLY, `http://127.0.0.1:${env.INDEX_PORT}`]];
  const valueFor = (network: string, values: Settings['INDEX_API_KEY']) =>
    values?.find(([name]) => name === null || name === network)?.[1];
  const networks = indexes.map(([name, url]) => ({
    name,
    url,
    operatorKey: valueFor(name, env.INDEX_API_KEY),
    streamKey: valueFor(name, env.INDEX_STREAM_KEY),
    explorer: valueFor(name, env.EXPLORER_URL),
  }));
  return { ...env, networks };
}

/** Next's development server evaluates code from strings; production never does. */
export const DEVELOPMENT = process.env.NODE_ENV === 'development';
