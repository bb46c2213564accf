// How the values of the relay's settings are spelled: addresses, keys, lists of names, amounts. Each schema says what is wrong without repeating the value,
// which may be a secret. Rules between two settings are env.ts's.
import * as z from 'zod';
import { API_KEY } from '@/lib/contract/keys';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/;
const MIN_SECRET = 32;
const NO_ORIGIN =
  'must be an https origin, such as https://index.example, without path, query or credentials; http only for this machine';

/** Pairs of a name and a value; the name is null where none was written. */
export type Named = readonly (readonly [name: string | null, value: string])[];

/** An origin that the key may be sent to; undefined when it is none. */
function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return undefined;
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  return safe ? url.origin : undefined;
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
    const origin = originOf(text.trim());
    if (origin !== undefined) return [name, origin];
    context.addIssue({ code: 'custom', message: NO_ORIGIN });
    return z.NEVER;
  });
}

/** Several indexes, each with a name: `main=https://…,test=https://…`. */
export const networkUrls = z.string().transform((text, context): (readonly [string, string])[] => {
  const found: [string, string][] = [];
  for (const [name, url] of pairs(text)) {
    const origin = originOf(url);
    const fault =
      name === null || !NAME.test(name)
        ? 'must be name=url,name=url with names of letters, digits and dashes'
        : found.some(([known]) => known === name)
          ? `${name}: the name is given twice`
          : origin === undefined
            ? `${name}: ${NO_ORIGIN}`
            : null;
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    else if (name !== null && origin !== undefined) found.push([name, origin]);
  }
  return found;
});

/** A key, or `name=key,name=key` where there are several indexes. */
export const keys = z.string().transform((text, context): Named => {
  const given = pairs(text);
  if (given.some(([, key]) => !API_KEY.test(key)))
    context.addIssue({
      code: 'custom',
      message: 'must look like <key id>.<secret>, or name=<key id>.<secret>,…',
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
