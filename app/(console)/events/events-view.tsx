'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { FilterBar } from '@/components/data-table/filter-bar';
import {
  type ChangeFilters,
  controlsOf,
  labelsOf,
  type FilterLabels,
} from '@/components/data-table/filter-controls';
import { ListingNotes } from '@/components/listing/listing-notes';
import { SavedViews } from '@/components/listing/saved-views';
import { usePageUrl } from '@/components/listing/use-url';
import { currentKinds, type CurrentKinds, readEventSearch } from '@/lib/client/event-filter';
import { withFilters, withPageKeys } from '@/lib/client/filter-url';
import { eventHistory } from '@/lib/client/queries/event-queries';
import type { SavedView } from '@/lib/client/saved-views';
import { useFilterCheck } from '@/lib/client/use-filter-check';
import { idOfFragment } from '@/lib/view/event-place';
import { EventsFeed } from './events-feed';
import { KindFilter } from './kind-filter';

interface KindNotesProps {
  kinds: CurrentKinds;
  className: string;
  /** Announced by screen readers when it appears. */
  announced?: boolean;
}

/** Which kinds of an old link or filter were renamed or removed; nothing when none were. */
function KindNotes({ kinds: current, className, announced = false }: KindNotesProps) {
  const { renamed, removed, unknown, kinds } = current;
  if (renamed.length + removed.length + unknown.length === 0) return null;
  return (
    <div role={announced ? 'status' : undefined} className={`flex flex-col gap-0.5 text-warn ${className}`}>
      {renamed.map(({ from, to }) => (
        <p key={from}>
          <span className="mono">{from}</span> is now called <span className="mono">{to}</span>.
        </p>
      ))}
      {removed.map(({ kind, reason }) => (
        <p key={kind}>
          <s className="mono">{kind}</s> no longer exists: {reason}.
        </p>
      ))}
      {unknown.map((name) => (
        <p key={name}>
          <span className="mono">{name.slice(0, 80)}</span> is not a known event kind and was ignored.
        </p>
      ))}
      {kinds === '' && <p>None of these kinds exists any more. Showing all kinds.</p>}
    </div>
  );
}

/** Kinds have their own control. */
const LABELS: Omit<FilterLabels<'events.list'>, 'kinds'> = {
  sender: 'Sender',
  tx_digest: 'Transaction',
  created: 'On chain',
};
const CONTROLS = controlsOf('events.list', LABELS);
const ignoredLabels = (filters: readonly string[]) =>
  labelsOf(CONTROLS, filters).map((label) => (label === 'kinds' ? 'Kinds' : label));
const FILTERS = ['kinds', 'sender', 'tx_digest', 'created_after', 'created_before'] as const;

/** A filter saved before a release renamed or removed kinds says which. */
function kindNoteOf({ search }: SavedView) {
  const kinds = currentKinds(new URLSearchParams(search).get('kinds') ?? '');
  return <KindNotes kinds={kinds} className="w-full pb-1 text-xs break-words" />;
}

export function EventsView() {
  const url = usePageUrl();
  const text = url.search.toString();
  const { search, query, kinds, dropped } = useMemo(() => readEventSearch(new URLSearchParams(text)), [text]);
  const filters = query as Record<string, string>;
  // The open event is in the URL too, and must not change the query.
  const key = JSON.stringify(query);
  const stable = useMemo(() => JSON.parse(key) as typeof query, [key]);

  // The first page as the feed below has read it.
  const { data } = useQuery({ ...eventHistory(stable, () => null), enabled: false });
  const check = useFilterCheck('events.list', {}, stable, data ?? null);
  const change: ChangeFilters = (changes, { replace = false } = {}) =>
    (replace ? url.replace : url.push)(withFilters('events.list', search, changes));
  // A link to one event may be a fragment, which only the browser sees.
  useEffect(() => {
    const follow = () => {
      const event = idOfFragment(window.location.hash);
      if (event !== null) url.replace(withPageKeys(url.search, { event }));
    };
    // The router is ready only after the effects of the first render.
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
      check={check}
      onClear={clear}
      savedViews={<SavedViews current={withFilters('events.list', search, {})} noteOf={kindNoteOf} />}
    >
      <KindNotes announced kinds={kinds} className="mb-2.5 rounded-md border border-warn/50 px-3 py-1.5" />
      <ListingNotes dropped={dropped} renamed={[]} />
      <FilterBar
        controls={CONTROLS}
        filters={filters}
        onChange={change}
        onClear={clear}
        ignored={check.ignored}
      >
        <KindFilter
          query={stable}
          onChange={(value) => change({ kinds: value })}
          ignored={check.ignored.includes('kinds')}
        />
      </FilterBar>
      {check.ignored.length > 0 && (
        <p role="note" className="mb-2.5 rounded-md border border-warn/50 px-3 py-1.5 text-warn">
          Ignored by this index: {ignoredLabels(check.ignored).join(', ')}. Only the events loaded here are
          searched; the number of matches is unknown.
        </p>
      )}
    </EventsFeed>
  );
}
