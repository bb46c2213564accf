// The usage report (spec 2.2, 4.1). Counters are hourly, so `from` is rounded down and `to` up to the hour.
// Invariant: it covers the calling key only; total_requests is the sum of the buckets it returns.
import type { QueryOutput } from '@/lib/contract/endpoints';
import { ContractError } from '@/lib/contract/errors';
import type { UsageReport } from '@/lib/contract/usage';
import { isoTime } from '@/lib/time/clock';
import type { Database } from '@/lib/index-service/store/database';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
/** The last moment that can be written as RFC 3339: the end of the last hour cannot. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Milliseconds since 1970, with what is finer. */
function preciseMs(time: string): number {
  return Date.parse(time) + Number(`0.${/\.\d{3}(\d+)/.exec(time)?.[1] ?? '0'}`);
}

/** Effective bounds in milliseconds since 1970. Throws INVALID_REQUEST when the requested window is empty or reversed. */
export function usageWindow(
  requested: { from?: string | undefined; to?: string | undefined },
  now: number,
): { from: number; to: number } {
  const to = requested.to === undefined ? now : preciseMs(requested.to);
  const from = requested.from === undefined ? now - WEEK : preciseMs(requested.from);
  if (from >= to)
    throw new ContractError(
      'INVALID_REQUEST',
      'from: must be before to (from is 7 days before now and to is now when omitted)',
    );
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.min(Math.ceil(to / HOUR) * HOUR, LAST_MS) };
}

/** The hour a moment belongs to, in milliseconds since 1970. */
export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR) * HOUR;
}

const BUCKET = { hour: 'hour', day: "date_trunc('day', hour)", total: 'null::timestamptz' } as const;
const GROUP = { scope: 'scope', route: 'route' } as const;

interface Row {
  bucket_start: string | null;
  group: string;
  status_class: string;
  request_count: bigint;
  duration_us: bigint;
}

/** Buckets by time, group and status class. Throws INVALID_REQUEST for an empty window. */
export async function usageReport(
  db: Database,
  keyId: string,
  query: QueryOutput<'keys.usage'>,
  now: number,
): Promise<UsageReport> {
  const window = usageWindow(query, now);
  const [from, to] = [isoTime(window.from), isoTime(window.to)];
  const rows = await db.query<Row>(
    `select ${BUCKET[query.granularity]} as bucket_start, ${GROUP[query.group_by]} as "group", status_class,
            sum(request_count)::bigint as request_count, sum(duration_us)::bigint as duration_us
     from key_usage
     where key_id = $1 and hour >= $2::timestamptz and hour < $3::timestamptz
     group by 1, 2, 3 order by 1, 2, 3`,
    [keyId, from, to],
  );
  const buckets = rows.map(({ duration_us, ...bucket }) => ({
    ...bucket,
    avg_duration_ms: Math.round(Number(duration_us / (bucket.request_count || 1n)) / 1000),
  }));
  return {
    key_id: keyId,
    from,
    to,
    granularity: query.granularity,
    group_by: query.group_by,
    total_requests: buckets.reduce((sum, bucket) => sum + bucket.request_count, 0n),
    buckets,
  };
}
