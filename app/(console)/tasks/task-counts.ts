// What the list of tasks shows first, and how many of its tasks need attention; for server and browser alike.
import { keepPreviousData } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Read } from '@/lib/client/read';
import type { QueryInput } from '@/lib/contract/endpoints';

/** Tasks that recur or wait for their start, those overdue first. */
export const SCHEDULED: QueryInput<'tasks.list'> = { scheduled: 'true', order_by: 'next_due_at.asc' };

export const minuteOf = (now: number) => new Date(now - (now % 60_000)).toISOString();

/** `due_before`: the minute that has begun; empty while it is not known. */
export function taskCountsQuery(due_before: string, by?: Read) {
  return {
    ...endpointQuery('stats.tasks', {}, due_before === '' ? {} : { due_before }, by),
    enabled: due_before !== '',
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  };
}
