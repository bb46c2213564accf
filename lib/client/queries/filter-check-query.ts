// Whether the index applies a filter, probed once a day per endpoint and filter and remembered in the browser for all tabs.
import { queryOptions } from '@tanstack/react-query';
import type { ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { ApiError } from '@/lib/client/api-error';
import { isSeveral } from '@/lib/client/ignored-filters';
import { storedOnNetwork, type StoredValue } from '@/lib/client/local-storage';
import { read, type Read } from '@/lib/client/read';
import { FRESH_MS, readOptions } from './endpoint-query';
import { serverClock } from '@/lib/time/server-clock';

/** Statuses with which an index refuses the value of a filter. */
const REFUSALS = new Set([400, 422]);

const DAY_MS = 86_400_000;
/** A probe may be what a figure has just read. */
const SHARED_MS = 30_000;

export interface FilterResult {
  /** Null: the index's answer shows neither. */
  applied: boolean | null;
  /** In ms since 1970. */
  at: number;
}
/** By endpoint and filter: `tasks.list status`. */
export type FilterResults = Readonly<Record<string, FilterResult>>;

function isResult(value: unknown): value is FilterResult {
  if (typeof value !== 'object' || value === null) return false;
  const { applied, at } = value as Partial<FilterResult>;
  return typeof at === 'number' && (applied === null || typeof applied === 'boolean');
}

export function parseFilterResults(stored: unknown): FilterResults {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => isResult(value)));
}

export const storedFilterResults = storedOnNetwork('dagscope.filter-results', parseFilterResults);

export const FILTER_CHECK = 'filter check';

interface Edge {
  by: Read;
  stored: Pick<StoredValue<FilterResults>, 'get' | 'set'>;
  now: () => number;
  random: () => number;
}

const BROWSER: Edge = { by: read, stored: storedFilterResults, now: serverClock.now, random: Math.random };

/** An index that applies one value of a filter may not take several. */
function severalMark(name: ListingName, filter: string, requested: string): string {
  return isSeveral(name, filter, requested) ? ' several' : '';
}

/** Whether the index applies a filter, as remembered for a day or found out by a probe. `requested`: the value in use; one answer serves all values. */
export async function checkFilter<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  filter: string,
  requested: string,
  signal: AbortSignal,
  { by, stored, now, random }: Edge = BROWSER,
): Promise<FilterResult> {
  const key = `${name} ${filter}${severalMark(name, filter, requested)}`;
  const cached = stored.get()[key];
  if (cached !== undefined && now() - cached.at < DAY_MS) return cached;
  const probeIndex = async (): Promise<boolean | null> => {
    // Few filters need a probe, and each of them once a day.
    const { filterProbe, isFilterApplied, isListNarrowed } = await import('@/lib/client/filter-probe');
    const probe = filterProbe(name, filter, requested, random);
    if (probe === null) return null;
    const firstRow = async (filters: Record<string, string>, maxAgeMs?: number) => {
      const query = { ...filters, page_size: '1' } as QueryInput<Name>;
      const options = maxAgeMs === undefined ? { signal } : { signal, maxAgeMs };
      const { items, metadata } = (await by(name, params, query, options)) as Listing<object>;
      return { rows: items, total: metadata.total_items };
    };
    const probing = { [filter]: probe.value };
    try {
      const { rows } = await firstRow(probing, SHARED_MS);
      const applied = isFilterApplied(name, filter, { probe, requested }, rows);
      if (applied !== null || rows.length === 0) return applied;
    } catch (error) {
      // A refused value was read.
      if (error instanceof ApiError && REFUSALS.has(error.status)) return true;
      throw error;
    }
    const whole = await firstRow({});
    return isListNarrowed(name, filter, probe, { whole, probed: await firstRow(probing) });
  };
  const result: FilterResult = { applied: await probeIndex(), at: now() };
  // Read again: other filters may have been checked meanwhile.
  stored.set({ ...stored.get(), [key]: result });
  return result;
}

/** Query options of `checkFilter`. */
export function filterCheckQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  filter: string,
  requested: string,
  edge: Edge = BROWSER,
) {
  return queryOptions<FilterResult, Error, FilterResult, readonly unknown[]>({
    ...readOptions,
    queryKey: [FILTER_CHECK, name, `${filter}${severalMark(name, filter, requested)}`],
    queryFn: ({ signal }) => checkFilter(name, params, filter, requested, signal, edge),
    // Reading what is remembered costs nothing, and another tab may have cleared it.
    staleTime: FRESH_MS,
  });
}
