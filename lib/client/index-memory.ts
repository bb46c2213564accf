// What the browser remembers about an index besides its data: filters it ignores and event kinds it rejects.
import type { QueryClient } from '@tanstack/react-query';
import { storedRejectedKinds } from './queries/accepted-kinds';
import { FILTER_CHECK, storedFilterResults } from './queries/filter-check-query';

/** Forgets it, so that the index is asked again; what pages have read counts as stale. */
export async function forgetIndex(client: QueryClient): Promise<void> {
  storedFilterResults.set({});
  storedRejectedKinds.set({});
  client.removeQueries({ queryKey: [FILTER_CHECK] });
  await client.invalidateQueries();
}
