'use client';
import { useMemo } from 'react';
import { ListingNotes } from '@/app/(console)/listing-notes';
import { usePageUrl } from '@/app/(console)/use-url';
import { FilterBar, type ChangeFilters } from '@/components/data-table/filter-bar';
import { controlsOf } from '@/components/data-table/filter-controls';
import { readFilters, withFilters } from '@/lib/client/filters';
import { EventsFeed } from './events-feed';
import { eventFilterLabels, readEventsSearch } from './filters';
import { KindFilter } from './kind-filter';
import { KindNotes } from './kind-notes';

const CONTROLS = controlsOf('events.list', eventFilterLabels);
const FILTERS = ['kinds', 'sender', 'tx_digest', 'created_after', 'created_before'] as const;

export function EventsView() {
  const url = usePageUrl();
  const text = url.search.toString();
  const { search, query, kinds } = useMemo(() => readEventsSearch(new URLSearchParams(text)), [text]);
  const filters = query as Record<string, string>;
  // The open event is in the URL too: it does not make another query of this one.
  const key = JSON.stringify(query);
  const stable = useMemo(() => JSON.parse(key) as typeof query, [key]);
  const { dropped } = readFilters('events.list', search);

  const change: ChangeFilters = (changes, { steady = false } = {}) =>
    (steady ? url.replace : url.push)(withFilters('events.list', search, changes));
  const clear = () => change(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
  return (
    <EventsFeed key={key} query={stable} onClear={clear}>
      <KindNotes mended={kinds} />
      <ListingNotes dropped={dropped} renamed={[]} />
      <FilterBar controls={CONTROLS} filters={filters} onChange={change} onClear={clear}>
        <KindFilter value={filters['kinds']} onChange={(value) => change({ kinds: value })} />
      </FilterBar>
    </EventsFeed>
  );
}
