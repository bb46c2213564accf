'use client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { FilterBar } from '@/components/data-table/filter-bar';
import { type ChangeFilters, controlsOf, type FilterControl } from '@/components/data-table/filter-controls';
import { readSort, sortText } from '@/components/data-table/sort-rows';
import { useSaveExport } from '@/components/export/use-save-export';
import { ListingNotes } from '@/components/listing/listing-notes';
import { SavedViews } from '@/components/listing/saved-views';
import { usePageUrl } from '@/components/listing/use-url';
import { usePeriodEnd } from '@/components/record/use-period-end';
import { NoStatistics } from '@/components/shell/no-statistics';
import { Unloaded } from '@/components/shell/read-failure';
import { HistoryGap, useHistoryGaps } from '@/components/shell/source-mark';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { useNameOf } from '@/components/values/names';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { requestPath } from '@/lib/contract/endpoint-url';
import { MEASURE_NAMES, MEASURES } from '@/lib/view/analyze';
import { isTime, TIMES, type TimeDimension } from '@/lib/view/analyze-dimensions';
import { groupsQuery } from '@/lib/view/analyze-rows';
import { type AnalyzePeriod, PERIOD_LABELS } from '@/lib/view/periods';
import { minuteTime } from '@/lib/view/time';
import {
  type Analysis,
  analysisOf,
  analysisQueries,
  type AnalysisResult,
  beginOf,
  historyQuery,
  selectedDimensions,
  isDimension,
  NONE,
  resultOf,
  rowDimensions,
  urlParsers,
} from './analysis';
import { Chart, Parts, Verdict } from './analysis-summary';
import { AnalysisTable, MOST_COLUMNS } from './analysis-table';
import { FILTER_LABELS } from './filter-labels';
import { isAllTime, isCompared, isDivisible, PERIOD_NAMES, previousOf, spans } from './period';
import { basis, rowText, titleOf } from './presentation';

interface ChooserProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: React.ReactNode;
}

/** One part of the question: its name and a native select. */
function Chooser({ label, value, onChange, children }: ChooserProps) {
  return (
    <label className="control inline-flex h-[30px] items-center gap-1.5 rounded-full border border-accent bg-accent-weak pl-3 text-xs text-2">
      {label}
      <Select
        className="field-sizing-content h-full! w-auto! rounded-full! border-0! bg-transparent! pr-2! pl-0! font-semibold text-text"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </Select>
    </label>
  );
}

function MeasureOptions() {
  const topics = [...new Set(MEASURE_NAMES.map((name) => MEASURES[name].topic))];
  return topics.map((topic) => (
    <optgroup key={topic} label={topic}>
      {MEASURE_NAMES.filter((name) => MEASURES[name].topic === topic).map((name) => (
        <option key={name} value={name}>
          {MEASURES[name].label}
        </option>
      ))}
    </optgroup>
  ));
}

interface DimensionOptionsProps {
  analysis: Analysis;
  end: string;
  /** The other dimension. */
  other: string;
}

function DimensionOptions({ analysis, end, other }: DimensionOptionsProps) {
  return (
    <>
      {Object.entries(analysis.measure.dimensions).map(([name, { label }]) => (
        <option key={name} value={name} disabled={name === other}>
          {label}
        </option>
      ))}
      {(Object.keys(TIMES) as TimeDimension[]).map((name) => (
        <option key={name} value={name} disabled={isTime(other) || !isDivisible(analysis, name, end)}>
          {TIMES[name]}
        </option>
      ))}
    </>
  );
}

/** Saves the rows of the table, a column for each hour, day or week. */
function useSaveAnalysis() {
  const save = useSaveExport();
  return (analysis: Analysis, result: AnalysisResult, end: string) => {
    const { measure, time, filters } = analysis;
    const query = groupsQuery(measure, spans(analysis, end).current, filters, rowDimensions(analysis), {
      total: 'true',
    });
    void save({
      form: 'csv',
      items: result.rows,
      facts: {
        what: `${measure.label.toLowerCase()} by ${selectedDimensions(analysis).join(' and ')}`,
        request: requestPath(measure.endpoint, {}, query),
        rows_from: `groups of the index${isCompared(analysis) ? ', with those of the previous period' : ''}`,
        total_items: result.rows.length + result.left_out,
        complete: result.left_out === 0,
      },
      rowOf: (row) => ({
        ...(row.bucket !== null && { [time ?? 'time']: new Date(row.bucket.start).toISOString() }),
        ...Object.fromEntries(row.names.map(({ dimension, value }) => [dimension, value])),
        ...(row.names.some(({ title }) => title !== null) && { name: rowText(row, analysis) }),
        [analysis.name]: row.value,
        ...(isCompared(analysis) && { before: row.before }),
        [`${measure.base}s`]: row.count,
        ...Object.fromEntries(
          row.cells === null
            ? []
            : result.buckets.map(({ start }) => [
                new Date(start).toISOString(),
                row.cells?.get(start)?.value ?? null,
              ]),
        ),
      }),
    });
  };
}

/** With the reader's labels, and names that groups have no title for. */
function namedResult(result: AnalysisResult, nameOf: (id: string) => string | null): AnalysisResult {
  const rows = result.rows.map((row) => ({
    ...row,
    names: row.names.map((name) => ({ ...name, title: nameOf(name.value ?? '') ?? name.title })),
  }));
  return { ...result, rows };
}

const DATES: FilterControl = { kind: 'time', key: 'created', label: 'Dates', keys: ['from', 'to'] };
/** Instead of a period. */
const CUSTOM = 'custom';

const DEFAULT_SORT = { column: 'value', descending: true };

export function AnalyzePage() {
  const [url, setUrl] = useQueryStates(urlParsers, { history: 'push' });
  const page = usePageUrl();
  const end = usePeriodEnd();
  const history = useQuery(historyQuery(analysisOf(url, page.search, end), end));
  const analysis = analysisOf(url, page.search, end, beginOf(history.data, end));
  const { measure, dimensions, time, period, dates, begin, filters, dropped } = analysis;
  const { current, before } = spans(analysis, end);
  const hasDates = Object.keys(dates).length > 0;
  const selected = { ...dates, ...filters };
  const answers = useQueries({ queries: [...analysisQueries(analysis, end)] });
  const gapOf = useHistoryGaps();
  const groups = isAllTime(analysis) && analysis.begin === null ? history : answers[0];
  const answered = resultOf(
    analysis,
    end,
    answers.map(({ data }) => data),
    (span) => gapOf(span) !== 'not indexed',
  );
  const nameOf = useNameOf();
  const result = answered && namedResult(answered, nameOf);
  const save = useSaveAnalysis();
  const [by = '', and = NONE] = selectedDimensions(analysis);
  const sort =
    readSort(url.sort) ?? (dimensions.length === 0 ? { column: 'name', descending: true } : DEFAULT_SORT);
  const controls = [
    DATES,
    ...controlsOf(measure.endpoint, FILTER_LABELS[measure.endpoint]).filter(
      ({ key }) => !(key in (measure.asks ?? {})),
    ),
  ];
  const changeFilters: ChangeFilters = (change, { replace = false } = {}) => {
    const next = new URLSearchParams(page.search);
    for (const { key } of dropped) next.delete(key);
    for (const [key, value] of Object.entries(change)) {
      if (value === undefined || value === '') next.delete(key);
      else next.set(key, value);
    }
    (replace ? page.replace : page.push)(next);
  };
  const changeMeasure = (next: string) => {
    const name = next as typeof url.measure;
    const has = (dimension: string) => isDimension(MEASURES[name], dimension);
    void setUrl({
      measure: name,
      sort: null,
      ...(url.by !== null && !has(url.by) && { by: null }),
      ...(!has(url.and) && { and: NONE }),
    });
  };
  const isNotThere = isNotProvided(failureOf(groups?.error ?? null));
  const isWide = result !== undefined && result.buckets.length > MOST_COLUMNS;
  return (
    <>
      <PageHeader
        title="Analyze"
        note={titleOf(analysis)}
        actions={
          <>
            <SavedViews />
            <Button
              disabled={result === undefined || result.rows.length === 0}
              onClick={() => answered !== undefined && save(analysis, answered, end)}
            >
              CSV
            </Button>
          </>
        }
      />
      <div role="group" aria-label="Question" className="mb-2.5 flex flex-wrap items-center gap-1.5">
        <Chooser label="Measure" value={analysis.name} onChange={changeMeasure}>
          <MeasureOptions />
        </Chooser>
        <Chooser label="by" value={by} onChange={(next) => void setUrl({ by: next, and, sort: null })}>
          <DimensionOptions analysis={analysis} end={end} other={and} />
        </Chooser>
        <Chooser
          label="and"
          value={and}
          onChange={(next) => void setUrl({ ...(url.by !== null && { by }), and: next, sort: null })}
        >
          <option value={NONE}>nothing else</option>
          <DimensionOptions analysis={analysis} end={end} other={by} />
        </Chooser>
        <Chooser
          label="Period"
          value={hasDates ? CUSTOM : period}
          onChange={(next) =>
            void setUrl(
              next === CUSTOM
                ? {
                    from: new Date(current.from).toISOString(),
                    to: new Date(current.to - 1).toISOString(),
                  }
                : { period: next as AnalyzePeriod, from: null, to: null },
            )
          }
        >
          {PERIOD_NAMES.map((name) => (
            <option key={name} value={name}>
              {PERIOD_LABELS[name]}
            </option>
          ))}
          <option value={CUSTOM}>Custom dates</option>
        </Chooser>
        <span className="text-xs text-3">
          {end !== '' && (begin !== null || !isAllTime(analysis)) && (
            <>
              since {minuteTime(current.from, 'utc')}
              {isAllTime(analysis) && ', the first week indexed'}
              <HistoryGap span={current} />
              {isCompared(analysis) && (
                <>
                  , compared with the {previousOf(analysis)}
                  <HistoryGap span={before} />
                </>
              )}
            </>
          )}
        </span>
      </div>
      <FilterBar
        controls={controls}
        filters={selected}
        most={9}
        onChange={changeFilters}
        onClear={() =>
          changeFilters(Object.fromEntries(Object.keys(selected).map((key) => [key, undefined])))
        }
        note={result?.total === undefined ? undefined : basis(analysis, result)}
      />
      <ListingNotes dropped={dropped} renamed={[]} />
      {isNotThere && <NoStatistics />}
      {!isNotThere && (
        <Panel aria-label="Analysis">
          {result === undefined && (
            <Unloaded
              query={groups ?? { error: null, refetch: () => undefined }}
              what="the figures"
              waiting={
                <div className="p-3">
                  <Skeleton className="block h-[420px] w-full" />
                </div>
              }
            />
          )}
          {result !== undefined && result.rows.length === 0 && (
            <EmptyState
              kind={Object.keys(filters).length > 0 ? 'filtered-out' : 'nothing-yet'}
              title={gapOf(current) ?? `No ${measure.base}s in this period`}
            />
          )}
          {result !== undefined && result.rows.length > 0 && (
            <>
              <div
                className={
                  isWide || time === null || measure.signed === true
                    ? 'border-b border-line'
                    : 'grid border-b border-line xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]'
                }
              >
                <div className="min-w-0 p-3">
                  <Verdict analysis={analysis} result={result} />
                  <Parts analysis={analysis} result={result} />
                </div>
                <Chart analysis={analysis} result={result} />
              </div>
              <AnalysisTable
                key={JSON.stringify([analysis.name, dimensions, time])}
                analysis={analysis}
                result={result}
                sort={sort}
                onSort={(next) => void setUrl({ sort: sortText(next) })}
              />
            </>
          )}
        </Panel>
      )}
    </>
  );
}
