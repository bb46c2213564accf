// Query parameters (spec 4.2): one schema for the control, the URL, the relay's check and the index.
// Invariant: input is the URL's string; an invalid value fails and never falls back to a default.
import * as z from 'zod/mini';
import { isDigest, isObjectId, normaliseId } from './ids';

export type Control =
  | 'id'
  | 'digest'
  | 'text'
  | 'enum'
  | 'enums'
  | 'boolean'
  | 'time'
  | 'integer'
  | 'duration'
  | 'amount'
  | 'count'
  | 'kinds'
  | 'order'
  | 'page'
  | 'cursor';

export interface ParamMeta {
  control: Control;
  /** Documented values of an enum parameter. */
  known?: readonly string[];
  /** True where the specification does not list the values: the relay lets others through, our index does not. */
  open?: boolean;
  /** True where a text is a whole name rather than a part of one. */
  whole?: boolean;
}

const RFC3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

const meta = (value: ParamMeta) => z.meta({ ...value });

/** The control of a parameter schema, seen through optional(). */
export function paramMeta(schema: z.ZodMiniType): ParamMeta | undefined {
  const found =
    z.globalRegistry.get(schema) ??
    (schema.type === 'optional'
      ? z.globalRegistry.get((schema as z.ZodMiniOptional).def.innerType)
      : undefined);
  return found?.['control'] === undefined ? undefined : (found as unknown as ParamMeta);
}

export const idParam = z
  .pipe(
    z.string().check(z.refine(isObjectId, 'must be 0x and up to 64 hex digits')),
    z.transform(normaliseId),
  )
  .check(meta({ control: 'id' }));

/** One or several ids, comma-separated. */
export function idsParam(most: number) {
  const message = `must be 1 to ${most} ids, separated by commas`;
  return z
    .pipe(
      z
        .string()
        .check(
          z.refine((text) => splitWords(text).length <= most && splitWords(text).every(isObjectId), message),
        ),
      z.transform((text) => splitWords(text).map(normaliseId)),
    )
    .check(meta({ control: 'id' }));
}

export const digestParam = z
  .string()
  .check(z.refine(isDigest, 'must be a base58 transaction digest'), meta({ control: 'digest' }));

/** NUL cannot be stored or searched; length is bounded. */
const text = (whole: boolean) =>
  z
    .string()
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(256, 'must not be longer than 256 characters'),
      z.regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters'),
      meta({ control: 'text', whole }),
    );

/** A substring to match, as typed. */
export const textParam = text(false);
/** A whole name, such as a tool's. */
export const nameParam = text(true);

export const booleanParam = z
  .pipe(
    z.enum(['true', 'false'], 'must be true or false'),
    z.transform((text) => text === 'true'),
  )
  .check(meta({ control: 'boolean' }));

const wholeNumber = (control: Control, digits = 18) =>
  z
    .pipe(
      z.string().check(z.regex(new RegExp(`^\\d{1,${digits}}$`), 'must be a whole number')),
      z.transform((text) => BigInt(text)),
    )
    .check(meta({ control }));

export const INT64_MAX = (1n << 63n) - 1n;

export const integerParam = wholeNumber('integer', 19).check(
  z.refine((value) => value <= INT64_MAX, `must not be greater than ${INT64_MAX}`),
);
/** A bound in ms, inclusive. The parameter's name begins with `min_` or `max_`. */
export const durationParam = wholeNumber('duration');
/** A bound in MIST, as above. */
export const amountParam = wholeNumber('amount');
/** A bound of a number of things, as above. */
export const countParam = wholeNumber('count');

/** The order of the whole list: `duration_ms.desc`. Unknown values come last in both directions. */
export function orderParam<const Column extends string>(columns: readonly Column[]) {
  const orders = columns.flatMap((column) => [`${column}.desc`, `${column}.asc`] as const);
  return z
    .enum(orders as [string, ...string[]], `must be one of ${orders.join(', ')}`)
    .check(meta({ control: 'order', known: orders }));
}

/**
 * In UTC, to the microsecond, which is what the store can compare. Stored times are whole milliseconds, so finer digits only have to be on the
 * right side of the millisecond.
 */
function utcTime(text: string): string {
  const utc = new Date(text.toUpperCase()).toISOString();
  const finer = /\.\d{3}(\d*[1-9])/.exec(text)?.[1];
  if (finer === undefined) return utc;
  const micros = finer.slice(0, 3).padEnd(3, '0');
  return `${utc.slice(0, -1)}${micros === '000' ? '001' : micros}Z`;
}

export const timeParam = z
  .pipe(
    z.string().check(
      z.regex(RFC3339, 'must be an RFC 3339 time with a zone'),
      z.refine(
        (text) => z.iso.datetime({ offset: true }).safeParse(text.toUpperCase()).success,
        'must be a real date and time',
      ),
    ),
    z.transform(utcTime),
  )
  .check(
    z.refine((text) => /^(?!0000)\d{4}-/.test(text), 'must be between the years 1 and 9999'),
    meta({ control: 'time' }),
  );

/** An enum whose values the specification lists. */
export function enumParam<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .enum(values, `must be one of ${values.join(', ')}`)
    .check(meta({ control: 'enum', known: values }));
}

/** An enum whose values the specification does not list: any word passes here, the embedded index knows `known` only. */
export function openEnumParam<const Values extends readonly string[]>(known: Values) {
  return z
    .string()
    .check(z.regex(/^[A-Za-z0-9_]{1,64}$/, 'must be a word'), meta({ control: 'enum', known, open: true }));
}

const WORDS = /^[A-Za-z0-9_]{1,64}(,[A-Za-z0-9_]{1,64}){0,31}$/;

/** One or several such words, comma-separated: a row has to have one of them. Known words come first, in their order. */
export function openEnumsParam<const Values extends readonly string[]>(known: Values) {
  return z
    .pipe(
      z.string().check(z.regex(WORDS, 'must be words, separated by commas')),
      z.transform((text) => {
        const words = new Set(splitWords(text));
        return [...new Set([...known.filter((word) => words.has(word)), ...words])];
      }),
    )
    .check(meta({ control: 'enums', known, open: true }));
}

/** One or two of the words, comma-separated: what statistics are grouped by. `none` is no grouping. */
export function groupByParam<const Names extends readonly string[]>(names: Names) {
  const known: readonly string[] = names;
  const isGrouping = (text: string) => {
    const words = splitWords(text);
    return (
      words.length <= 2 && new Set(words).size === words.length && words.every((word) => known.includes(word))
    );
  };
  return z
    .pipe(
      z.string().check(z.refine(isGrouping, `must be one or two of ${known.join(', ')}`)),
      z.transform(
        (text) => splitWords(text).filter((word) => word !== 'none') as Exclude<Names[number], 'none'>[],
      ),
    )
    .check(meta({ control: 'enums', known }));
}

/** Some of the words, comma-separated. */
export function wordsParam<const Names extends readonly string[]>(names: Names) {
  const known: readonly string[] = names;
  return z
    .pipe(
      z
        .string()
        .check(
          z.refine(
            (text) => splitWords(text).every((word) => known.includes(word)),
            `must be one or more of ${known.join(', ')}`,
          ),
        ),
      z.transform((text) => splitWords(text) as Names[number][]),
    )
    .check(meta({ control: 'enums', known }));
}

/** The words of an enum parameter's value; one that takes a single word has one. */
export function splitWords(text: string): string[] {
  return text.split(',');
}

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

/** Opaque: sent back exactly as the index returned it. */
const pageToken = z
  .string()
  .check(
    z.regex(/^[^\u0000-\u001f\u007f]{1,2048}$/, 'must be a token from an earlier response'),
    meta({ control: 'page' }),
  );

/** Whether a token has the form that our index issues: the number of rows before the page. */
export const isRowOffset = (token: string) => /^\d{1,15}$/.test(token);

const pageSize = z
  .pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')),
    z.transform((text) => Math.min(Number(text), MAX_PAGE_SIZE)),
  )
  .check(meta({ control: 'page' }));

/** At most this many of something. */
export function limitParam(most: number) {
  const message = `must be a whole number from 1 to ${most}`;
  return z.pipe(z.string().check(z.regex(/^\d{1,6}$/, message)), z.transform(Number)).check(
    z.refine((limit) => limit >= 1 && limit <= most, message),
    meta({ control: 'page' }),
  );
}

/** By default the first page. Sizes above 100 are served as 100. */
export const paging = {
  page_token: z.optional(pageToken),
  page_size: z._default(pageSize, DEFAULT_PAGE_SIZE),
};

/** created_after and created_before, both inclusive. */
export const createdBetween = {
  created_after: z.optional(timeParam),
  created_before: z.optional(timeParam),
};

/** The same of the on-chain time, for lists whose `created_` bounds are of the index's. */
export const onchainBetween = {
  onchain_after: z.optional(timeParam),
  onchain_before: z.optional(timeParam),
};
