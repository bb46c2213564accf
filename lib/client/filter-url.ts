// Converts between a page's filters and its URL. The endpoint's query schema is the only list of filters.
// Invariant: toSearch(readFilters(search)) is stable; a bad value never fails a page, it is dropped and reported.
import type * as z from 'zod/mini';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { endpoint, type EndpointName, type QueryInput } from '@/lib/contract/endpoints';
import { firstIssue } from '@/lib/contract/errors';

/** Page state in the URL besides filters; never sent to the index. */
const pageKeys = [
  'peek',
  'columns',
  'order',
  'sort',
  'event',
  'tab',
  'snapshot',
  'all',
  'window',
  'revisions',
  'group',
  'period',
  'skill',
] as const;
/** The position in the list rather than what it lists: dropped when a filter changes, and not part of a saved view. */
export const POSITION_KEYS = ['page_token', 'snapshot', 'event', 'peek'];

/** Former names of parameters, which an index silently ignores (spec 4.2, part 9). */
const renamedParams: Partial<Record<EndpointName, Readonly<Record<string, string>>>> = {
  'tasks.list': { owner: 'controller' },
};

/** A removed filter: links and saved views with it must not look filtered. */
const REMOVED = 'unknown';

export interface DroppedFilter {
  key: string;
  value: string;
  reason: string;
}

export interface ReadFilters<Name extends EndpointName> {
  /** The query for the index: normalized values, without defaults. */
  query: QueryInput<Name>;
  /** Invalid values in the URL, which are not used. */
  dropped: DroppedFilter[];
  /** Parameters under a former name. */
  renamed: { from: string; to: string }[];
}

function shapeOf(name: EndpointName): Record<string, z.ZodMiniType> {
  return (endpoint(name) satisfies Endpoint).query.shape;
}

/** A parsed value as URL text. */
function textOf(output: unknown): string {
  if (Array.isArray(output)) return output.map((item) => String(item).replace(/Event$/, '')).join(',');
  return String(output);
}

/** Reads an endpoint's filters from a URL's search part; unknown keys are ignored. */
export function readFilters<Name extends EndpointName>(
  name: Name,
  search: URLSearchParams,
): ReadFilters<Name> {
  const query: Record<string, string> = {};
  const dropped: DroppedFilter[] = [];
  const renamed: { from: string; to: string }[] = [];
  const input = new URLSearchParams(search);
  const names: Readonly<Record<string, string>> = renamedParams[name] ?? {};
  for (const [from, to] of Object.entries(names)) {
    const value = input.get(from);
    if (value === null || input.has(to)) continue;
    input.set(to, value);
    renamed.push({ from, to });
  }
  for (const [key, schema] of Object.entries(shapeOf(name))) {
    const value = input.get(key);
    if (value === null || value === '') continue;
    const result = schema.safeParse(value);
    if (!result.success) {
      dropped.push({ key, value, reason: firstIssue(result.error) });
      continue;
    }
    const text = textOf(result.data);
    const unset = schema.safeParse(undefined);
    const isDefault = unset.success && unset.data !== undefined && textOf(unset.data) === text;
    if (!isDefault && text !== '') query[key] = text;
  }
  const removed = input.get(REMOVED);
  if (removed !== null) dropped.push({ key: REMOVED, value: removed, reason: 'is no longer a filter' });
  return { query, dropped, renamed };
}

/** The search part, or for one that neither filters nor sorts, what the page then shows. */
export function withDefaults<Name extends EndpointName>(
  name: Name,
  search: URLSearchParams,
  defaults: QueryInput<Name>,
): URLSearchParams {
  const { page_size: _size, ...query } = readFilters(name, search).query as Record<string, unknown>;
  if (Object.keys(query).length > 0 || search.has('sort')) return search;
  return withPageKeys(search, defaults);
}

/** The search part for these filters, in the schema's order, then the page's own keys from `current`. */
export function toSearch<Name extends EndpointName>(
  name: Name,
  query: QueryInput<Name>,
  current: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const search = new URLSearchParams();
  for (const key of Object.keys(shapeOf(name))) {
    const value = (query as Record<string, string | undefined>)[key];
    if (value !== undefined && value !== '') search.set(key, value);
  }
  for (const key of pageKeys) {
    const value = current.get(key);
    if (value !== null) search.set(key, value);
  }
  return search;
}

/** The search part after filters change (`undefined` removes one), back at the first page. */
export function withFilters<Name extends EndpointName>(
  name: Name,
  search: URLSearchParams,
  change: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of POSITION_KEYS) next.delete(key);
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(key);
    else next.set(key, value);
  }
  return toSearch(name, readFilters(name, next).query, next);
}

/** The search part after the page's own keys change; filters stay. */
export function withPageKeys(
  search: URLSearchParams,
  change: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

const NOT_NARROWING = ['page_token', 'page_size', 'order_by'];

/** The filters: everything but paging and order. */
export function narrowing<Name extends EndpointName>(query: QueryInput<Name>): Record<string, string> {
  const entries = Object.entries(query as Record<string, string | undefined>);
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !NOT_NARROWING.includes(entry[0]),
    ),
  );
}

/** Next's `searchParams` of a page as one URLSearchParams; the first of repeated keys counts. */
export function fromPageProps(
  params: Readonly<Record<string, string | string[] | undefined>>,
): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) search.set(key, first);
  }
  return search;
}
