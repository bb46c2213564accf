// The frozen window of a listing (newest first, paged by offset): rows that arrive push the others down, so leaving page one pins the newest edge.
// Invariant: every page after the first is asked with the same `created_before`, so no row is met twice or skipped. Late rows with an older time can still slip in.
// The pin stands in the URL as `as_of`, apart from the reader's own time filter.
import { endpoint, type EndpointName, type QueryInput } from '@/lib/contract/endpoints';

const DEFAULT_SIZE = 20;

/** Whether the endpoint can pin its window. */
export function canPin(name: EndpointName): boolean {
  return 'created_before' in endpoint(name).query.shape;
}

/** The newest time among the rows of a page; null when there is none. `timeOf` gives RFC 3339 or null. */
export function newestTime<Row>(rows: readonly Row[], timeOf: (row: Row) => string | null): string | null {
  let newest: string | null = null;
  for (const row of rows) {
    const time = timeOf(row);
    // A text that is no time says nothing of the window's edge.
    if (time === null || Number.isNaN(Date.parse(time))) continue;
    if (newest === null || Date.parse(time) > Date.parse(newest)) newest = time;
  }
  return newest === null ? null : new Date(roundedUp(newest)).toISOString();
}

/** A time of the index may be finer than the milliseconds a browser knows; the bound is inclusive, so it is rounded up. */
function roundedUp(time: string): number {
  const fraction = /\.\d{3}(\d+)/.exec(time)?.[1];
  return Date.parse(time) + (fraction !== undefined && Number(fraction) > 0 ? 1 : 0);
}

/** The query that is sent: the filters, with the window's edge where it is pinned. The earlier of pin and own bound holds. */
export function windowedQuery<Name extends EndpointName>(
  name: Name,
  query: QueryInput<Name>,
  as_of: string | null,
): QueryInput<Name> {
  if (as_of === null || !canPin(name) || !Number.isFinite(Date.parse(as_of))) return query;
  const own = (query as { created_before?: string }).created_before;
  const edge = own !== undefined && Date.parse(own) < Date.parse(as_of) ? own : as_of;
  return { ...query, created_before: edge };
}

export interface Place {
  /** Rows per page. */
  size: number;
  /** Rows before this page. */
  offset: number;
}

export function placeOf(query: Readonly<Record<string, string | undefined>>): Place {
  return { size: Number(query['page_size'] ?? DEFAULT_SIZE), offset: Number(query['page_token'] ?? 0) };
}

/** The token of the page before; undefined when that is the first. Tokens are offsets, so one page less of rows. */
export function tokenBefore(place: Place): string | undefined {
  const before = Math.max(0, place.offset - place.size);
  return before === 0 ? undefined : String(before);
}
