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

/** An object id or wallet address. `read-answer.ts` brings it into normal form, so that equal ids are equal strings. */
export const hexId = z.string().check(z.meta({ hexId: true }));

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

/** Leads to the next page. Opaque: sent back as it came, never computed with, and compared for equality only. */
export type PageToken = number | string;

/** The listing envelope: a page of records, where the next page starts, and the total. */
export function listing<Item extends z.ZodMiniType>(item: Item) {
  return record({
    items: z.array(item),
    metadata: record({
      next_token: z.nullable(z.union([z.int(), z.string()])),
      /** Null where an index does not count. */
      total_items: z.nullable(z.int()),
      /** Rows before this page, from an index whose tokens are such offsets; absent from others. */
      row_offset: z.nullish(z.int()),
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
