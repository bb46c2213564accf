// Numbers (spec 2.1). Invariant: an `integer<int64>` is a bigint, so that no amount is ever rounded.
// JSON numbers, bigint and decimal strings are read.
import * as z from 'zod/mini';

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

/** An integer that fits a double: int32 ids, totals, durations in milliseconds. */
export const count = z.int();
