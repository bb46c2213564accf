// Query parameters (spec 2.1, 4, 4.2): one schema serves the control on the page, the URL, the relay's check and the index's SQL.
// Invariant: input is always the string that stands in the URL; output is the typed value for the index. An invalid value fails, never falls back.
// `meta` says which control fits a parameter, so that filter bars are built from the contract.
import * as z from 'zod';
import { isDigest, isObjectId, normaliseId } from './ids';

export type Control =
  'id' | 'digest' | 'text' | 'enum' | 'boolean' | 'time' | 'integer' | 'kinds' | 'page' | 'cursor';

export interface ParamMeta {
  control: Control;
  /** Documented values of an enum parameter. */
  known?: readonly string[];
  /** True where the specification does not list the values: the relay lets others through, our index does not. */
  open?: boolean;
}

const RFC3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

function meta(value: ParamMeta): Record<string, unknown> {
  return { ...value };
}

/** The control of a parameter schema, seen through optional(). */
export function paramMeta(schema: z.ZodType): ParamMeta | undefined {
  const found =
    schema.meta() ?? (schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType).meta() : undefined);
  return found?.['control'] === undefined ? undefined : (found as unknown as ParamMeta);
}

export const idParam = z
  .string()
  .refine(isObjectId, 'must be 0x and up to 64 hex digits')
  .transform(normaliseId)
  .meta(meta({ control: 'id' }));

export const digestParam = z
  .string()
  .refine(isDigest, 'must be a base58 transaction digest')
  .meta(meta({ control: 'digest' }));

/** A substring to match, as typed. NUL cannot be stored or searched; length is bounded. */
export const textParam = z
  .string()
  .min(1, 'must not be empty')
  .max(256, 'must not be longer than 256 characters')
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not hold control characters')
  .meta(meta({ control: 'text' }));

export const booleanParam = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .meta(meta({ control: 'boolean' }));

export const integerParam = z
  .string()
  .regex(/^\d{1,19}$/, 'must be a whole number')
  .transform((text) => BigInt(text))
  .meta(meta({ control: 'integer' }));

export const timeParam = z
  .string()
  .regex(RFC3339, 'must be an RFC 3339 time with a zone')
  .refine(
    (text) => z.iso.datetime({ offset: true }).safeParse(text.toUpperCase()).success,
    'must be a real date and time',
  )
  .transform((text) => new Date(text).toISOString())
  // A zone can carry the first and the last days beyond what RFC 3339 and databases write.
  .refine((text) => /^(?!0000)\d{4}-/.test(text), 'must lie in the years 1 to 9999')
  .meta(meta({ control: 'time' }));

/** An enum whose values the specification lists. */
export function enumParam<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`).meta(meta({ control: 'enum', known: values }));
}

/** An enum whose values the specification does not list: any word passes here, the embedded index knows `known` only. */
export function openEnumParam<const Values extends readonly string[]>(known: Values) {
  return z
    .string()
    .regex(/^[A-Za-z0-9_]{1,64}$/, 'must be a word')
    .meta(meta({ control: 'enum', known, open: true }));
}

const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

const pageToken = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a token from a former answer')
  .transform(Number)
  .meta(meta({ control: 'page' }));

const pageSize = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
  .transform((text) => Math.min(Number(text), MAX_PAGE_SIZE))
  .meta(meta({ control: 'page' }));

/** page_token and page_size, with their defaults: the first page of 20. Sizes above 100 are served as 100. */
export const paging = {
  page_token: pageToken.default(0),
  page_size: pageSize.default(DEFAULT_PAGE_SIZE),
};

/** created_after and created_before, both inclusive. */
export const createdBetween = {
  created_after: timeParam.optional(),
  created_before: timeParam.optional(),
};
