// Building blocks of responses (spec 2.1). Unknown keys and enum values pass; a missing or mistyped field is an error.
// Invariant: an `integer<int64>` is a bigint, so that no amount is ever rounded.
import * as z from 'zod/mini';
import './zod-messages';

/** An object of an answer: declared fields are checked, unknown keys pass. */
export const record = z.looseObject;

const U64_MAX = (1n << 64n) - 1n;
const DECIMAL = /^-?\d{1,20}$/;

/** `integer<int64>`: number, bigint or decimal string in; bigint out. */
export const int64 = z
  .pipe(
    z.union([z.bigint(), z.int(), z.string().check(z.regex(DECIMAL))]),
    z.transform((value) => BigInt(value)),
  )
  .check(z.meta({ json: 'int64' }));

/** A u64 inside an event payload: as int64, but never negative and never beyond 2^64 - 1. */
export const u64 = int64.check(
  z.refine((value) => value >= 0n && value <= U64_MAX, 'must be an unsigned 64-bit integer'),
);

/** Stands in for `__proto__`, which zod leaves out of every object. No recorded text has a NUL. */
const HIDDEN_PROTO = '\u0000proto';

function renamed(value: unknown, from: string, to: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, from)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key === from ? to : key, item]));
}

/** An object whose keys are names that others chose. Read it with `Object.entries` or `Object.hasOwn`: a name may be `constructor`. */
export function byName<Schema extends z.ZodMiniType>(item: Schema) {
  type Items = Record<string, z.output<Schema>>;
  return z.pipe(
    z.pipe(
      z.transform((value) => renamed(value, '__proto__', HIDDEN_PROTO)),
      z.record(z.string(), item),
    ),
    z.transform((items) => renamed(items, HIDDEN_PROTO, '__proto__') as Items),
  );
}

/** A column that the specification does not name: an index may have others. Absent is null. */
export function unspecified<Schema extends z.ZodMiniType>(column: Schema) {
  return z.pipe(
    z.nullish(column),
    z.transform((value) => value ?? null),
  );
}

/** RFC 3339. Kept as text: the browser formats it, and precision beyond milliseconds is not lost. */
export const timestamp = z.string().check(z.meta({ format: 'date-time' }));

/** A string with documented values, open to values of later releases. Strict checks demand a known one. */
export function openEnum<const Values extends readonly string[]>(values: Values) {
  return z.string().check(z.meta({ known: values }));
}

/** created_at, updated_at (when the index wrote the row) and onchain_created_at (null until known): on every projected object. */
export const rowTimes = {
  created_at: timestamp,
  updated_at: timestamp,
  onchain_created_at: z.nullable(timestamp),
};

/** The listing envelope: a page of records, where the next page starts, and the exact total. */
export function listing<Item extends z.ZodMiniType>(item: Item) {
  return record({
    items: z.array(item),
    metadata: record({ next_token: z.nullable(z.int()), total_items: z.int() }),
  });
}

export type Listing<Item> = {
  items: Item[];
  metadata: { next_token: number | null; total_items: number };
};
