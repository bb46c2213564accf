// Totals, failures, means and chart columns of a usage report.
// Invariant: every bucket counts in every sum; the range is the effective one the index returned.
import type { OwnRequests } from '@/lib/contract/session';
import type { UsageBucket, UsageReport } from '@/lib/contract/usage';
import { firstWithTies } from './row-order';

/** The group of requests that fall under none (decisions, usage). */
export const NO_GROUP = 'none';

/** The label of a group. No scope: any key may call it. No route: nothing matched the path. */
export function groupWords(group_by: string, group: string): string {
  if (group !== NO_GROUP) return group;
  return group_by === 'route' ? 'no known route' : 'no scope needed';
}

export interface UsageSum {
  name: string;
  requests: bigint;
  /** Null where requests have a status class that is not known. */
  failed: bigint | null;
  /** Mean over all requests, in milliseconds; null when there were none. */
  mean_ms: number | null;
}

export const UNKNOWN_CLASS = 'some requests have a status class that is not known';

/** Whether requests of a status class, or of a status, failed; null where the class is not known. */
function isFailure(status_class: string): boolean | null {
  const [, first] = /^([1-5])(?:xx|\d\d)$/i.exec(status_class) ?? [];
  return first === undefined ? null : first >= '4';
}

function sum(name: string, buckets: readonly UsageBucket[]): UsageSum {
  let requests = 0n;
  let failed: bigint | null = 0n;
  let weighted = 0n;
  for (const bucket of buckets) {
    requests += bucket.request_count;
    weighted += bucket.request_count * BigInt(bucket.avg_duration_ms);
    const hasFailed = isFailure(bucket.status_class);
    if (hasFailed === null && bucket.request_count > 0n) failed = null;
    if (hasFailed === true && failed !== null) failed += bucket.request_count;
  }
  return {
    name,
    requests,
    failed,
    mean_ms: requests === 0n ? null : Number((2n * weighted + requests) / (2n * requests)),
  };
}

function grouped(buckets: readonly UsageBucket[], nameOf: (bucket: UsageBucket) => string): UsageSum[] {
  const groups = new Map<string, UsageBucket[]>();
  for (const bucket of buckets) {
    const name = nameOf(bucket);
    const found = groups.get(name);
    if (found) found.push(bucket);
    else groups.set(name, [bucket]);
  }
  return [...groups].map(([name, of]) => sum(name, of));
}

export function totalOf(report: UsageReport): UsageSum {
  return sum('total', report.buckets);
}

/** Whether a report has the time from `start` to the end of the hour that began at `hour`. */
export function covers(report: UsageReport, start: number, hour: number): boolean {
  return Date.parse(report.from) <= start && Date.parse(report.to) > hour;
}

/** The requests of the buckets from `start` on; null where the report has no buckets or begins later. */
export function sumSince(report: UsageReport, start: number): bigint | null {
  if (Date.parse(report.from) > start || report.granularity === 'total') return null;
  let requests = 0n;
  for (const { bucket_start, request_count } of report.buckets) {
    if (bucket_start === null) return null;
    if (Date.parse(bucket_start) >= start) requests += request_count;
  }
  return requests;
}

/** The total of a report that starts at `start` or later; null for one of another range. */
export function totalSince(report: UsageReport, start: number): bigint | null {
  return Date.parse(report.from) >= start ? report.total_requests : null;
}

/** Sums by status class, in the order of the classes. */
export function byStatusClass(report: UsageReport): UsageSum[] {
  return grouped(report.buckets, (bucket) => bucket.status_class).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Sums by the report's grouping, the busiest first. */
export function byGroup(report: UsageReport): UsageSum[] {
  return grouped(report.buckets, (bucket) => bucket.group).sort((a, b) => {
    if (a.requests === b.requests) return a.name < b.name ? -1 : 1;
    return a.requests < b.requests ? 1 : -1;
  });
}

/** The groups with the longest mean: `limit`, and those as slow as the last of them. */
export function slowest(report: UsageReport, limit: number): UsageSum[] {
  const mean = ({ mean_ms }: UsageSum) => mean_ms ?? 0;
  return firstWithTies(
    byGroup(report).sort((a, b) => mean(b) - mean(a)),
    limit,
    mean,
  );
}

export interface RouteShare {
  route: string;
  /** Counted by the index. */
  total: bigint;
  /** Of that total: the console may be ahead of the index's counters. */
  by_console: bigint;
  by_others: bigint;
}

/** Requests by route, of this console and of other clients in the same window; the busiest first. */
export function routeShares(report: UsageReport, consoleRows: OwnRequests['rows']): RouteShare[] {
  const [from, to] = [Date.parse(report.from), Date.parse(report.to)];
  const byRoute = new Map<string, bigint>();
  for (const { hour, route, requests } of consoleRows) {
    const at = Date.parse(hour);
    if (at >= from && at < to) byRoute.set(route, (byRoute.get(route) ?? 0n) + BigInt(requests));
  }
  return byGroup(report).map(({ name, requests }) => {
    const consoleRequests = byRoute.get(name) ?? 0n;
    const by_console = consoleRequests < requests ? consoleRequests : requests;
    return { route: name, total: requests, by_console, by_others: requests - by_console };
  });
}

export interface UsageColumn {
  /** Start of the bucket, milliseconds. */
  at: number;
  /** One count a group, in the order of `groups`. */
  counts: bigint[];
  total: bigint;
  /** The bucket is not over yet, or the range has only a part of it. */
  incomplete: boolean;
}

const WIDTH_MS: ReadonlyMap<string, number> = new Map(Object.entries({ hour: 3_600_000, day: 86_400_000 }));
/** More columns than this are indistinguishable; such a report is drawn from its buckets alone. */
const MOST_COLUMNS = 2_000;

/** Every bucket of the window in order, empty ones included. Empty for a report without buckets in time. */
export function columnsOf(report: UsageReport, groups: readonly string[], now: number): UsageColumn[] {
  const width = WIDTH_MS.get(report.granularity);
  if (width === undefined) return [];
  const from = Date.parse(report.from);
  const start = Math.floor(from / width) * width;
  const end = Date.parse(report.to);
  const place = new Map(groups.map((name, index) => [name, index]));
  const columns: UsageColumn[] = [];
  for (let at = start; at < end && columns.length < MOST_COLUMNS; at += width)
    columns.push({
      at,
      counts: groups.map(() => 0n),
      total: 0n,
      incomplete: at < from || at + width > Math.min(end, now),
    });
  for (const bucket of report.buckets) {
    if (bucket.bucket_start === null) continue;
    const column = columns[Math.floor((Date.parse(bucket.bucket_start) - start) / width)];
    const index = place.get(bucket.group);
    if (column === undefined || index === undefined) continue;
    column.counts[index] = (column.counts[index] ?? 0n) + bucket.request_count;
    column.total += bucket.request_count;
  }
  return columns;
}
