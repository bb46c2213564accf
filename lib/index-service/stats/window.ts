// The window of statistics (spec 10.5) and its buckets.
import type { statsBuckets } from '@/lib/contract/stats';
import type { Conditions } from '@/lib/index-service/store/conditions';

type Bucket = (typeof statsBuckets)[number];

/** From the first bound up to the second; open where there is none. */
export interface Bounds {
  from?: string | undefined;
  to?: string | undefined;
}

export interface Window extends Bounds {
  bucket: Bucket;
}

const WIDTHS: Readonly<Record<Exclude<Bucket, 'none'>, string>> = {
  minute: '1 minute',
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
};
const A_MONDAY = `timestamptz '2001-01-01 00:00Z'`;

/** SQL of the start of the bucket that holds the time in `column`. In UTC date_bin equals date_trunc, in half the time. */
export function bucketOf(bucket: Bucket, column: string): string {
  return bucket === 'none' ? 'null::timestamptz' : `date_bin('${WIDTHS[bucket]}', ${column}, ${A_MONDAY})`;
}

/** Adds: the time in `column` is within the bounds. */
export function within(where: Conditions, { from, to }: Bounds, column: string): Conditions {
  return where.and(`${column} >= ?::timestamptz`, from).and(`${column} < ?::timestamptz`, to);
}

/** As `within`, for `created`, a time stored in `t.created_on_chain` or in an entry: the column's index narrows the rows down. */
export function createdInWindow(where: Conditions, bounds: Bounds, created: string): Conditions {
  const stored = (side: string) => `t.created_on_chain ${side} ?::timestamptz or t.created_on_chain is null`;
  return within(where, bounds, created).and(stored('>='), bounds.from).and(stored('<'), bounds.to);
}
