// SQL of duration figures: count, median, p95, maximum and mean; exact from single durations, or from a histogram of them.
// Invariant: a duration from the histogram is within 2 % of an exact one.

/** Of `duration_ms`; they are durations that occurred. */
export const PERCENTILES = {
  duration_p50_ms: 'percentile_disc(0.5) within group (order by duration_ms)',
  duration_p95_ms: 'percentile_disc(0.95) within group (order by duration_ms)',
  duration_max_ms: 'max(duration_ms)',
};

/** Milliseconds add up exactly as doubles, which the embedded engine adds much faster than whole numbers. */
export const MEAN_DURATION = `count(duration_ms)::int as timed,
  round(sum(duration_ms::float8)::numeric / nullif(count(duration_ms), 0)) as duration_mean_ms`;

export const DURATIONS = [
  MEAN_DURATION,
  ...Object.entries(PERCENTILES).map(([name, sql]) => `${sql} as ${name}`),
].join(', ');

/** Size classes of the histogram grow by this factor, so the middle of a class is within 2 % of every duration in it. */
const GROWTH = 1.04;
const UNTIMED = -2;
const ZERO = -1;

/** SQL of the size class of a duration. */
export function sizeOf(duration: string): string {
  return `case when ${duration} is null then ${UNTIMED} when ${duration} = 0 then ${ZERO}
    else ceil(ln(${duration}::float8) / ln(${GROWTH}::float8))::int end`;
}

/** SQL of the duration in the middle of a size class. */
function durationOf(size: string): string {
  return `case when ${size} = ${ZERO} then 0
    else round(2 * power(${GROWTH}::float8, ${size}) / ${1 + GROWTH})::bigint end`;
}

const IS_TIMED = `size > ${UNTIMED}`;

/** SQL of the rows that `HISTOGRAM_DURATIONS` reads, from a select of bucket_start, "group", outcome, size, visits and total_ms. */
export function histogramOf(counts: string): string {
  return `select *,
      coalesce(sum(visits) filter (where ${IS_TIMED}) over (partition by bucket_start, "group"), 0) as timed,
      sum(visits) filter (where ${IS_TIMED}) over (partition by bucket_start, "group" order by size) as up_to
    from (
      select bucket_start, "group", null::text as subgroup, outcome, size, sum(visits) as visits, sum(total_ms) as total_ms
      from (${counts}) counts (bucket_start, "group", outcome, size, visits, total_ms) group by 1, 2, 4, 5
    ) sizes`;
}

const percentile = (share: number) =>
  durationOf(`min(size) filter (where ${IS_TIMED} and up_to >= ${share} * timed)`);

/** The same figures as `DURATIONS`, of a histogram. */
export const HISTOGRAM_DURATIONS = `max(timed)::int as timed,
  ${percentile(0.5)} as duration_p50_ms,
  ${percentile(0.95)} as duration_p95_ms,
  ${durationOf(`max(size) filter (where ${IS_TIMED})`)} as duration_max_ms,
  round(sum(total_ms) / nullif(max(timed), 0)) as duration_mean_ms`;
