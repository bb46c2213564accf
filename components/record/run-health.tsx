'use client';
import type { ReactNode } from 'react';
import { Unloaded } from '@/components/shell/read-failure';
import { NoStatistics } from '@/components/shell/no-statistics';
import { TextLink } from '@/components/ui/plain-link';
import { Skeleton } from '@/components/ui/skeleton';
import { RowsTable } from '@/components/values/table';
import { Amount } from '@/components/values/amount';
import { KnownDuration } from '@/components/values/duration';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import { useZone } from '@/components/values/preferences';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import {
  BUCKET,
  type ExecutionFilters,
  type Period,
  spansTo,
} from '@/lib/client/queries/run-statistics-query';
import type { ExecutionGroup } from '@/lib/contract/stats';
import { counted, groupDigits } from '@/lib/view/amount';
import { changeOfRate, ofRuns, type Rate, rateText, shareOf, standsOut } from '@/lib/view/failures';
import { analyze, executions, type Query, skill, skillOf } from '@/lib/view/paths';
import { PERIODS, within } from '@/lib/view/periods';
import { firstWithTies } from '@/lib/view/row-order';
import { costShares, meanCost, totalCost } from '@/lib/view/run-statistics';
import { hourOfDay } from '@/lib/view/time';
import { OUTCOMES, outcomeCounts } from './outcome-series';
import { type Figures, ofTotal, PeriodFigures, PeriodPanel, usePeriod, usePeriodStats } from './period';
import { PeriodColumns, SeriesLegend } from './period-columns';
import { Verdict } from './record-page';

const NONE_FINISHED = 'no execution of this period has finished';
const NO_COST = 'no execution has a known cost';

/** Each leads to its rows or to Analyze. `rows`: the filters of the list. */
function executionFigures(about: ExecutionFilters, rows: Query, period: Period): Figures<ExecutionGroup> {
  const to = (measure: string) => () => analyze({ measure, ...about, period });
  return [
    { label: 'Executions', show: ({ count }) => groupDigits(count), href: () => executions(rows) },
    {
      label: 'Failed or aborted',
      show: (group) => <Maybe value={rateText(ofRuns(group))} reason={NONE_FINISHED} />,
      of: (group) => `${groupDigits(ofRuns(group).failed)} of ${groupDigits(ofRuns(group).ended)}`,
      href: () => executions({ ...rows, status: 'failed,aborted' }),
      isAlarming: (group, before) => standsOut(ofRuns(group), before ? ofRuns(before) : null),
    },
    {
      label: 'Median duration',
      show: (group) => <KnownDuration ms={group.duration_p50_ms} reason={NONE_FINISHED} />,
      href: to('duration_p50'),
    },
    {
      label: 'p95 duration',
      show: (group) => <KnownDuration ms={group.duration_p95_ms} reason={NONE_FINISHED} />,
      href: to('duration_p95'),
    },
    {
      label: 'Cost',
      show: (group) => <Amount value={totalCost(group)} unit="sui" reason={NO_COST} rounded />,
      href: to('cost'),
    },
    {
      label: 'Cost per run',
      show: (group) => <Amount value={meanCost(group)} unit="sui" reason={NO_COST} rounded />,
    },
  ];
}

interface Cause {
  group_by: string;
  head: string;
  name: (group: ExecutionGroup) => ReactNode;
  filters: (group: string) => Query;
  /** What the failed ones are a share of. */
  ended: (group: ExecutionGroup | undefined, all: ExecutionGroup) => number;
}

const CAUSES: readonly Cause[] = [
  {
    group_by: 'failed_tool',
    head: 'Failing tool',
    name: ({ group }) => <Fqn value={group ?? ''} />,
    filters: (failed_tool_fqn) => ({ failed_tool_fqn }),
    ended: (_, all) => ofRuns(all).ended,
  },
  {
    group_by: 'skill',
    head: 'Failing skill',
    name: ({ group, title }) => {
      const { agent_object_id, skill_id } = skillOf(group ?? '');
      return (
        <TextLink quiet href={skill(agent_object_id, skill_id)}>
          {title || `skill ${skill_id}`}
        </TextLink>
      );
    },
    filters: skillOf,
    ended: (group) => (group === undefined ? 0 : ofRuns(group).ended),
  },
];

const SHOWN = 5;

interface FailingProps {
  cause: Cause;
  about: ExecutionFilters;
  total: ExecutionGroup;
  totalBefore: ExecutionGroup | null | undefined;
  rows: Query;
}

/** What failed most often, with the period before. */
function Failing({ cause, about, total, totalBefore, rows }: FailingProps) {
  const { group_by } = cause;
  const { period, current, before } = usePeriodStats('stats.executions', { ...about, group_by });
  if (current.data === undefined) return <Unloaded query={current} what="what failed" waiting={null} />;
  const rateOf = (group: ExecutionGroup | undefined, all: ExecutionGroup): Rate => ({
    failed: group === undefined ? 0 : ofRuns(group).failed,
    ended: cause.ended(group, all),
  });
  const earlier = (key: string | null): Rate | null => {
    if (before.data === undefined || totalBefore === undefined) return null;
    const group = before.data.groups.find((other) => other.group === key);
    return totalBefore === null ? { failed: 0, ended: 0 } : rateOf(group, totalBefore);
  };
  const failing = current.data.groups
    .filter((group) => group.group !== null && ofRuns(group).failed > 0)
    .map((group) => ({ group, rate: rateOf(group, total) }))
    .sort((a, b) => shareOf(b.rate) - shareOf(a.rate) || b.rate.failed - a.rate.failed);
  const visibleRows = firstWithTies(failing, SHOWN, ({ rate }) => shareOf(rate));
  if (failing.length === 0) return null;
  return (
    <>
      <RowsTable
        rows={visibleRows}
        rowKey={({ group }) => group.group ?? ''}
        columns={[
          { head: cause.head, wide: true, holds: 'name', cell: ({ group }) => cause.name(group) },
          {
            head: 'Failed',
            numeric: true,
            cell: ({ group, rate }) => (
              <TextLink
                quiet
                href={executions({ ...rows, ...cause.filters(group.group ?? ''), status: 'failed,aborted' })}
              >
                {groupDigits(rate.failed)}
              </TextLink>
            ),
          },
          {
            head: 'Rate',
            numeric: true,
            cell: ({ group, rate }) => (
              <span className={standsOut(rate, earlier(group.group)) ? 'text-fail' : ''}>
                {rateText(rate)}
              </span>
            ),
          },
          {
            head: 'Previous',
            numeric: true,
            className: 'text-3',
            cell: ({ group }) => {
              const rate = earlier(group.group);
              return rate === null ? '' : (rateText(rate) ?? 'none');
            },
          },
        ]}
      />
      {visibleRows.length < failing.length && (
        <p className="px-3 py-2">
          <TextLink href={analyze({ measure: 'failure_rate', by: group_by, and: 'none', ...about, period })}>
            All {failing.length}
          </TextLink>
        </p>
      )}
    </>
  );
}

/** What the known cost consisted of. */
function CostSplit({ group }: { group: ExecutionGroup }) {
  const shares = costShares(group);
  if (shares === null) return null;
  return (
    <p className="px-3 pt-2 text-2">
      Cost: {shares.gas} % gas, {shares.tools} % tools, {shares.priority} % priority fees
    </p>
  );
}

/** The executions of the page's period and of the one before, by hour or day and in total. */
function useRuns(about: ExecutionFilters) {
  const bucket = BUCKET[usePeriod().period];
  return usePeriodStats('stats.executions', { ...about, bucket, total: 'true' });
}

interface RunsVerdictProps {
  /** Which executions. */
  about: ExecutionFilters;
  /** Says nothing where there were no executions. */
  isOptional?: boolean;
}

/** How many executions failed, against the period before. */
export function RunsVerdict({ about, isOptional = false }: RunsVerdictProps) {
  const { period, end, current, before } = useRuns(about);
  if (current.data === undefined || (isOptional && current.data.total === null)) return null;
  const rate = current.data.total === null ? { failed: 0, ended: 0 } : ofRuns(current.data.total);
  const earlier = before.data?.total ? ofRuns(before.data.total) : null;
  const span = `in the ${PERIODS[period].label.toLowerCase()}`;
  if (rate.ended === 0) return <Verdict>No execution finished {span}.</Verdict>;
  const rows = { ...about, ...within(spansTo(period, end).current) };
  return (
    <Verdict>
      <TextLink quiet href={executions({ ...rows, status: 'failed,aborted' })}>
        <b className={standsOut(rate, earlier) ? 'text-fail' : ''}>{rateText(rate)}</b> of{' '}
        {counted(rate.ended, 'finished execution')}
      </TextLink>{' '}
      failed or aborted {span}
      {changeOfRate(rate, earlier)}.
    </Verdict>
  );
}

interface RunHealthProps {
  title: string;
  /** Which executions. */
  about: ExecutionFilters;
  className?: string;
}

/** How executions of the page's period went, beside the period before; nothing where there were none. */
export function RunHealth({ title, about, className }: RunHealthProps) {
  const { period, end, may, current, before } = useRuns(about);
  if (!may || current.data?.total === null) return null;
  if (isNotProvided(failureOf(current.error))) return <NoStatistics className={className} />;
  const { undated = 0, groups = [] } = current.data ?? {};
  const rows = { ...about, ...within(spansTo(period, end).current) };
  return (
    <PeriodPanel
      title={title}
      className={className}
      note={undated > 0 ? `excludes ${counted(undated, 'execution')} with unknown time` : undefined}
      period={period}
      hasChoice={false}
      link={<TextLink href={analyze({ measure: 'failure_rate', ...about, period })}>Analyze</TextLink>}
      current={ofTotal(current)}
      before={ofTotal(before)}
      what="the statistics of executions"
      none="No executions in this period"
      waitingClass="h-[220px]"
      figures={executionFigures(about, rows, period)}
    >
      {(group) => (
        <>
          <CostSplit group={group} />
          <div className="grid gap-2 p-3">
            <SeriesLegend series={OUTCOMES} before={PERIODS[period].before} />
            <PeriodColumns
              title="Executions and outcomes"
              noun="execution"
              period={period}
              end={end}
              series={OUTCOMES}
              groups={groups}
              before={before.data?.groups}
              countsOf={outcomeCounts}
              hrefOf={(bucket) => executions({ ...about, ...within(bucket) })}
            />
          </div>
          {CAUSES.filter(({ group_by }) => group_by !== 'skill' || about.agent_object_id === undefined).map(
            (cause) => (
              <Failing
                key={cause.group_by}
                cause={cause}
                about={about}
                total={group}
                totalBefore={before.data?.total}
                rows={rows}
              />
            ),
          )}
        </>
      )}
    </PeriodPanel>
  );
}

/** Statistics end at a round time: what came since is in the lists already. */
function NoneUntil({ what, period, end }: { what: string; period: Period; end: string }) {
  const zone = useZone();
  return (
    <p className="my-3.5 text-2">
      No {what} in the {PERIODS[period].label.toLowerCase()}
      {end !== '' && ` (to ${hourOfDay(spansTo(period, end).current.to, zone)})`}
    </p>
  );
}

/** How the executions that match went, in the period of the page and the one before; each figure leads to its rows or to Analyze. */
export function ExecutionFigures({ about }: { about: ExecutionFilters }) {
  const { may, period, end, current, before } = usePeriodStats('stats.executions', about);
  if (!may) return null;
  if (isNotProvided(failureOf(current.error))) return <NoStatistics className="my-3.5" />;
  if (current.data === undefined)
    return (
      <Unloaded
        query={current}
        what="the statistics of executions"
        waiting={<Skeleton className="my-3.5 block h-[76px] w-full" />}
      />
    );
  const [group] = current.data.groups;
  if (group === undefined) return <NoneUntil what="executions" {...{ period, end }} />;
  const rows = { ...about, ...within(spansTo(period, end).current) };
  return <PeriodFigures group={group} figures={executionFigures(about, rows, period)} before={before} />;
}
