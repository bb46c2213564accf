'use client';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { MiniColumns } from '@/components/charts/mini-columns';
import { Maybe, Pending } from '@/components/values/maybe';
import { Percent } from '@/components/values/percent';
import { classNames } from '@/components/ui/class-names';
import type { Sort } from '@/components/data-table/sort-rows';
import { PlainLink } from '@/components/ui/plain-link';
import { ShowNext } from '@/components/values/show-more';
import { Cell, HeadCell, Row, Table } from '@/components/values/table';
import { truncated } from '@/lib/text/foreign-text';
import { groupDigits } from '@/lib/view/amount';
import { definitionOf } from '@/lib/view/glossary';
import type { Measure } from '@/lib/view/analyze-measure';
import { type MeasureUnit, valueText } from '@/lib/view/analyze-values';
import { type TimeDimension, TIMES } from '@/lib/view/analyze-dimensions';
import { changeOf, changeText } from '@/lib/view/periods';
import {
  addsUp,
  type Analysis,
  type AnalysisResult,
  type AnalysisRow,
  type Comparison,
  isDivided,
  isZeroWithoutRows,
} from './analysis';
import { isCompared } from './period';
import { bucketName, decimalsOf, measureHead, nameText, rowText, SERIES, titleOf } from './presentation';
import { DimensionValue, MeasureValue } from './values';

const FIRST_ROWS = 50;
const MORE_ROWS = 200;
/** More columns of time become one with a trend. */
export const MOST_COLUMNS = 12;

function LinkTo({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <>{children}</>;
  return (
    <PlainLink href={href} className="hover:text-accent hover:underline">
      {children}
    </PlainLink>
  );
}

interface LinkedValueProps extends ComponentProps<typeof MeasureValue> {
  href: string | null;
}

function LinkedValue({ href, ...value }: LinkedValueProps) {
  return (
    <LinkTo href={href}>
      <MeasureValue {...value} />
    </LinkTo>
  );
}

interface PreviousValueProps extends LinkedValueProps {
  comparison: Comparison;
  time: TimeDimension | null;
}

function PreviousValue({ comparison, time, ...value }: PreviousValueProps) {
  if (comparison === 'pending') return <Pending />;
  if (comparison === 'not indexed') return comparison;
  if (comparison === 'not comparable')
    return (
      <Maybe
        value={null}
        reason={`not applicable: the previous period isn't a whole number of ${time ?? ''}s earlier`}
      />
    );
  return <LinkedValue {...value} />;
}

interface ChangeProps extends Pick<AnalysisRow, 'value' | 'before'> {
  unit: MeasureUnit;
}

function Change({ value, before, unit }: ChangeProps) {
  const change = changeOf(value, before, unit);
  if (change !== null) return <span className="text-2">{changeText(change, unit)}</span>;
  const isNew = before !== null && Number(before) === 0 && Number(value) > 0;
  return <span className="text-3">{isNew ? 'new' : '–'}</span>;
}

interface ShareProps extends Pick<AnalysisRow, 'share'> {
  /** Length of the bar, from 0 to 1; null for none. */
  length: number | null;
  fill: string;
  /** In the period before. */
  before: string | null;
}

function Share({ share, length, fill, before }: ShareProps) {
  if (share === null) return null;
  return (
    <span className="inline-flex items-center gap-2">
      {length !== null && (
        <span
          aria-hidden
          className="h-1.5 w-14 overflow-hidden rounded-full bg-surface-3 max-[1400px]:hidden"
        >
          <span
            className={classNames('block h-full rounded-full', fill)}
            style={{ width: `${length * 100}%` }}
          />
        </span>
      )}
      <span className="min-w-[7ch] text-2">
        <Percent value={share} reason="" />
      </span>
      {before !== null && (
        <span className="min-w-[10ch] text-3 max-lg:hidden" data-share-before={before}>
          was <Percent value={before} reason="" />
        </span>
      )}
    </span>
  );
}

interface HeadProps {
  column: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  numeric?: boolean;
  className?: string;
  children: string;
}

function SortHead({ column, sort, onSort, numeric = true, className, children }: HeadProps) {
  const isSorted = sort.column === column;
  const direction = sort.descending ? 'descending' : 'ascending';
  return (
    <HeadCell numeric={numeric} className={className} aria-sort={isSorted ? direction : undefined}>
      <button
        type="button"
        // A long measure must not push its figures out of a phone.
        className={classNames('hover:text-text max-sm:whitespace-normal', isSorted && 'text-text')}
        data-tip={definitionOf(children)}
        onClick={() => onSort({ column, descending: isSorted ? !sort.descending : numeric })}
      >
        {children}
        <span aria-hidden>{isSorted && (sort.descending ? ' ↓' : ' ↑')}</span>
      </button>
    </HeadCell>
  );
}

function sorted(
  rows: readonly AnalysisRow[],
  { column, descending }: Sort,
  analysis: Analysis,
): AnalysisRow[] {
  const numberOf = (row: AnalysisRow): number | null => {
    if (column === 'before') return row.before === null ? null : Number(row.before);
    if (column === 'change') return changeOf(row.value, row.before, analysis.measure.unit);
    if (column === 'count') return row.count;
    return row.value === null ? null : Number(row.value);
  };
  return rows.toSorted((a, b) => {
    const sign = descending ? -1 : 1;
    if (column.startsWith('name')) {
      const place = Number(column.slice('name'.length));
      const order =
        a.bucket !== null && b.bucket !== null
          ? a.bucket.start - b.bucket.start
          : nameText(a, place, analysis).localeCompare(nameText(b, place, analysis));
      return sign * order;
    }
    const [left, right] = [numberOf(a), numberOf(b)];
    // Unknown comes last either way.
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  });
}

interface AnalysisTableProps {
  analysis: Analysis;
  result: AnalysisResult;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

export function AnalysisTable({ analysis, result, sort, onSort }: AnalysisTableProps) {
  const [limit, setLimit] = useState(FIRST_ROWS);
  const { measure, time } = analysis;
  const { rows, buckets, isTimeline } = result;
  const hasTimes = isDivided(analysis);
  const columns = hasTimes && buckets.length <= MOST_COLUMNS ? buckets : [];
  const hasTrend = hasTimes && columns.length === 0 && measure.signed !== true;
  const hasPrevious = isCompared(analysis);
  const hasShare = rows.some((row) => row.share !== null);
  const largest = Math.max(0, ...rows.map((row) => Number(row.value)));
  const sortedRows = sorted(rows, sort, analysis);
  const remaining = sortedRows.length - limit;
  const head = { sort, onSort };
  const shape = { unit: measure.unit, decimals: decimalsOf(result) };
  const isAmbiguous = ambiguousTitles(rows);

  const busiest = Math.max(
    0,
    ...rows.flatMap((row) => [...(row.cells?.values() ?? [])].map(({ value }) => Number(value))),
  );
  const absent = addsUp(analysis) || isZeroWithoutRows(measure) ? '0' : '–';
  // Segments of the chart have the colours of their rows.
  const isStacked = hasTimes && addsUp(analysis);
  const isCount = measure.counts && measure.rows === undefined;
  return (
    <>
      <Table aria-label={titleOf(analysis)} className="[&_td]:py-1.5">
        <thead>
          <tr>
            {isTimeline ? (
              <SortHead column="name" numeric={false} {...head}>
                {timeHead(time)}
              </SortHead>
            ) : (
              analysis.dimensions.map((dimension, place) => (
                <SortHead
                  key={dimension}
                  column={place === 0 ? 'name' : 'name1'}
                  numeric={false}
                  className={place === 0 ? 'sm:w-full' : undefined}
                  {...head}
                >
                  {measure.dimensions[dimension]?.label ?? dimension}
                </SortHead>
              ))
            )}
            <SortHead column="value" {...head}>
              {hasShare && !measure.additive ? `${measureHead(measure)}, rounded` : measureHead(measure)}
            </SortHead>
            {hasPrevious && (
              <>
                <SortHead column="before" className="max-sm:hidden" {...head}>
                  Previous
                </SortHead>
                <SortHead column="change" {...head}>
                  Change
                </SortHead>
              </>
            )}
            {hasShare && (
              <HeadCell numeric className="max-sm:hidden">
                Share
              </HeadCell>
            )}
            {!isCount && (
              <SortHead column="count" className="max-lg:hidden" {...head}>
                {baseHead(measure)}
              </SortHead>
            )}
            {columns.map((bucket) => (
              <HeadCell key={bucket.start} numeric className="max-xl:hidden">
                {bucketName(bucket.start, time, 'short')}
              </HeadCell>
            ))}
            {hasTrend && <HeadCell className="w-40 max-sm:hidden">{timeHead(time)}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          <Row className="bg-surface-2 font-semibold" data-row="total">
            <Cell colSpan={Math.max(1, analysis.dimensions.length)}>{allOf(analysis, result)}</Cell>
            <Cell numeric data-column="value">
              <LinkedValue href={result.totalHref} value={result.totalValue} {...shape} />
            </Cell>
            {hasPrevious && (
              <>
                <Cell numeric className="font-normal text-3 max-sm:hidden" data-column="before">
                  <PreviousValue
                    comparison={result.totalComparison}
                    time={time}
                    href={result.totalBeforeHref}
                    value={result.totalBefore}
                    {...shape}
                  />
                </Cell>
                <Cell numeric className="font-normal" data-column="change">
                  <Change value={result.totalValue} before={result.totalBefore} unit={measure.unit} />
                </Cell>
              </>
            )}
            {hasShare && (
              <Cell numeric className="font-normal max-sm:hidden">
                <Share
                  share="100.0"
                  length={null}
                  fill=""
                  before={hasTimes || rows.every((row) => row.shareBefore === null) ? null : '100.0'}
                />
              </Cell>
            )}
            {!isCount && (
              <Cell numeric className="max-lg:hidden" data-column="count">
                {groupDigits(result.total?.count ?? 0)}
              </Cell>
            )}
            {columns.map((bucket) => (
              <Cell key={bucket.start} numeric className="max-xl:hidden" data-column={`at ${bucket.start}`}>
                <LinkedValue href={bucket.href} value={bucket.value} {...shape} />
              </Cell>
            ))}
            {hasTrend && <Cell className="max-sm:hidden" />}
          </Row>
          {sortedRows.slice(0, limit).map((row) => {
            const place = rows.indexOf(row);
            return (
              <Row key={row.key} data-row={rowId(row)}>
                {row.bucket !== null && (
                  <Cell data-column="name">{bucketName(row.bucket.start, time, 'long')}</Cell>
                )}
                {row.names.map((name, at) => (
                  <Cell
                    key={name.dimension}
                    // The first name has the width that the figures leave; on a phone the figure beside the names is in view.
                    className={classNames(
                      'name-cell',
                      at === 0 ? 'sm:max-w-0 sm:min-w-60' : 'sm:max-w-72 sm:min-w-40',
                      row.names.length > 1 ? 'max-sm:max-w-[30vw]' : 'max-sm:max-w-[48vw]',
                    )}
                    data-column={at === 0 ? 'name' : 'name1'}
                  >
                    <span className="flex items-center gap-2 overflow-hidden">
                      {at === 0 && isStacked && (
                        <span
                          aria-hidden
                          className={classNames(
                            'size-2 shrink-0 rounded-xs',
                            SERIES[place]?.background ?? 'bg-line-strong',
                          )}
                        />
                      )}
                      <DimensionValue
                        {...name}
                        look={measure.dimensions[name.dimension]?.look ?? 'text'}
                        isAmbiguous={isAmbiguous.has(name.title ?? '')}
                      />
                    </span>
                  </Cell>
                ))}
                <Cell numeric data-column="value">
                  <LinkedValue href={row.href} value={row.value} {...shape} />
                </Cell>
                {hasPrevious && (
                  <>
                    <Cell numeric className="text-3 max-sm:hidden" data-column="before">
                      {row.before === null && row.isNew ? (
                        'none'
                      ) : (
                        <PreviousValue
                          comparison={row.comparison}
                          time={time}
                          href={row.beforeHref}
                          value={row.before}
                          {...shape}
                        />
                      )}
                    </Cell>
                    <Cell numeric data-column="change">
                      <Change value={row.value} before={row.before} unit={measure.unit} />
                    </Cell>
                  </>
                )}
                {hasShare && (
                  <Cell numeric className="max-sm:hidden">
                    <Share
                      share={row.share}
                      // Columns of time need its width.
                      length={columns.length > 0 || largest === 0 ? null : Number(row.value) / largest}
                      before={hasTimes ? null : row.shareBefore}
                      fill={(isStacked ? SERIES[place]?.background : undefined) ?? 'bg-text-3'}
                    />
                  </Cell>
                )}
                {!isCount && (
                  <Cell numeric className="max-lg:hidden" data-column="count">
                    <LinkTo href={row.countHref}>{groupDigits(row.count)}</LinkTo>
                  </Cell>
                )}
                {columns.map(({ start }) => {
                  const cell = row.cells?.get(start);
                  const heat = busiest === 0 ? 0 : (Number(cell?.value ?? 0) / busiest) * 22;
                  return (
                    <Cell
                      key={start}
                      numeric
                      className="text-2 max-xl:hidden"
                      data-column={`at ${start}`}
                      style={{
                        background: `color-mix(in srgb, var(--color-accent) ${heat.toFixed(1)}%, transparent)`,
                      }}
                    >
                      {cell === undefined ? (
                        <span className="text-3">{row.cells === null ? '' : absent}</span>
                      ) : (
                        <LinkedValue href={cell.href} value={cell.value} {...shape} />
                      )}
                    </Cell>
                  );
                })}
                {hasTrend && (
                  <Cell className="max-sm:hidden">
                    {row.cells !== null && (
                      <MiniColumns
                        label={`${measure.label} of ${rowText(row, analysis)} by ${time ?? ''}`}
                        fills={['bg-text-3']}
                        className="h-5 w-40"
                        columns={buckets.map(({ start }) => ({
                          key: String(start),
                          counts: [Number(row.cells?.get(start)?.value ?? 0)],
                          tip: `${bucketName(start, time, 'long')}\n${valueText(row.cells?.get(start)?.value ?? 0, measure.unit)}`,
                        }))}
                      />
                    )}
                  </Cell>
                )}
              </Row>
            );
          })}
        </tbody>
      </Table>
      {(remaining > 0 || result.left_out > 0) && (
        <p className="flex items-center gap-3 border-t border-line px-3 py-2 text-3">
          {remaining > 0 && (
            <ShowNext remaining={remaining} step={MORE_ROWS} onMore={() => setLimit(limit + MORE_ROWS)} />
          )}
          {result.left_out > 0 && `${groupDigits(result.left_out)} smaller groups are in the total only`}
        </p>
      )}
    </>
  );
}

/** Titles that different agents, skills or DAGs have. */
function ambiguousTitles(rows: readonly AnalysisRow[]): ReadonlySet<string> {
  const values = new Map<string, string | null>();
  const ambiguous = new Set<string>();
  for (const { title, value } of rows.flatMap((row) => row.names)) {
    if (title === null) continue;
    if (values.has(title) && values.get(title) !== value) ambiguous.add(title);
    values.set(title, value);
  }
  return ambiguous;
}

const rowId = ({ names: all, bucket }: AnalysisRow) =>
  bucket === null
    ? truncated(all.map(({ value }) => value ?? 'none').join(' '))
    : new Date(bucket.start).toISOString();

const timeHead = (time: TimeDimension | null) => (time === null ? '' : `${TIMES[time]}, UTC`);

const baseHead = ({ base }: Measure) => `${base.charAt(0).toUpperCase()}${base.slice(1)}s`;

function allOf({ measure, dimensions }: Analysis, { rows, left_out, isTimeline }: AnalysisResult): string {
  const [first = '', second] = dimensions;
  if (isTimeline) return 'Total';
  const plural = second === undefined ? measure.dimensions[first]?.plural : 'groups';
  const groups = rows.filter(({ count }) => count > 0).length + left_out;
  return `All ${groupDigits(groups)} ${plural ?? 'groups'}`;
}
