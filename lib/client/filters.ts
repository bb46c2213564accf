// A page's filters and its URL, both ways, pure. The row's query schema is the only list of filters there is.
// Invariant: toSearch(readFilters(search)) is stable: known values in their normal form, defaults and bad values gone, the page's own keys kept.
// A bad value never fails a page: it is dropped and told. `kinds` of an old link is translated by event-filter.ts before it comes here.
import type * as z from 'zod/mini';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { endpoint, type EndpointName, type QueryInput } from '@/lib/contract/endpoints';
import { firstIssue } from '@/lib/contract/errors';

/** What a page keeps in the URL besides filters: it is never sent to the index. */
export const pageKeys = [
  'peek',
  'columns',
  'order',
  'widths',
  'sort',
  'event',
  'tab',
  'as_of',
  'of',
  'all',
  'unknown',
  'window',
  'revisions',
] as const;
/** Where one is in the listing rather than what is listed: dropped when a filter changes. */
const PLACE_KEYS = ['page_token', 'as_of', 'of', 'event', 'peek'];

/** Old names of parameters that a service ignores in silence (spec 4.2, part 9). */
const renamedParams: Partial<Record<EndpointName, Readonly<Record<string, string>>>> = {
  'tasks.list': { owner: 'controller' },
};

export interface DroppedFilter {
  key: string;
  value: string;
  reason: string;
}

export interface ReadFilters<Name extends EndpointName> {
  /** What is asked of the index: normal values, defaults left out. */
  query: QueryInput<Name>;
  /** Values of the URL that are not used, to be told. */
  dropped: DroppedFilter[];
  /** Parameters that were found under an old name and are used under the current one. */
  renamed: { from: string; to: string }[];
}

function shapeOf(name: EndpointName): Record<string, z.ZodMiniType> {
  return (endpoint(name) satisfies Endpoint).query.shape;
}

/** The value as it should stand in a URL: what the schema understood, written again. */
function normal(output: unknown): string {
  if (Array.isArray(output)) return output.map((one) => String(one).replace(/Event$/, '')).join(',');
  return String(output);
}

/** Reads the filters of an endpoint out of a URL's search part. Keys that are neither filters nor the page's own are ignored, as an index does. */
export function readFilters<Name extends EndpointName>(
  name: Name,
  search: URLSearchParams,
): ReadFilters<Name> {
  const query: Record<string, string> = {};
  const dropped: DroppedFilter[] = [];
  const renamed: { from: string; to: string }[] = [];
  const given = new URLSearchParams(search);
  const oldNames: Readonly<Record<string, string>> = renamedParams[name] ?? {};
  for (const [from, to] of Object.entries(oldNames)) {
    const value = given.get(from);
    if (value === null || given.has(to)) continue;
    given.set(to, value);
    renamed.push({ from, to });
  }
  for (const [key, schema] of Object.entries(shapeOf(name))) {
    const value = given.get(key);
    if (value === null || value === '') continue;
    const result = schema.safeParse(value);
    if (!result.success) {
      dropped.push({ key, value, reason: firstIssue(result.error) });
      continue;
    }
    const text = normal(result.data);
    const unset = schema.safeParse(undefined);
    const isDefault = unset.success && unset.data !== undefined && normal(unset.data) === text;
    if (!isDefault && text !== '') query[key] = text;
  }
  return { query: query, dropped, renamed };
}

/** The search part for these filters: in the schema's order, then the page's own keys as they stand in `current`. */
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

/** The search part after filters change: `undefined` takes one away. One starts again at the first page, with nothing opened. */
export function withFilters<Name extends EndpointName>(
  name: Name,
  search: URLSearchParams,
  change: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of PLACE_KEYS) next.delete(key);
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(key);
    else next.set(key, value);
  }
  return toSearch(name, readFilters(name, next).query, next);
}

/** The search part after the page's own keys change; filters stay as they are. */
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

/** The filters that narrow the listing: everything but paging. */
export function narrowing<Name extends EndpointName>(query: QueryInput<Name>): Record<string, string> {
  const given = Object.entries(query as Record<string, string | undefined>);
  return Object.fromEntries(
    given.filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && entry[0] !== 'page_token' && entry[0] !== 'page_size',
    ),
  );
}

/** Next's `searchParams` of a page as one URLSearchParams; of a repeated key the first counts. */
export function fromPageProps(
  given: Readonly<Record<string, string | string[] | undefined>>,
): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(given)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) search.set(key, first);
  }
  return search;
}
