// What an address of the events page asks for, whoever wrote it and when. Pure. Invariant: nothing that is not understood changes what is asked: kinds that
// are gone and values that are none are taken out and told.
import { narrowing, readFilters, type DroppedFilter } from './filters';
import { mendKinds, type MendedKinds } from './old-kinds';
import type { EventQuery } from './queries/event-history';

export interface EventSearch {
  /** The URL's search part with the kinds of an old link translated. */
  search: URLSearchParams;
  query: EventQuery;
  kinds: MendedKinds;
  dropped: readonly DroppedFilter[];
}

/** Paging is not part of it: the page loads older events below. */
export function readEventSearch(given: URLSearchParams): EventSearch {
  const search = new URLSearchParams(given);
  const kinds = mendKinds(search.get('kinds') ?? '');
  if (kinds.kinds === '') search.delete('kinds');
  else search.set('kinds', kinds.kinds);
  const { query, dropped } = readFilters('events.list', search);
  return { search, query: narrowing(query), kinds, dropped };
}
