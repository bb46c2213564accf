// Building blocks of responses (spec 2.1). Unknown keys and enum values pass; a missing or mistyped field is an error.
// Invariant: an `integer<int64>` is a bigint, so that no amount is ever rounded.
import * as z from 'zod/mini';
import { exactInteger, ExactNumber, isJsonObject } from '@/lib/json/exact-number';
import { hasProtoKey } from '@/lib/json/proto-key';
import './zod-messages';

/** An object of an answer: declared fields are checked, unknown keys pass. */
export const record = z.looseObject;

const U64_MAX = (1n << 64n) - 1n;
const DECIMAL = /^-?\d{1,20}$/;

/** Other spellings of a number as a number: `3.0`, `3e0`. */
const spelledOut = z.transform((value) => (value instanceof ExactNumber ? value.valueOf() : value));

/** A number of a response, however JSON spells it. */
export const number = z.pipe(spelledOut, z.number());
export const integer = z.pipe(spelledOut, z.int());

/** The same exactly, where the number is beyond a double. */
const spelledOutInteger = z.transform((value) =>
  value instanceof ExactNumber ? (exactInteger(value) ?? value) : value,
);

/** `integer<int64>`: number, bigint or decimal string in; bigint out. */
export const int64 = z
  .pipe(
    z.pipe(spelledOutInteger, z.union([z.bigint(), z.int(), z.string().check(z.regex(DECIMAL))])),
    z.transform((value) => BigInt(value)),
  )
  .check(z.meta({ json: 'int64' }));

/** A u64 inside an event payload: as int64, but never negative and never beyond 2^64 - 1. */
export const u64 = int64.check(
  z.refine((value) => value >= 0n && value <= U64_MAX, 'must be an unsigned 64-bit integer'),
);

/** An object id or wallet address. `read-answer.ts` brings it into normal form, so that equal ids are equal strings. */
export const hexId = z.string().check(z.meta({ hexId: true }));

/** A column that the specification does not name: an index may have others. Absent is null. */
export function unspecified<Schema extends z.ZodMiniType>(column: Schema) {
  return z.pipe(
    z.nullish(column),
    z.transform((value) => value ?? null),
  );
}

/** zod drops this key of an object, so it has another name while it is validated. */
const PROTO = /^__proto__\0*$/;

function renamed(map: unknown, rename: (key: string) => string): unknown {
  if (!isJsonObject(map)) return map;
  const entries = Object.entries(map);
  if (!entries.some(([key]) => PROTO.test(key))) return map;
  return Object.fromEntries(entries.map(([key, value]) => [PROTO.test(key) ? rename(key) : key, value]));
}

const hidden = (key: string) => `${key}\0`;
const withoutSuffix = (key: string) => key.slice(0, -1);

function renamedWithin(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamedWithin(item, rename));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, renamedWithin(member, rename)]);
  return renamed(Object.fromEntries(members), rename);
}

/** Checks a value against a schema; unlike `safeParse` it keeps the key `__proto__` of every object. */
export function checkedRecord<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.core.util.SafeParseResult<z.output<Schema>> {
  if (!hasProtoKey(value)) return schema.safeParse(value);
  const result = schema.safeParse(renamedWithin(value, hidden));
  return result.success
    ? { success: true, data: renamedWithin(result.data, withoutSuffix) as z.output<Schema> }
    : result;
}

/** An object of any keys, `__proto__` included, each with a value of this form. */
export function mapOf<Value extends z.ZodMiniType>(value: Value) {
  return z.pipe(
    z.pipe(
      z.transform((map) => renamed(map, hidden)),
      z.record(z.string(), value),
    ),
    z.transform((map) => renamed(map, withoutSuffix) as Record<string, z.output<Value>>),
  );
}

/** RFC 3339. Kept as text: the browser formats it, and precision beyond milliseconds is not lost. */
export const timestamp = z.string().check(z.meta({ format: 'date-time' }));

/** A string with documented values, open to values of later releases. Strict checks demand a known one. */
export function openEnum<const Values extends readonly string[]>(values: Values) {
  return z.string().check(z.meta({ known: values }));
}

/** 'off_chain', 'offChain' and 'OffChain' compare equal. */
export function folded(name: string): string {
  return name.replaceAll(/[_\s-]/g, '').toLowerCase();
}

/** created_at, updated_at (when the index wrote the row) and onchain_created_at (null until known): on every projected object. */
export const rowTimes = {
  created_at: timestamp,
  updated_at: timestamp,
  onchain_created_at: z.nullable(timestamp),
};

/** Leads to the next page. Opaque: sent back as it came, never computed with, and compared for equality only. */
export type PageToken = number | string;

/** A number beyond a double is sent back by its digits. */
const pageToken = z.pipe(
  z.transform((token) => (typeof token === 'bigint' || token instanceof ExactNumber ? String(token) : token)),
  z.union([z.int(), z.string()]),
);

/** The listing envelope: a page of records, where the next page starts, and the total. */
export function listing<Item extends z.ZodMiniType>(item: Item) {
  return record({
    items: z.array(item),
    metadata: record({
      next_token: z.nullable(pageToken),
      /** Null where an index does not count. */
      total_items: z.nullable(integer),
      /** Rows before this page, from an index whose tokens are such offsets; absent from others. */
      row_offset: z.nullish(integer),
    }),
  });
}

export type Listing<Item> = {
  items: Item[];
  metadata: {
    next_token: PageToken | null;
    total_items: number | null;
    row_offset?: number | null | undefined;
  };
};

/** How many rows a first page says there are; null where the index does not count them and they are more than this page. */
export function totalOf({ items, metadata }: Listing<unknown>): number | null {
  return metadata.total_items ?? (metadata.next_token === null ? items.length : null);
}
