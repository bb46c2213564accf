'use client';
import { useQueries } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { usePageUrl } from '@/components/listing/use-url';
import { PeriodChoice, useIndexedData } from '@/components/record/period';
import { usePeriodEnd } from '@/components/record/use-period-end';
import { NoStatistics } from '@/components/shell/no-statistics';
import { MissingScopes, type ScopedPart, Unloaded } from '@/components/shell/read-failure';
import { useSession } from '@/components/shell/session-context';
import { HistoryGap, useHistoryGap } from '@/components/shell/source-mark';
import { PanelBoundary } from '@/components/ui/error-panel';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/plain-link';
import { Skeleton } from '@/components/ui/skeleton';
import { useZone } from '@/components/values/preferences';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { spansTo } from '@/lib/client/queries/run-statistics-query';
import { endpoints } from '@/lib/contract/endpoints';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { failingSkills, failingTools, mainCause, shareOf } from '@/lib/view/failures';
import { changesInWords } from '@/lib/view/network-changes';
import { events } from '@/lib/view/paths';
import { PERIODS, within } from '@/lib/view/periods';
import { hourOfDay, minuteTime } from '@/lib/view/time';
import { DueNext } from './due-next';
import { FailingPanel } from './failing';
import { Money } from './money';
import { Outcomes } from './outcomes';
import {
  DEFAULT_PERIOD,
  type OverviewPeriod,
  PERIOD_NAMES,
  periodIn,
  STATES,
  statisticsQueries,
} from './overview-queries';
import { RunningNow } from './running';
import { Outcome, States } from './verdict';

const PARTS: readonly ScopedPart[] = [
  { title: 'Outcomes', scope: 'executions:read' },
  { title: 'Failing tools and skills', scope: 'executions:read' },
  { title: 'Running now', scope: 'executions:read' },
  { title: 'Due next', scope: 'tasks:read' },
  { title: 'Money', scope: 'payments:read' },
  { title: 'Network changes', scope: 'events:read' },
  ...STATES.map(({ noun, is, name }) => ({ title: `${noun}s ${is}`, scope: endpoints[name].access })),
];

/** The ends of bars are round shares. */
const SCALES = [0.05, 0.1, 0.2, 0.5];

function useStatistics(period: OverviewPeriod, end: string) {
  const { scopes } = useSession();
  const [runs, runsBefore, tools, toolsBefore, skills, skillsBefore, paid, paidBefore, failures, changes] =
    useQueries({ queries: statisticsQueries(period, end, (scope) => scopes.includes(scope)) });
  const indexed = useIndexedData(spansTo(period, end).before);
  const earlierSkills = indexed(skillsBefore).data;
  const failing = {
    tools: tools.data && failingTools(tools.data, indexed(toolsBefore).data, failures.data),
    skills: skills.data && failingSkills(skills.data, earlierSkills),
  };
  const highest = Math.max(
    ...[...(failing.tools ?? []), ...(failing.skills ?? [])].flatMap(({ now, before }) => [
      shareOf(now),
      before === null ? 0 : shareOf(before),
    ]),
  );
  const scale = SCALES.find((share) => share >= highest) ?? 1;
  // Named when all of them are read, so that it does not change from a reason to a tool under the pointer.
  const isReading = [tools, toolsBefore, skills, skillsBefore, failures].some(({ isLoading }) => isLoading);
  const cause = isReading
    ? null
    : mainCause({
        tools: failing.tools ?? [],
        runs: skills.data?.groups ?? [],
        before: earlierSkills?.groups,
      });
  return {
    runs,
    runsBefore,
    earlierRuns: indexed(runsBefore).data,
    tools,
    skills,
    paid,
    paidBefore,
    changes,
    failing,
    cause,
    scale,
  };
}
type Statistics = ReturnType<typeof useStatistics>;

/** What changed the network itself, in words. */
function Changed({ query, at }: { query: Statistics['changes']; at: ReturnType<typeof spansTo> }) {
  const { data } = query;
  const window = within(at.current);
  const changes = data && changesInWords(data.groups);
  return (
    <Panel aria-label="Network changes" className="flex gap-x-3 px-3 py-2 max-sm:flex-col">
      <h2 className="font-semibold">Network changes</h2>
      {changes === undefined && (
        <Unloaded query={query} what="the changes" waiting={<Skeleton className="h-4 w-64" />} />
      )}
      {changes?.length === 0 && <span className="text-2">none</span>}
      <p className="text-2">
        {changes?.map((ofThing, thing) => (
          <Fragment key={ofThing[0]?.kind}>
            {thing > 0 && ' · '}
            {ofThing.map(({ kind, words }, place) => (
              <Fragment key={kind}>
                {place > 0 && ', '}
                <TextLink quiet href={events({ kinds: shortKindName(kind), ...window })}>
                  {words}
                </TextLink>
              </Fragment>
            ))}
          </Fragment>
        ))}
      </p>
    </Panel>
  );
}

interface FiguresProps {
  period: OverviewPeriod;
  end: string;
  at: ReturnType<typeof spansTo>;
  statistics: Statistics;
}

function Figures({ period, end, at, statistics }: FiguresProps) {
  const { runs, earlierRuns, tools, skills, changes, failing, scale } = statistics;
  const { scopes } = useSession();
  if (isNotProvided(failureOf(runs.error))) return <NoStatistics />;
  const bounds = within(at.current);
  return (
    <>
      {scopes.includes('executions:read') && (
        <>
          <PanelBoundary name="Outcomes">
            {runs.data === undefined ? (
              <Waiting title="Outcomes" query={runs} className="h-56" />
            ) : (
              <Outcomes period={period} end={end} runs={runs.data} before={earlierRuns} />
            )}
          </PanelBoundary>
          {(['tools', 'skills'] as const).map((kind) => {
            const query = { tools, skills }[kind];
            const rows = failing[kind];
            return (
              <PanelBoundary key={kind} name={`Failing ${kind}`}>
                {query.data === undefined || rows === undefined ? (
                  <Waiting title={`Failing ${kind}`} query={query} className="h-48" />
                ) : (
                  <FailingPanel
                    kind={kind}
                    rows={rows}
                    all={new Set(query.data.groups.map(({ group }) => group)).size}
                    scale={scale}
                    period={period}
                    bounds={bounds}
                  />
                )}
              </PanelBoundary>
            );
          })}
        </>
      )}
      {scopes.includes('events:read') && <Changed query={changes} at={at} />}
    </>
  );
}

interface WaitingProps {
  title: string;
  query: { error: Error | null; refetch: () => unknown };
  className: string;
}

function Waiting({ title, query, className }: WaitingProps) {
  const waiting = (
    <div className={`p-3 ${className}`}>
      <Skeleton className="block h-full w-full" />
    </div>
  );
  return (
    <Panel title={title}>
      <Unloaded query={query} what={title.toLowerCase()} waiting={waiting} />
    </Panel>
  );
}

function MoneyPart({ period, at, statistics }: FiguresProps): ReactNode {
  const { runs, runsBefore, paid, paidBefore } = statistics;
  const isCompared = useHistoryGap(at.before) !== 'not indexed';
  if (isNotProvided(failureOf(runs.error)) || isNotProvided(failureOf(paid.error))) return null;
  const movedIn = (ofRuns: typeof runs, ofPayments: typeof paid) =>
    ofRuns.data && ofPayments.data && { runs: ofRuns.data, paid: ofPayments.data };
  const current = movedIn(runs, paid);
  const before = isCompared ? movedIn(runsBefore, paidBefore) : null;
  if (current !== undefined && before !== undefined)
    return <Money period={period} span={at.current} current={current} before={before} />;
  const failed = [runs, runsBefore, paid, paidBefore].find(({ error }) => error !== null);
  return <Waiting title="Money" query={failed ?? paid} className="h-52" />;
}

interface OverviewProps {
  period: OverviewPeriod;
}

function Overview({ period }: OverviewProps) {
  const { scopes } = useSession();
  const end = usePeriodEnd();
  const statistics = useStatistics(period, end);
  const at = spansTo(period, end);
  const { runs, earlierRuns, cause } = statistics;
  const may = {
    runs: scopes.includes('executions:read'),
    money: scopes.includes('executions:read') && scopes.includes('payments:read'),
    tasks: scopes.includes('tasks:read'),
  };
  return (
    <>
      <p data-verdict className="mb-4 text-[15px] leading-6 text-pretty text-2">
        {may.runs && runs.data === undefined && runs.error === null && (
          <Skeleton className="block h-6 w-full max-w-3xl" />
        )}
        {runs.data !== undefined && (
          <Outcome
            runs={runs.data}
            before={earlierRuns}
            cause={cause}
            period={period}
            bounds={within(at.current)}
          />
        )}
        <States />
      </p>
      <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_396px]">
        <div className="grid min-w-0 gap-3">
          <Figures period={period} end={end} at={at} statistics={statistics} />
        </div>
        <div className="grid min-w-0 items-start gap-3 md:max-xl:grid-cols-2">
          <div className="grid min-w-0 gap-3">
            {may.runs && (
              <PanelBoundary name="Running now">
                <RunningNow />
              </PanelBoundary>
            )}
            {may.tasks && (
              <PanelBoundary name="Due next">
                <DueNext />
              </PanelBoundary>
            )}
          </div>
          {may.money && (
            <PanelBoundary name="Money">
              <MoneyPart period={period} end={end} at={at} statistics={statistics} />
            </PanelBoundary>
          )}
          <MissingScopes parts={PARTS} />
        </div>
      </div>
    </>
  );
}

/** When the period began, and what it is compared with. */
function Since({ period }: OverviewProps) {
  const zone = useZone();
  const end = usePeriodEnd();
  if (end === '') return null;
  const { current, before } = spansTo(period, end);
  return (
    <span className="text-3">
      since {minuteTime(current.from, zone)}, as of {hourOfDay(current.to, zone)}, compared with the{' '}
      {PERIODS[period].before}
      <HistoryGap span={before} />
    </span>
  );
}

export function OverviewPage() {
  const period = periodIn(usePageUrl().search);
  return (
    <>
      <PageHeader
        title="Overview"
        note={<Since period={period} />}
        actions={
          <PeriodChoice
            period={period}
            options={PERIOD_NAMES.map((value) => ({ value, label: PERIODS[value].short }))}
            initial={DEFAULT_PERIOD}
          />
        }
      />
      {/* Figures of another period are not shown in the meantime. */}
      <Overview key={period} period={period} />
    </>
  );
}
