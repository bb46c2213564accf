// The most rows per request that an index accepts, where it refuses larger pages instead of serving fewer rows.
// Invariant: a refusal counts as one of the size only when the same request with one row, or without a size, is accepted.
import type { EndpointName, QueryInput } from '@/lib/contract/endpoints';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '@/lib/contract/query-params';
import { ApiError } from './api-error';
import { storedOnNetwork, type StoredValue } from './local-storage';
import type { Read } from './read';

/** Null: nothing was refused. 0: the index refuses the parameter itself. */
export type LargestPage = number | null;

function parseLargestPage(stored: unknown): LargestPage {
  return typeof stored === 'number' && Number.isInteger(stored) && stored >= 0 ? stored : null;
}

export const storedLargestPage = storedOnNetwork('dagscope.largest-page', parseLargestPage);

/** How many requests read so many rows. */
export function requestsFor(rows: number, largest: LargestPage): number {
  // Without a size the specification's default applies.
  const size = largest === 0 ? DEFAULT_PAGE_SIZE : Math.min(MAX_PAGE_SIZE, largest ?? Infinity);
  return Math.ceil(rows / size);
}

const REFUSALS = new Set([400, 413, 422]);

const isRefusal = (error: unknown) => error instanceof ApiError && REFUSALS.has(error.status);

type Sized = { page_size?: string };

function sized<Name extends EndpointName>(query: QueryInput<Name> | undefined, size: number) {
  const { page_size: _, ...others } = (query ?? {}) as Sized;
  return (size === 0 ? others : { ...others, page_size: String(size) }) as QueryInput<Name>;
}

/** Reads through `by` with smaller pages where the index refuses the requested size, and remembers what it accepts. */
export function withAcceptedPageSize(by: Read, stored: Pick<StoredValue<LargestPage>, 'get' | 'set'>): Read {
  return async (name, params, query, options) => {
    const { page_size } = (query ?? {}) as Sized;
    if (page_size === undefined) return by(name, params, query, options);
    const size = Math.min(Number(page_size), stored.get() ?? Infinity);
    const readSized = (rows: number) => by(name, params, sized(query, rows), options);
    /** Undefined when this is refused as well. */
    const attempt = (rows: number) =>
      readSized(rows).catch((error: unknown) => {
        if (isRefusal(error)) return undefined;
        throw error;
      });
    try {
      return await readSized(size);
    } catch (error) {
      if (!isRefusal(error) || size === 0) throw error;
      const ofOneRow = size === 1 ? undefined : await attempt(1);
      if (ofOneRow === undefined) {
        const unsized = await attempt(0);
        if (unsized === undefined) throw error;
        stored.set(0);
        return unsized;
      }
      for (let rows = Math.floor(size / 2); rows > 1; rows = Math.floor(rows / 2)) {
        const answer = await attempt(rows);
        if (answer === undefined) continue;
        stored.set(rows);
        return answer;
      }
      stored.set(1);
      return ofOneRow;
    }
  };
}
