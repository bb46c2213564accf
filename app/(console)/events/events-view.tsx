'use client';
import { useEffect, useMemo } from 'react';
import { ListingNotes } from '@/components/listing/listing-notes';
import { SavedViews } from '@/components/listing/saved-views';
import { usePageUrl } from '@/components/listing/use-url';
import { FilterBar, type ChangeFilters } from '@/components/data-table/filter-bar';
import { controlsOf } from '@/components/data-table/filter-controls';
import { readEventSearch } from '@/lib/client/event-search';
import { withFilters, withPageKeys } from '@/lib/client/filters';
import { mendKinds } from '@/lib/client/old-kinds';
import type { SavedView } from '@/lib/client/saved-views';
import { idOfFragment } from '@/lib/view/event-place';
import { EventsFeed } from './events-feed';
import { eventFilterLabels } from './filters';
import { KindFilter } from './kind-filter';
import { KindNotes } from './kind-notes';

const CONTROLS = controlsOf('events.list', eventFilterLabels);
const FILTERS = ['kinds', 'sender', 'tx_digest', 'created_after', 'created_before'] as const;

/** Releases rename kinds of events and take some away: a filter that was saved before says which of its own. */
function kindNoteOf({ search }: SavedView) {
  const mended = mendKinds(new URLSearchParams(search).get('kinds') ?? '');
  return <KindNotes mended={mended} className="w-full pb-1 text-xs break-words" />;
}

export function EventsView() {
  const url = usePageUrl();
  const text = url.search.toString();
  const { search, query, kinds, dropped } = useMemo(() => readEventSearch(new URLSearchParams(text)), [text]);
  const filters = query as Record<string, string>;
  // The open event is in the URL too: it does not make another query of this one.
  const key = JSON.stringify(query);
  const stable = useMemo(() => JSON.parse(key) as typeof query, [key]);

  const change: ChangeFilters = (changes, { steady = false } = {}) =>
    (steady ? url.replace : url.push)(withFilters('events.list', search, changes));
  // A link to one event may be written as a fragment, which only the browser sees.
  useEffect(() => {
    const follow = () => {
      const event = idOfFragment(window.location.hash);
      if (event !== null) url.replace(withPageKeys(url.search, { event }));
    };
    // The router takes notice of addresses only when it has been set up, after the effects of the page's first drawing.
    const timer = setTimeout(follow, 0);
    window.addEventListener('hashchange', follow);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('hashchange', follow);
    };
  });
  const clear = () => change(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
  return (
    <EventsFeed
      query={stable}
      onClear={clear}
      views={<SavedViews standing={withFilters('events.list', search, {})} noteOf={kindNoteOf} />}
    >
      <KindNotes announced mended={kinds} className="mb-2.5 rounded-md border border-warn/50 px-3 py-1.5" />
      <ListingNotes dropped={dropped} renamed={[]} />
      <FilterBar controls={CONTROLS} filters={filters} onChange={change} onClear={clear}>
        <KindFilter query={stable} onChange={(value) => change({ kinds: value })} />
      </FilterBar>
    </EventsFeed>
  );
}
