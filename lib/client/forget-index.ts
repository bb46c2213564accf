// What the browser remembers about an index besides its data: filters it ignores, event kinds it rejects, endpoints it lacks and the
// largest page it accepts.
import type { QueryClient } from '@tanstack/react-query';
import { storedAbsences } from './absent-endpoints';
import { storedLargestPage } from './page-size';
import { storedRejectedKinds } from './queries/accepted-kinds';
import { FILTER_CHECK, storedFilterResults } from './queries/filter-check-query';

/** Forgets it, so that the index is checked again; loaded data counts as stale. */
export async function forgetIndex(client: QueryClient): Promise<void> {
  storedFilterResults.set({});
  storedRejectedKinds.set({});
  storedAbsences.set({});
  storedLargestPage.set(null);
  client.removeQueries({ queryKey: [FILTER_CHECK] });
  await client.invalidateQueries();
}
