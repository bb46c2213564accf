// Figures of the last hour's events from counts by minute and family.
export interface MinuteCount {
  /** RFC 3339, the start of the minute; null where the events have no time. */
  bucket_start: string | null;
  /** The family; null for a kind that the index knows and its catalogue does not. */
  group: string | null;
  count: number;
}

const MINUTE_MS = 60_000;
/** Rates are of this many minutes: a single one jumps. */
export const RATE_MINUTES = 5;

export interface EventRates {
  total: number;
  /** Events a minute in the last five full minutes, and in the first five of the window. */
  recent: number;
  earlier: number;
  /** From the start of the window to the current minute, which is not over. */
  minutes: { start: number; count: number }[];
  byFamily: ReadonlyMap<string, number>;
}

/** `since`: the start of the window, a full minute; both times in ms. */
export function eventRates(groups: readonly MinuteCount[], since: number, now: number): EventRates {
  const byMinute = new Map<number, number>();
  const byFamily = new Map<string, number>();
  for (const { bucket_start, group, count } of groups) {
    if (bucket_start === null) continue;
    const start = Date.parse(bucket_start);
    byMinute.set(start, (byMinute.get(start) ?? 0) + count);
    if (group !== null) byFamily.set(group, (byFamily.get(group) ?? 0) + count);
  }
  const current = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const minutes: EventRates['minutes'] = [];
  for (let start = since; start <= current; start += MINUTE_MS)
    minutes.push({ start, count: byMinute.get(start) ?? 0 });
  const rate = (some: EventRates['minutes']) =>
    some.reduce((sum, { count }) => sum + count, 0) / Math.max(1, some.length);
  return {
    total: [...byMinute.values()].reduce((sum, count) => sum + count, 0),
    recent: rate(minutes.slice(0, -1).slice(-RATE_MINUTES)),
    earlier: rate(minutes.slice(0, RATE_MINUTES)),
    minutes,
    byFamily,
  };
}
