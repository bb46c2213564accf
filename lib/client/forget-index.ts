// What the browser remembers about an index besides its data: filters it ignores, event kinds it rejects, endpoints it lacks, the
// largest page it accepts and the records it has shown.
import type { QueryClient } from '@tanstack/react-query';
import { storedAbsences } from './absent-endpoints';
import { forgetRecords } from './known-records';
import { forgetNames } from './names';
import { storedLargestPage } from './page-size';
import { storedRejectedKinds } from './queries/accepted-kinds';
import { FILTER_CHECK, storedFilterResults } from './queries/filter-check-query';

/** Forgets it, so that the index is checked again; loaded data counts as stale. */
export async function forgetIndex(client: QueryClient): Promise<void> {
  storedFilterResults.set({});
  storedRejectedKinds.set({});
  storedAbsences.set({});
  storedLargestPage.set(null);
  forgetRecords();
  forgetNames();
  client.removeQueries({ queryKey: [FILTER_CHECK] });
  await client.invalidateQueries();
}
