'use client';
import { NoStatistics } from '@/components/shell/no-statistics';
import { Unloaded } from '@/components/shell/read-failure';
import { Skeleton } from '@/components/ui/skeleton';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { type ExecutionFilters, spansTo } from '@/lib/client/queries/run-statistics-query';
import { within } from '@/lib/view/periods';
import { PeriodFigures, usePeriodStats } from './period';
import { executionFigures } from './run-health';

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
  if (group === undefined) return <p className="my-3.5 text-2">No executions in this period</p>;
  const rows = { ...about, ...within(spansTo(period, end).current) };
  return <PeriodFigures group={group} figures={executionFigures(about, rows, period)} before={before} />;
}
