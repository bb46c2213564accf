'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, memo, type ReactNode, useCallback, useRef, useState } from 'react';
import { FilterBar } from '@/components/data-table/filter-bar';
import {
  type ChangeFilters,
  controlsOf,
  keysOf,
  labelsOf,
  type FilterLabels,
} from '@/components/data-table/filter-controls';
import { ListingNotes } from '@/components/listing/listing-notes';
import { SavedViews } from '@/components/listing/saved-views';
import { usePageUrl } from '@/components/listing/use-url';
import { currentKinds, type CurrentKinds, readEventSearch } from '@/lib/client/event-filter';
import { withFilters, withPageKeys } from '@/lib/client/filter-url';
import { eventHistory, type EventQuery } from '@/lib/client/queries/event-queries';
import type { SavedView } from '@/lib/client/saved-views';
import { useFilterCheck, type FilterCheck } from '@/lib/client/use-filter-check';
import { idOfFragment } from '@/lib/view/event-place';
import { KindFilter } from './kind-filter';
import { Pause, Play } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { AlertsPopover } from '@/components/alerts/alerts-popover';
import { useIdle } from '@/components/data-table/use-idle';
import { ExplorerLink } from '@/components/values/explorer-link';
import { causeOf } from '@/components/shell/read-failure';
import { Button, buttonClass } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import { PageHeader } from '@/components/ui/page-header';
import { Tip } from '@/components/ui/tip';
import { Age } from '@/components/values/age';
import type { EventView } from '@/lib/client/live/event-view';
import { type EventRow, findRow, rowKey } from '@/lib/client/live/event-window';
import { useEventRows } from '@/lib/client/live/use-event-rows';
import { useVerifier } from '@/lib/client/live/use-live';
import { counted, groupDigits } from '@/lib/view/amount';
import { analyzeList } from '@/lib/view/paths';
import { ExportButton } from './export-button';
import { ExtraColumnsMenu, sortIn } from './extra-columns';
import { Select } from '@/components/ui/field';
import { EventsTable, groupingIn } from './events-table';
import { FeedHead, NewerStrip } from './feed-head';
import { Mono } from '@/components/ui/mono';

const EVERY_MS = 10_000;

/** Announces the number of new matching events to screen readers, at most every ten seconds. */
function EventAnnouncer({ view }: { view: EventView }) {
  const announced = useRef(0);
  const [text, setText] = useState('');
  useEffect(() => {
    announced.current = view.state().received;
    const timer = setInterval(() => {
      const { received } = view.state();
      const fresh = received - announced.current;
      announced.current = received;
      if (fresh > 0) setText(counted(fresh, 'new event'));
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [view]);
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}

function GroupBy() {
  const url = usePageUrl();
  return (
    <Select
      aria-label="Group events"
      className="w-auto!"
      value={groupingIn(url.search) ?? ''}
      onChange={({ target }) => url.replace(withPageKeys(url.search, { group: target.value || undefined }))}
    >
      <option value="">Each event</option>
      <option value="transaction">By transaction</option>
      <option value="execution">By execution</option>
    </Select>
  );
}

const GoTo = dynamic(async () => (await import('./go-to')).GoTo);

function GoToButton() {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen} label="Go to" trigger={<Button>Go to</Button>}>
      <GoTo onGone={() => setOpen(false)} />
    </Popover>
  );
}

interface EventsHeadProps {
  total: number | null;
  /** The index does not count events, or it is unknown whether it applied the filters. */
  isUncounted: boolean;
  isCounting: boolean;
  /** When the total was read, in milliseconds. */
  answered_at: number;
  /** New events are received, so the feed can be paused. */
  live: boolean;
  paused: boolean;
  onPaused: (paused: boolean) => void;
  query: EventQuery;
  view: EventView;
  savedViews: ReactNode;
}

/** The page's title and actions; not rendered with the rows. */
const EventsHead = memo(function EventsHead(props: EventsHeadProps) {
  const { total, answered_at, live, paused, onPaused, query, view, savedViews } = props;
  return (
    <PageHeader
      title="Events"
      note={
        total === null ? (
          (props.isCounting && <span className="text-3">Checking the total…</span>) ||
          (props.isUncounted && <span className="text-3">total unknown</span>)
        ) : (
          <>
            <Tip tip="Stored events, including events that cannot be decoded">about {groupDigits(total)}</Tip>{' '}
            <Age at={answered_at} after={60_000} />
          </>
        )
      }
      actions={
        <>
          <GroupBy />
          <Link
            className={buttonClass()}
            href={analyzeList({ measure: 'events', by: 'kind', kinds: query.kinds, sender: query.sender })}
            prefetch={false}
          >
            Analyze
          </Link>
          {live && (
            <Button aria-pressed={paused} onClick={() => onPaused(!paused)}>
              {paused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
              {paused ? 'Resume' : 'Pause'}
            </Button>
          )}
          {savedViews}
          <ExtraColumnsMenu />
          <AlertsPopover trigger={<Button>Alerts</Button>} />
          <GoToButton />
          <ExportButton query={query} loaded={view.state} />
        </>
      }
    />
  );
});

const EventDetail = dynamic(() => import('./event-detail').then((file) => file.EventDetail), { ssr: false });

const VERIFY_EVERY_MS = 30_000;

interface EventsFeedProps {
  query: EventQuery;
  check: FilterCheck;
  onClear: () => void;
  savedViews: ReactNode;
  /** Notes and filters, between the header and the rows. */
  children: ReactNode;
}

/** The events of one filter. Rows never move while they are read: newer ones are counted until requested. */
function EventsFeed({ query, check, onClear, savedViews, children }: EventsFeedProps) {
  const url = usePageUrl();
  const verifier = useVerifier();
  const region = useRef<HTMLDivElement>(null);
  const idle = useIdle(region);
  const data = useEventRows(query);
  const { view, rows, end, newer, former, live, received, withoutHistory } = data;
  const verifies = live && withoutHistory === null;
  const [paused, setPaused] = useState(false);
  const openKey = url.search.get('event');
  // A total that only the rows of the first page give is outdated by the next event.
  const isCountedByRows = check.total !== null && data.total === null;
  // New rows would move those that are being read.
  const following = live && idle && !paused && openKey === null && sortIn(url.search) === null;

  useEffect(() => view.follow(following || !live), [view, following, live]);
  useEffect(() => (verifies ? verifier?.watch() : undefined), [verifier, verifies]);
  // Somebody who reads older rows wants their time on chain, which live events do not carry.
  useEffect(() => {
    if (verifies && !following) verifier?.request(VERIFY_EVERY_MS);
  }, [verifier, verifies, following]);

  const open = useCallback(
    (row: Pick<EventRow, 'id' | 'former'> | null) =>
      url.push(withPageKeys(url.search, { event: row === null ? undefined : rowKey(row) })),
    [url],
  );
  const openId = useCallback((id: bigint) => open({ id }), [open]);
  const close = () => {
    open(null);
    const row = region.current?.querySelector(`[data-row="${CSS.escape(openKey ?? '')}"] [data-row-main]`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  };

  return (
    // Wide windows have room for the open event beside the rows.
    <div className={openKey === null ? undefined : 'xl:mr-[420px]'}>
      <EventsHead
        total={check.total === null ? null : data.total}
        isUncounted={check.uncounted || check.unchecked.length > 0 || isCountedByRows}
        isCounting={check.isChecking}
        answered_at={data.answered_at}
        live={live}
        paused={paused}
        onPaused={setPaused}
        query={query}
        view={view}
        savedViews={savedViews}
      />
      {children}
      <EventAnnouncer key={JSON.stringify(query)} view={view} />
      <div className="sticky top-12 z-10 rounded-t-md border border-line bg-surface">
        <FeedHead view={view} live={live} verifies={verifies} paused={paused} received={received} />
        {live && (
          <NewerStrip
            newer={newer}
            following={following}
            received={received}
            onShow={() => view.showNewer()}
            onOpen={openId}
          />
        )}
      </div>
      {data.streamOnly && withoutHistory !== null && rows.length > 0 && (
        <p role="note" className="border-x border-t border-line bg-surface px-3 py-1.5 text-warn">
          This index doesn&apos;t provide the event history: {causeOf(withoutHistory)}. Only events received
          over the stream are shown.
        </p>
      )}
      {former.length > 0 && (
        <p role="status" className="border-x border-t border-line bg-surface px-3 py-1.5 text-warn">
          The event log was reset. Rows marked “previous log” are from before: their IDs now belong to other
          events.
        </p>
      )}
      <EventsTable
        data={data}
        query={query}
        filteredHere={check.ignored.length > 0}
        openKey={openKey}
        onOpen={open}
        onClear={onClear}
        region={region}
      />
      {openKey !== null && (
        <EventDetail
          key={openKey}
          name={openKey}
          event={former.find((row) => rowKey(row) === openKey) ?? findRow(rows, end, openKey)}
          onOpen={open}
          onClose={close}
        />
      )}
    </div>
  );
}

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
          <Mono>{from}</Mono> is now called <Mono>{to}</Mono>.
        </p>
      ))}
      {removed.map(({ kind, reason }) => (
        <p key={kind}>
          <s translate="no" className="mono">
            {kind}
          </s>{' '}
          no longer exists: {reason}.
        </p>
      ))}
      {unknown.map((name) => (
        <p key={name}>
          <Mono>{name.slice(0, 80)}</Mono> is not a known event kind and was ignored.
        </p>
      ))}
      {kinds === '' && <p>These kinds no longer exist. Showing all kinds.</p>}
    </div>
  );
}

/** Kinds have their own control. */
const LABELS: Omit<FilterLabels<'events.list'>, 'kinds'> = {
  sender: 'Sender',
  tx_digest: 'Transaction',
  created: 'On chain',
  leader_cap_id: 'Leader ID',
  turn: 'Turn',
  missed_reason: 'Missed turn reason',
  missed_tool_fqn: 'Missed turn tool',
  staker: 'Staker',
  task_object_id: 'Task ID',
  call: 'Call',
  tool_fqn: 'Tool name',
  vertex_name: 'Vertex',
  dag_object_id: 'DAG ID',
  agent_object_id: 'Agent ID',
  skill_id: 'Skill',
  status: 'Execution status',
  invoker: 'Invoker',
  started: 'Execution started',
};
const CONTROLS = controlsOf('events.list', LABELS);
const ignoredLabels = (filters: readonly string[]) =>
  labelsOf(CONTROLS, filters).map((label) => (label === 'kinds' ? 'Kinds' : label));
const FILTERS = ['kinds', ...CONTROLS.flatMap(keysOf)];

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
        // Those of leaders and calls are set by links, mostly.
        most={3}
        ignored={check.ignored}
        // Also where none is indexed: the transaction may be older than the history.
        note={
          query.tx_digest === undefined ? undefined : (
            <ExplorerLink kind="transaction" id={query.tx_digest}>
              Open transaction in explorer
            </ExplorerLink>
          )
        }
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
