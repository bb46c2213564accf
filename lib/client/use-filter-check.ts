// Which filters of a list the index ignored, and with that whether its total counts the rows that match.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListingName, ParamsInput } from '@/lib/contract/endpoints';
import { totalOf, type Listing } from '@/lib/contract/record';
import { contradictedFilters, unprovenFilters, type SentFilters } from './ignored-filters';
import { filterCheckQuery } from './queries/filter-check-query';

export interface FilterCheck {
  /** Filters that the index ignored. */
  ignored: readonly string[];
  /** Filters that could not be verified. */
  unchecked: readonly string[];
  /** Number of rows that match; null while it is being checked, or when it can't be known. */
  total: number | null;
  /** Whether the index applied every filter; false also while it is being checked. */
  isApplied: boolean;
  /** The index does not count the rows of this list. */
  uncounted: boolean;
  /** Whether the index applied a filter is being found out. */
  isChecking: boolean;
}

/** `answer`: what the index returned for these filters; null while there is none. `isFirst`: it is the first page. */
export function useFilterCheck<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  sent: SentFilters,
  answer: Listing<object> | null,
  isFirst = true,
): FilterCheck {
  const total = answer === null || !isFirst ? (answer?.metadata.total_items ?? null) : totalOf(answer);
  const key = JSON.stringify(sent);
  // Once per answer: "Load all" reads thousands of rows.
  const { contradicted, unproven } = useMemo(() => {
    const filters = JSON.parse(key) as SentFilters;
    const rows = answer?.items ?? [];
    const ignored = contradictedFilters(name, filters, rows);
    const isPart = total === null || total > rows.length;
    const open = unprovenFilters(name, filters, { rows, isPart });
    return { contradicted: ignored, unproven: open.filter((filter) => !ignored.includes(filter)) };
  }, [name, key, answer, total]);
  const results = useQueries({
    queries: unproven.map((filter) => filterCheckQuery(name, params, filter, sent[filter] ?? '')),
  });
  const resultOf = (filter: string) => results[unproven.indexOf(filter)];
  const ignored = [
    ...contradicted,
    ...unproven.filter((filter) => resultOf(filter)?.data?.applied === false),
  ];
  const unchecked = unproven.filter((filter) => {
    const { data, isError = false } = resultOf(filter) ?? {};
    return data === undefined ? isError : data.applied === null;
  });
  const isApplied =
    answer !== null && results.every(({ data }) => data?.applied === true) && contradicted.length === 0;
  const uncounted = answer !== null && total === null;
  const isChecking = results.some(({ isPending }) => isPending);
  return { ignored, unchecked, total: isApplied ? total : null, isApplied, uncounted, isChecking };
}
