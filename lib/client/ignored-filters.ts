// Compares the rows of a response with the requested filters. Pure.
// Invariant: a row whose field is absent or null proves nothing, so a filter is never called ignored without evidence.
import type * as z from 'zod/mini';
import { fullKindName } from '@/lib/contract/event-kinds/catalogue';
import { endpoint, type ListingName } from '@/lib/contract/endpoints';
import { splitKinds } from '@/lib/contract/events';
import { selectedValues } from '@/lib/contract/filter-fields';
import { isSameId } from '@/lib/contract/ids';
import { paramMeta, splitWords, type Control } from '@/lib/contract/query-params';
import { ApiError } from './api-error';

/** Filters as they are sent: strings; paging is no filter. */
export type SentFilters = Readonly<Record<string, string | undefined>>;

/** An index may keep times in whole seconds. */
const TIME_TOLERANCE_MS = 1_000;

const sameWord = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Whether a time is within a bound; undefined when one of them is no time. */
export function isInWindow(filter: string, bound: string, value: string): boolean | undefined {
  const distance = Date.parse(value) - Date.parse(bound);
  if (Number.isNaN(distance)) return undefined;
  return filter.endsWith('_after') ? distance >= -TIME_TOLERANCE_MS : distance <= TIME_TOLERANCE_MS;
}

/** Whether a number is within a `min_` or `max_` bound; undefined when one of them is no integer. */
function isInBounds(filter: string, bound: string, value: string): boolean | undefined {
  if (!/^\d+$/.test(bound) || !/^\d+$/.test(value)) return undefined;
  const distance = BigInt(value) - BigInt(bound);
  return filter.startsWith('min_') ? distance >= 0n : distance <= 0n;
}

/** Whether a row's value matches the requested one; undefined when they can't be compared. */
function isMatch(control: Control, filter: string, requested: string, value: string): boolean | undefined {
  switch (control) {
    case 'id':
      return isSameId(value, requested);
    case 'text':
      return value.toLowerCase().includes(requested.toLowerCase());
    case 'time':
      return isInWindow(filter, requested, value);
    case 'duration':
    case 'amount':
    case 'count':
      return isInBounds(filter, requested, value);
    case 'kinds':
      return splitKinds(requested).some((kind) => fullKindName(kind) === fullKindName(value));
    case 'enum':
    case 'enums':
      return splitWords(requested).some((word) => sameWord(value, word));
    case 'boolean':
      return sameWord(value, requested);
    default:
      return value === requested;
  }
}

/** The control of a filter; undefined for paging and for unknown parameters. */
export function filterControl(name: ListingName, filter: string): Control | undefined {
  const shape: Readonly<Record<string, z.ZodMiniType>> = endpoint(name).query.shape;
  const schema = shape[filter];
  const control = schema === undefined ? undefined : paramMeta(schema)?.control;
  return control === 'page' || control === 'cursor' || control === 'order' ? undefined : control;
}

/** Whether the row matches one filter; undefined when the row doesn't show it. */
export function rowMatches(
  name: ListingName,
  filter: string,
  requested: string,
  row: object,
): boolean | undefined {
  const control = filterControl(name, filter);
  if (control === undefined) return undefined;
  const results = selectedValues(name, filter, row).map((value) =>
    isMatch(control, filter, requested, String(value)),
  );
  if (results.includes(true)) return true;
  return results.length === 0 || results.includes(undefined) ? undefined : false;
}

/** Several values of a filter, which an index that takes one may read as a value that no row has. */
export function isSeveral(name: ListingName, filter: string, requested: string): boolean {
  return filterControl(name, filter) === 'enums' && splitWords(requested).length > 1;
}

/** Filters in use, without paging. */
function filtersIn(name: ListingName, sent: SentFilters): [string, string][] {
  return Object.entries(sent).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && filterControl(name, entry[0]) !== undefined,
  );
}

/** The filters that at least one row does not match: the index ignored them. */
export function contradictedFilters(name: ListingName, sent: SentFilters, rows: readonly object[]): string[] {
  return filtersIn(name, sent)
    .filter(([filter, requested]) => rows.some((row) => rowMatches(name, filter, requested, row) === false))
    .map(([filter]) => filter);
}

/** Throws ApiError when a row shows that the index ignored a filter: the answer is about other rows as well. */
export function assertApplied(name: ListingName, sent: SentFilters, rows: readonly object[]): void {
  const [field] = contradictedFilters(name, sent, rows);
  if (field === undefined) return;
  const message = `the filter ${field} is ignored by this index`;
  throw new ApiError({ endpoint: name, status: 200, code: 'IGNORED_FILTER', field, message });
}

/** The rows without those that contradict a filter. */
export function matchingRows<Row extends object>(
  name: ListingName,
  sent: SentFilters,
  rows: readonly Row[],
): Row[] {
  const filters = filtersIn(name, sent);
  return rows.filter((row) =>
    filters.every(([filter, requested]) => rowMatches(name, filter, requested, row) !== false),
  );
}

/**
 * The filters that could have been ignored or misread without a trace: some row was not returned (`isPart`), or has no field to compare, or several
 * values were requested and no row came.
 */
export function unprovenFilters(
  name: ListingName,
  sent: SentFilters,
  { rows, isPart }: { rows: readonly object[]; isPart: boolean },
): string[] {
  const isOpen = (filter: string, requested: string) =>
    (rows.length === 0 && isSeveral(name, filter, requested)) ||
    rows.some((row) => rowMatches(name, filter, requested, row) === undefined);
  return filtersIn(name, sent)
    .filter(([filter, requested]) => isPart || isOpen(filter, requested))
    .map(([filter]) => filter);
}
