// Formats of the relay's settings. Invariant: an error message never repeats the value, which may be a secret.
import { BlockList, isIP } from 'node:net';
import * as z from 'zod';
import { PRINTABLE_KEY } from '@/lib/contract/keys';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/;
const MIN_SECRET = 32;
const NO_INDEX_URL =
  'must be an https URL such as https://index.example or https://api.example/index, without query or credentials; http only on this machine';

/** Pairs of a name and a value; the name is null where none was written. */
export type Named = readonly (readonly [name: string | null, value: string])[];

/** Address of an index that keys may be sent to, perhaps with a path, without a trailing slash; undefined when it is not allowed. */
function indexUrlOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  if (url.search !== '' || url.hash !== '') return undefined;
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  return safe ? url.origin + url.pathname.replace(/\/+$/, '') : undefined;
}

/** `name=value,name=value`, or a value alone. */
function pairs(text: string): [string | null, string][] {
  return text.split(',').map((part) => {
    const [, name, value] = /^([^=]*)=(.*)$/s.exec(part.trim()) ?? [];
    return name === undefined || value === undefined ? [null, part.trim()] : [name.trim(), value.trim()];
  });
}

/** One index without a name of its own. */
export function one(name: string) {
  return z.string().transform((text, context): readonly [string, string] => {
    const origin = indexUrlOf(text.trim());
    if (origin !== undefined) return [name, origin];
    context.addIssue({ code: 'custom', message: NO_INDEX_URL });
    return z.NEVER;
  });
}

/** Several indexes, each with a name: `main=https://…,test=https://…`. */
export const networkUrls = z.string().transform((text, context): (readonly [string, string])[] => {
  const found: [string, string][] = [];
  for (const [name, url] of pairs(text)) {
    const origin = indexUrlOf(url);
    const fault =
      name === null || !NAME.test(name)
        ? 'must be name=url,name=url with names of letters, digits and dashes'
        : found.some(([known]) => known === name)
          ? `${name}: the name is given twice`
          : origin === undefined
            ? `${name}: ${NO_INDEX_URL}`
            : null;
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    else if (name !== null && origin !== undefined) found.push([name, origin]);
  }
  return found;
});

/** A key, or `name=key,name=key` where there are several indexes. */
export const keys = z.string().transform((text, context): Named => {
  const given = pairs(text);
  if (given.some(([, key]) => !PRINTABLE_KEY.test(key)))
    context.addIssue({
      code: 'custom',
      message: 'must be 1 to 512 printable characters, or name=key,name=key',
    });
  return given;
});

export const secrets = z
  .string('is missing: set it to 32 random characters or more (several, newest first, separated by commas)')
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine(
    (all) => all.every((secret) => secret.length >= MIN_SECRET),
    `every secret must have at least ${MIN_SECRET} characters`,
  );

export const amount = (least: number, most: number, otherwise: number) =>
  z.coerce.number(`must be a number from ${least} to ${most}`).int().min(least).max(most).default(otherwise);

/** The console's own origin, as browsers see it. */
export const publicUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '')
    return url;
  context.addIssue({ code: 'custom', message: 'must be an origin, such as https://console.example' });
  return z.NEVER;
});

/** Addresses and CIDR ranges, separated by commas. */
export const proxies = z
  .string()
  .default('')
  .transform((text, context) => {
    const list = new BlockList();
    for (const entry of text.split(',').map((part) => part.trim())) {
      if (entry === '') continue;
      const [address = '', bits] = entry.split('/');
      const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      const most = type === 'ipv6' ? 128 : 32;
      const prefix = bits === undefined ? most : Number(bits);
      const valid = isIP(address) !== 0 && /^\d*$/.test(bits ?? '') && prefix <= most;
      if (valid) list.addSubnet(address, prefix, type);
      else
        context.addIssue({
          code: 'custom',
          message: 'must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8',
        });
    }
    return list;
  });

const CLAIM_NAMES = ['email', 'scopes', 'handle'] as const;

/** The index's names for the fields of a claim: `email=contact,handle=telegram`; the others keep ours. */
export const claimFields = z
  .string()
  .default('')
  .transform((text, context) => {
    const fields: Record<(typeof CLAIM_NAMES)[number], string> = {
      email: 'email',
      scopes: 'scopes',
      handle: 'handle',
    };
    for (const [name, value] of text === '' ? [] : pairs(text)) {
      const known = CLAIM_NAMES.find((one) => one === name);
      if (known !== undefined && /^[\w.-]{1,64}$/.test(value)) fields[known] = value;
      else context.addIssue({ code: 'custom', message: 'must be email=NAME,scopes=NAME,handle=NAME' });
    }
    return fields;
  });
