'use client';
import { type ComponentType, useMemo } from 'react';
import { answeredAt } from '@/lib/client/answered-at';
import { RunHealth } from '@/components/record/run-health';
import {
  MissingScopes,
  type ScopedPart,
  Unloaded,
  ignoredReason,
  reasonOf,
} from '@/components/shell/read-failure';
import { useSession } from '@/components/shell/session-context';
import { PageHeader } from '@/components/ui/page-header';
import { PanelBoundary } from '@/components/ui/error-panel';
import { Maybe } from '@/components/values/maybe';
import { endpoints } from '@/lib/contract/endpoints';
import { LastHourEvents, LastHourMoney } from './last-hour';
import { LatestEvents, LatestExecutions, RowsSkeleton } from './latest-rows';
import {
  STATES,
  changesQuery,
  hoursAgo,
  countIn,
  figureQuery,
  LISTS,
  TOTALS,
  totalsQuery,
  type Figure,
} from './overview-queries';
import { TasksDue } from './tasks-due';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { FamilyDot } from '@/components/values/family-dot';
import { useNowValue } from '@/components/values/now';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { counted, groupDigits } from '@/lib/view/amount';
import { changesByFamily } from '@/lib/view/network-changes';
import { familyLooks } from '@/lib/view/event-families';
import { events } from '@/lib/view/paths';
import Link from 'next/link';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/skeleton';
import { Age } from '@/components/values/age';
import { useFilterCheck } from '@/lib/client/use-filter-check';
import { NOT_COUNTED } from '@/lib/view/null-reasons';

/** A count with its age once it is older than its refresh interval; from the lists where the index has no totals. */
function FigureValue({ figure }: { figure: Figure }) {
  const options = totalsQuery();
  const query = useQuery(options);
  const { data, error } = query;
  const count = data && countIn(data, figure);
  if (count !== undefined)
    return (
      <>
        {groupDigits(count)} <Age at={answeredAt(query)} after={options.staleTime} />
      </>
    );
  return data === undefined && error === null ? (
    <Skeleton className="h-4 w-12" />
  ) : (
    <ListFigure figure={figure} />
  );
}

function ListFigure({ figure }: { figure: Figure }) {
  const { name, filters } = figure;
  const options = figureQuery(figure);
  const query = useQuery(options);
  const { data, error } = query;
  const check = useFilterCheck(name, {}, filters, data ?? null);
  const uncounted = check.uncounted ? NOT_COUNTED : null;
  const reason = error !== null && data === undefined ? reasonOf(error) : (ignoredReason(check) ?? uncounted);
  if (reason !== null)
    return (
      <span className="text-sm font-normal tracking-normal">
        <Maybe value={null} reason={reason} />
      </span>
    );
  if (check.total === null) return <Skeleton className="h-4 w-12" />;
  return (
    <>
      {groupDigits(check.total)} <Age at={answeredAt(query)} after={options.staleTime} />
    </>
  );
}

interface StripProps {
  label: string;
  figures: readonly Figure[];
  className: string;
}

/** Figures in a line or two; each leads to its rows. */
function Strip({ label, figures, className }: StripProps) {
  return (
    <ul
      aria-label={label}
      className={classNames(
        'mb-3.5 grid gap-px overflow-hidden rounded-md border border-line bg-line',
        className,
      )}
    >
      {figures.map((figure) => (
        <li key={figure.title} className="bg-surface last:odd:max-sm:col-span-2">
          <Link
            href={LISTS[figure.name].page(figure.filters)}
            prefetch={false}
            className="flex items-baseline justify-between gap-2 px-3 py-1.5 -outline-offset-2 hover:bg-surface-2"
          >
            <span className="text-xs text-3">{figure.title}</span>
            <span className="h-5 font-semibold tracking-tight">
              <FigureValue figure={figure} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The number of everything. */
function Totals() {
  return <Strip label="Totals" figures={TOTALS} className="grid-cols-2 sm:grid-cols-4 xl:grid-cols-8" />;
}

/** What is in progress and what went wrong. */
function States() {
  const { scopes } = useSession();
  const shown = STATES.filter(({ name }) => scopes.includes(endpoints[name].access));
  if (shown.length === 0) return null;
  return <Strip label="Current states" figures={shown} className="grid-cols-2 md:grid-cols-5" />;
}

/** What changed the network itself in 24 hours, by kind of event; only where the index has statistics. */
function Changes() {
  const since = useNowValue((now) => (now === null ? '' : hoursAgo(24, now)));
  const query = useQuery({ ...changesQuery(since), enabled: since !== '' });
  const { data } = query;
  const changes = useMemo(() => data && changesByFamily(data.groups), [data]);
  if (isNotProvided(failureOf(query.error))) return null;
  const kinds = changes?.flatMap((family) => family.kinds.map(({ kind }) => shortKindName(kind))).join(',');
  return (
    <Panel
      title="Changes in the last 24 hours"
      note={
        data && data.undated > 0 ? `without ${counted(data.undated, 'event')} of unknown time` : undefined
      }
      actions={kinds && <TextLink href={events({ kinds, created_after: since })}>View all</TextLink>}
    >
      {changes === undefined && (
        <Unloaded query={query} what="the changes" waiting={<RowsSkeleton rows={4} />} />
      )}
      {changes?.length === 0 && (
        <p className="px-3 py-2 text-2">
          No tool, DAG, agent, leader, stake, key or task was created or changed
        </p>
      )}
      {changes !== undefined && changes.length > 0 && (
        <ul aria-label="Changes in the last 24 hours" className="px-3 py-2">
          {changes.map(({ family, kinds: ofFamily }) => (
            <li key={family} className="grid grid-cols-[128px_minmax(0,1fr)] gap-3 py-1">
              <span className="inline-flex items-center gap-2 self-start">
                <FamilyDot hue={familyLooks[family].hue} />
                {familyLooks[family].label}
              </span>
              <span className="flex flex-wrap gap-x-4 gap-y-1">
                {ofFamily.map(({ kind, count }) => (
                  <TextLink
                    key={kind}
                    quiet
                    href={events({ kinds: shortKindName(kind), created_after: since })}
                  >
                    {shortKindName(kind)} <span className="text-3">{groupDigits(count)}</span>
                  </TextLink>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface Part extends ScopedPart {
  Shown: ComponentType;
}

/** Two independent columns, so that a short panel leaves no hole beside a tall one. */
const COLUMNS: readonly (readonly Part[])[] = [
  [
    { title: 'Executions', scope: 'executions:read', Shown: AllRuns },
    { title: 'Events in the last hour', scope: 'events:read', Shown: LastHourEvents },
    { title: 'Tasks due', scope: 'tasks:read', Shown: TasksDue },
  ],
  [
    { title: 'Money moved in the last hour', scope: 'executions:read', Shown: LastHourMoney },
    { title: 'Changes in the last 24 hours', scope: 'events:read', Shown: Changes },
    { title: 'Latest executions', scope: 'executions:read', Shown: LatestExecutions },
    { title: 'Latest events', scope: 'events:read', Shown: LatestEvents },
  ],
];

const ALL_PARTS: readonly ScopedPart[] = [
  ...STATES.map(({ title, name }) => ({ title, scope: endpoints[name].access })),
  ...COLUMNS.flat(),
];

function AllRuns() {
  return <RunHealth title="Executions" />;
}

export function OverviewPage() {
  const { index, scopes } = useSession();
  const columns = COLUMNS.map((parts) => parts.filter(({ scope }) => scopes.includes(scope))).filter(
    ({ length }) => length > 0,
  );
  return (
    <>
      <PageHeader
        title="Overview"
        note={
          <span>
            Network: <Maybe value={index.network} reason="the index doesn't report its network" />
          </span>
        }
      />
      <Totals />
      <PanelBoundary name="current states">
        <States />
      </PanelBoundary>
      <div className="grid items-start gap-3.5 xl:grid-cols-2">
        {columns.map((parts) => (
          <div key={parts[0]?.title} className="grid min-w-0 gap-3.5">
            {parts.map(({ title, Shown }) => (
              <PanelBoundary key={title} name={title}>
                <Shown />
              </PanelBoundary>
            ))}
          </div>
        ))}
        {/* Fills the second column, or the whole width below two. */}
        <MissingScopes parts={ALL_PARTS} className="xl:odd:col-span-2" />
      </div>
    </>
  );
}
