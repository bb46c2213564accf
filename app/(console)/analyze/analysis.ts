// The question in the page's URL, the queries that answer it, and their answers as rows and columns.
// Invariant: every figure is a group of the index; only differences, shares and the rest of a chart are computed here.
import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { type DroppedFilter, readFilters } from '@/lib/client/filter-url';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Read } from '@/lib/client/read';
import { type Answer, endpoint, type QueryInput } from '@/lib/contract/endpoints';
import { MOST_GROUPS } from '@/lib/contract/stats';
import { MEASURE_NAMES, MEASURES, type MeasureName } from '@/lib/view/analyze';
import { isCause, isTime, type TimeDimension } from '@/lib/view/analyze-dimensions';
import type { Measure, StatsGroup, StatsName } from '@/lib/view/analyze-measure';
import { bucketsOf, groupsQuery, rowsHref, weeksQuery } from '@/lib/view/analyze-rows';
import { percentShares } from '@/lib/view/percent';
import { PERIOD_LABELS, type Span, STEP_MS } from '@/lib/view/periods';
import { FILTER_LABELS } from './filter-labels';
import { isAllTime, isCompared, isDivisible, type Period, PERIOD_NAMES, spans } from './period';

export const urlParsers = {
  measure: parseAsStringLiteral(MEASURE_NAMES).withDefault('cost'),
  /** By default the measure's first dimension. */
  by: parseAsString,
  and: parseAsString.withDefault('day'),
  period: parseAsStringLiteral(PERIOD_NAMES).withDefault('7d'),
  /** Dates instead of a period, read as the endpoint reads them. */
  from: parseAsString,
  to: parseAsString,
  /** `value.desc` */
  sort: parseAsString,
};
type AnalysisUrl = inferParserType<typeof urlParsers>;
export const loadAnalysisUrl = createLoader(urlParsers);

export const NONE = 'none';

/** What is asked. */
export interface Analysis extends Period {
  name: MeasureName;
  measure: Measure;
  /** One or two that are no time; none where only a time is. */
  dimensions: readonly string[];
  time: TimeDimension | null;
  filters: Readonly<Record<string, string>>;
  /** What of the URL is not used. */
  dropped: readonly DroppedFilter[];
}

/** Groups with figures by time. */
const DIVIDED_GROUPS = 50;
/** Tabs and visitors with the same key share figures of this age. */
const SHARED_MS = 30_000;
const STALE_MS = 5 * 60_000;

/** Those of the endpoint that the measure does not have itself. */
const filterKeys = ({ endpoint: name, asks = {} }: Pick<Measure, 'endpoint' | 'asks'>) =>
  Object.keys(FILTER_LABELS[name])
    .flatMap((key) => [key, `min_${key}`, `max_${key}`])
    .filter((key) => key in endpoint(name).query.shape && !(key in asks));

/** Those of every measure. */
const FILTER_KEYS = [
  ...new Set((Object.keys(FILTER_LABELS) as StatsName[]).flatMap((name) => filterKeys({ endpoint: name }))),
];

/** The filters and dates in the URL, as the endpoint takes them. */
function selectionOf(measure: Measure, search: URLSearchParams) {
  const { query, dropped } = readFilters(measure.endpoint, search);
  const { from, to } = query;
  const keys = filterKeys(measure);
  const others = FILTER_KEYS.filter((key) => !keys.includes(key)).map((key) => ({
    key,
    value: search.get(key) ?? '',
    reason: 'is not a filter of this measure',
  }));
  return {
    dates: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
    filters: Object.fromEntries(
      Object.entries(query as Record<string, string>).filter(([key]) => keys.includes(key)),
    ),
    dropped: [...dropped.filter(({ key }) => ['from', 'to', ...keys].includes(key)), ...others],
  };
}

export const isDimension = ({ dimensions }: Measure, name: string) =>
  Object.hasOwn(dimensions, name) || isTime(name);

/** The question of a URL. A dimension that the measure does not have is replaced by its first. */
export function analysisOf(
  url: AnalysisUrl,
  search: URLSearchParams,
  end: string,
  begin: number | null = null,
): Analysis {
  const { measure: name, period } = url;
  const measure: Measure = MEASURES[name];
  const { dates, filters, dropped } = selectionOf(measure, search);
  const isColumn = (unit: TimeDimension) => isDivisible({ period, dates, begin }, unit, end);
  const isKnown = (dimension: string) => isDimension(measure, dimension);
  const [first = ''] = Object.keys(measure.dimensions);
  const by = url.by !== null && isKnown(url.by) ? url.by : first;
  const and = isKnown(url.and) && url.and !== by && !(isTime(url.and) && isTime(by)) ? url.and : NONE;
  const both = [by, and].filter((dimension) => dimension !== NONE);
  const time = both.find(isTime) ?? null;
  const choices: readonly [key: string, isRead: (value: string) => boolean, reason: string][] = [
    ['measure', (value) => Object.hasOwn(MEASURES, value), 'is not a measure'],
    ['by', isKnown, 'is not a dimension of this measure'],
    ['and', (value) => value === NONE || isKnown(value), 'is not a dimension of this measure'],
    ['period', (value) => Object.hasOwn(PERIOD_LABELS, value), 'is not a period'],
  ];
  const unread = choices.flatMap(([key, isRead, reason]) => {
    const value = search.get(key) ?? '';
    return isRead(value) ? [] : [{ key, value, reason }];
  });
  return {
    name,
    measure,
    dimensions: both.filter((dimension) => !isTime(dimension)),
    time: time === null ? null : (([time, 'day'] as const).find(isColumn) ?? 'week'),
    period,
    dates,
    begin,
    filters,
    dropped: [...unread, ...dropped].filter(({ value }) => value !== ''),
  };
}

/** The two dimensions as chosen: a time is the second unless it is the only one. */
export const selectedDimensions = ({ dimensions, time }: Analysis): string[] => [
  ...dimensions,
  ...(time === null ? [] : [time]),
];

/** Whether each row of a dimension has figures by time. */
export const isDivided = ({ dimensions, time }: Analysis) => dimensions.length === 1 && time !== null;

/** What the rows are grouped by: by a time only where that is all. */
export const rowDimensions = (analysis: Analysis) =>
  analysis.dimensions.length === 0 ? selectedDimensions(analysis) : analysis.dimensions;

/** The dimensions without those that say how an execution failed; null where there are none of those. */
function withoutCauses({ name, dimensions }: Analysis): readonly string[] | null {
  return name === 'failure_rate' && dimensions.some(isCause)
    ? dimensions.filter((dimension) => !isCause(dimension))
    : null;
}

/** Whether the groups add up to the total: neither where one row is in several, nor rates of different wholes. */
export function addsUp(analysis: Analysis): boolean {
  const { measure, dimensions } = analysis;
  if (dimensions.some((dimension) => measure.dimensions[dimension]?.overlaps !== undefined)) return false;
  return measure.additive || withoutCauses(analysis)?.length === 0;
}

/** Whether the value is 0 where there is no group: others, as durations, are then of nothing. */
export const isZeroWithoutRows = ({ additive, signed, unit }: Measure) =>
  additive || signed === true || unit === 'count';

/** Where all of time begins: the first week in which the endpoint has figures. */
export function historyQuery(analysis: Analysis, end: string, by?: Read) {
  const { endpoint: name } = analysis.measure;
  return {
    ...figureQuery(name, weeksQuery(name), by),
    enabled: end !== '' && isAllTime(analysis),
  };
}

/** `end` where there are no figures; null while that is not known. */
export function beginOf(history: Answer<StatsName> | undefined, end: string): number | null {
  return history === undefined ? null : Date.parse(history.groups[0]?.bucket_start ?? end);
}

function figureQuery(name: StatsName, query: QueryInput<StatsName>, by?: Read) {
  const options = endpointQuery<StatsName>(name, {}, query, by, SHARED_MS);
  return {
    ...options,
    // Live events do not refresh it.
    queryKey: ['figure', ...options.queryKey] as readonly unknown[],
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
  };
}

/** The queries, in the order in which `resultOf` takes their answers. `end` is empty while the time is not known. */
export function analysisQueries(analysis: Analysis, end: string, by?: Read) {
  const { measure, time, filters } = analysis;
  const { current, before } = spans(analysis, end);
  const ask = (
    span: Span,
    dimensionsOf: readonly string[] | null,
    more: { limit?: string; total?: 'true' } = {},
  ) => {
    const query = groupsQuery(measure, span, filters, dimensionsOf ?? [], more);
    const isKnown = end !== '' && (analysis.begin !== null || !isAllTime(analysis));
    return {
      ...figureQuery(measure.endpoint, query, by),
      enabled: isKnown && dimensionsOf !== null && (span === current || isCompared(analysis)),
    };
  };
  const rows = rowDimensions(analysis);
  const buckets = time === null ? 1 : bucketsOf(current, time).length;
  const divided = isDivided(analysis) ? selectedDimensions(analysis) : null;
  const times = divided?.filter(isTime) ?? null;
  const whole = withoutCauses(analysis);
  return [
    ask(current, rows, { total: 'true' }),
    ask(before, rows, { total: 'true' }),
    ask(current, divided, { limit: String(Math.min(DIVIDED_GROUPS, Math.floor(MOST_GROUPS / buckets))) }),
    ask(current, times),
    ask(before, times),
    ask(current, whole),
    ask(before, whole),
  ] as const;
}

type Stats = Answer<StatsName>;
type Value = bigint | number | null;

export interface Bucket extends Span {
  start: number;
  value: Value;
  before: Value;
  href: string | null;
  /** Not over yet. */
  growing: boolean;
}

export interface Cell {
  value: Value;
  href: string | null;
}

export interface AnalysisRow {
  key: string;
  /** Values of the dimensions, with what they do. */
  names: readonly { dimension: string; value: string | null; title: string | null }[];
  /** Of a row that is a time. */
  bucket: (Span & { start: number }) | null;
  value: Value;
  before: Value;
  /** What is known of the period before. */
  comparison: Comparison;
  /** There was no such group in the period before. */
  isNew: boolean;
  /** Percent of the total, to a tenth, which add up; null where groups do not add up to it. */
  share: string | null;
  /** The same in the period before; null where that is not known. */
  shareBefore: string | null;
  /** 0 where the group is of the period before only. */
  count: number;
  href: string | null;
  /** To all that `count` counts. */
  countHref: string | null;
  beforeHref: string | null;
  /** By the start of their bucket; null where the row is not divided. */
  cells: ReadonlyMap<number, Cell> | null;
}

/** Not comparable: no bucket of the period before is a row's, as where it is not whole weeks earlier. Not indexed: it is before the history. */
export type Comparison = 'known' | 'pending' | 'not comparable' | 'not indexed';

export interface AnalysisResult {
  rows: readonly AnalysisRow[];
  /** The rows are times. */
  isTimeline: boolean;
  buckets: readonly Bucket[];
  total: StatsGroup | null;
  /** That of the period before. */
  before: StatsGroup | null;
  totalValue: Value;
  totalBefore: Value;
  totalComparison: Comparison;
  totalHref: string | null;
  totalBeforeHref: string | null;
  undated: number;
  left_out: number;
}

const startOf = ({ bucket_start }: StatsGroup) => (bucket_start === null ? 0 : Date.parse(bucket_start));
const keyOf = ({ group, subgroup }: StatsGroup) => JSON.stringify([group, subgroup]);

type RowWithoutShare = Omit<AnalysisRow, 'share' | 'shareBefore'>;

/** Answers as rows and columns; undefined while the first is missing. Of a span that is not indexed nothing is known, which is not zero. */
export function resultOf(
  analysis: Analysis,
  end: string,
  answers: readonly (Stats | undefined)[],
  isIndexed: (span: Span) => boolean = () => true,
): AnalysisResult | undefined {
  const { measure, dimensions, time, filters } = analysis;
  const { current, before: spanBefore } = spans(analysis, end);
  const [groups, answerBefore, divided, timeline, timelineBefore, whole, wholeBefore] = answers;
  if (groups === undefined) return undefined;
  const before = isIndexed(spanBefore) ? answerBefore : undefined;
  // No list has the records of leaders as rows: an event can be a record of two.
  const countHref = (span: Span, values: Parameters<typeof rowsHref>[3]) =>
    measure.base === 'record'
      ? null
      : rowsHref({ ...measure, rows: measure.all ?? {} }, span, filters, values);

  const isOfCause = withoutCauses(analysis) !== null;
  /** The group of the same values without the cause, of which a group is a share; undefined until it is known. */
  const wholeOf = (group: StatsGroup, of: Stats | undefined): StatsGroup | undefined => {
    if (!isOfCause) return group;
    const { bucket_start, group: first, subgroup } = group;
    if (bucket_start !== null)
      return timeline?.groups.find((candidate) => candidate.bucket_start === bucket_start);
    const other = isCause(dimensions[0] ?? '') ? subgroup : first;
    return of?.groups.find((candidate) => dimensions.length === 1 || candidate.group === other);
  };
  const valueOf = (group: StatsGroup, of = whole): Value => {
    const ofAll = wholeOf(group, of);
    return ofAll === undefined ? null : measure.value(group, ofAll);
  };
  /** Of a group that is not a share of another; `absent` where there is none. */
  const ownValue = (group: StatsGroup | null | undefined): Value =>
    group === undefined || group === null ? absent : measure.value(group, group);
  const valuesOf = (group: StatsGroup) =>
    dimensions.map((dimension, place) => [dimension, place === 0 ? group.group : group.subgroup] as const);
  const absent: Value = isZeroWithoutRows(measure) ? 0 : null;

  const shift = current.from - spanBefore.from;
  const bucketSpans = time === null ? [] : bucketsOf(current, time);
  const ofTimes = dimensions.length === 0 ? groups : timeline;
  const ofTimesBefore = dimensions.length === 0 ? before : timelineBefore;
  const byStart = new Map(ofTimes?.groups.map((group) => [startOf(group), group]));
  const beforeByStart = new Map(ofTimesBefore?.groups.map((group) => [startOf(group) + shift, group]));
  const isComparable = time === null || shift % STEP_MS[time] === 0;
  const earlierThan = ({ from, to }: Span): Span => ({ from: from - shift, to: to - shift });
  const isKnownBefore = (span: Span) =>
    isComparable && ofTimesBefore !== undefined && isIndexed(earlierThan(span));
  const buckets = bucketSpans.map((span): Bucket => ({
    ...span,
    value: ownValue(byStart.get(span.start)),
    before: isKnownBefore(span) ? ownValue(beforeByStart.get(span.start)) : null,
    href: rowsHref(measure, span, filters, []),
    growing: span.to === current.to && current.to <= Date.parse(analysis.dates.to ?? end),
  }));

  const spanByStart = new Map(bucketSpans.map((span) => [span.start, span]));
  const cells = new Map<string, Map<number, Cell>>();
  for (const group of divided?.groups ?? []) {
    const span = spanByStart.get(startOf(group));
    if (span === undefined) continue;
    const key = keyOf(group);
    const ofRow = cells.get(key) ?? new Map<number, Cell>();
    cells.set(
      key,
      ofRow.set(span.start, {
        value: valueOf(group),
        href: rowsHref(measure, span, filters, valuesOf(group)),
      }),
    );
  }

  const beforeByKey = new Map(before?.groups.map((group) => [keyOf(group), group]));
  const zero: Value = isOfCause ? 0 : absent;
  const comparisonWith = (span: Span, isRead: boolean): Comparison => {
    if (!isIndexed(span)) return 'not indexed';
    return isRead ? 'known' : 'pending';
  };
  const totalComparison = comparisonWith(spanBefore, before !== undefined);
  const rowComparison = comparisonWith(
    spanBefore,
    before !== undefined && (!isOfCause || wholeBefore !== undefined),
  );
  const rowOf = (group: StatsGroup): RowWithoutShare => {
    const earlier = beforeByKey.get(keyOf(group));
    const values = valuesOf(group);
    const isNew = earlier === undefined && before?.left_out === 0;
    const none: Value = isNew ? zero : null;
    return {
      key: keyOf(group),
      names: values.map(([dimension, value], place) => ({
        dimension,
        value,
        title: place === 0 ? group.title : group.subtitle,
      })),
      bucket: null,
      value: valueOf(group),
      before: earlier === undefined ? none : valueOf(earlier, wholeBefore),
      comparison: rowComparison,
      isNew,
      count: group.count,
      href: rowsHref(measure, current, filters, values),
      countHref: countHref(current, values),
      beforeHref: rowsHref(measure, spanBefore, filters, values),
      cells: isDivided(analysis) ? (cells.get(keyOf(group)) ?? null) : null,
    };
  };
  /** A group of the period before that has no rows in this one. */
  const stoppedRow = (group: StatsGroup): RowWithoutShare => ({
    ...rowOf(group),
    value: wholeOf(group, whole) === undefined ? null : zero,
    count: 0,
    href: null,
    countHref: null,
    cells: divided === undefined ? null : new Map(),
  });
  const timeRow = (bucket: Bucket): RowWithoutShare => ({
    key: String(bucket.start),
    names: [],
    bucket,
    value: bucket.value,
    before: bucket.before,
    comparison: isComparable ? comparisonWith(earlierThan(bucket), before !== undefined) : 'not comparable',
    isNew: false,
    count: byStart.get(bucket.start)?.count ?? 0,
    href: bucket.href,
    countHref: countHref(bucket, []),
    beforeHref: isComparable ? rowsHref(measure, earlierThan(bucket), filters, []) : null,
    cells: null,
  });
  // Executions that did not fail have no cause.
  const isShown = (row: RowWithoutShare) => !isOfCause || row.value === null || Number(row.value) > 0;
  const isTimeline = dimensions.length === 0;
  const keys = new Set(groups.groups.map(keyOf));
  // Nothing is known of a group that may be among those left out, or whose figure is not zero without rows.
  const stopped =
    zero === 0 && groups.left_out === 0
      ? (before?.groups ?? [])
          .filter((group) => !keys.has(keyOf(group)))
          .map((group) => ({ row: stoppedRow(group), of: undefined, earlier: group }))
          .filter(({ row }) => Number(row.before) > 0)
      : [];
  const rows = isTimeline
    ? buckets
        .map((bucket) => ({
          row: timeRow(bucket),
          of: byStart.get(bucket.start),
          earlier: beforeByStart.get(bucket.start),
        }))
        .reverse()
    : [
        ...groups.groups
          .map((group) => ({ row: rowOf(group), of: group, earlier: beforeByKey.get(keyOf(group)) }))
          .filter(({ row }) => isShown(row)),
        ...stopped,
      ];
  const partOf = (group: StatsGroup | null | undefined) =>
    BigInt((group && (measure.part ?? measure.value)(group, group)) ?? 0);
  const sharesOf = (parts: readonly (StatsGroup | undefined)[], total: StatsGroup | null) =>
    addsUp(analysis) ? percentShares(parts.map(partOf), partOf(total)) : null;
  const shares = sharesOf(
    rows.map(({ of }) => of),
    groups.total,
  );
  const sharesBefore =
    before === undefined || !isComparable
      ? null
      : sharesOf(
          rows.map(({ earlier }) => earlier),
          before.total,
        );
  return {
    rows: rows.map(({ row }, place) => ({
      ...row,
      share: shares?.[place] ?? null,
      shareBefore: sharesBefore?.[place] ?? null,
    })),
    isTimeline,
    buckets,
    total: groups.total,
    before: before?.total ?? null,
    totalValue: ownValue(groups.total),
    totalBefore: before === undefined ? null : ownValue(before.total),
    totalComparison,
    totalHref: rowsHref(measure, current, filters, []),
    totalBeforeHref: rowsHref(measure, spanBefore, filters, []),
    undated: groups.undated,
    left_out: groups.left_out,
  };
}
