import type { FilterLabels } from '@/components/data-table/filter-controls';
import { readFilters, narrowing } from '@/lib/client/filters';
import { mendKinds, type MendedKinds } from '@/lib/client/old-kinds';
import type { EventQuery } from '@/lib/client/queries/event-history';

type Labels = Omit<FilterLabels<'events.list'>, 'kinds'>;

/** Kinds have chips and a chooser of their own. */
export const eventFilterLabels: Labels = {
  sender: 'Sender',
  tx_digest: 'Transaction',
  created: 'On chain between',
};

export interface EventsSearch {
  /** The URL's search part with the kinds of an old link translated. */
  search: URLSearchParams;
  query: EventQuery;
  kinds: MendedKinds;
}

/** What an events URL asks for. Paging is not part of it: the page loads older events below. */
export function readEventsSearch(given: URLSearchParams): EventsSearch {
  const search = new URLSearchParams(given);
  const kinds = mendKinds(search.get('kinds') ?? '');
  if (kinds.kinds === '') search.delete('kinds');
  else search.set('kinds', kinds.kinds);
  return { search, query: narrowing(readFilters('events.list', search).query), kinds };
}
