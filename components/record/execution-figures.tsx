'use client';
import { useQueries } from '@tanstack/react-query';
import { NoStatistics } from '@/components/shell/no-statistics';
import { Unloaded } from '@/components/shell/read-failure';
import { useMay } from '@/components/shell/session-context';
import { Skeleton } from '@/components/ui/skeleton';
import { Amount } from '@/components/values/amount';
import { KnownDuration } from '@/components/values/duration';
import { Maybe } from '@/components/values/maybe';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { beforeAndNow, type ExecutionFilters } from '@/lib/client/queries/run-statistics-query';
import type { ExecutionGroup } from '@/lib/contract/stats';
import { groupDigits } from '@/lib/view/amount';
import { analyze, executions } from '@/lib/view/paths';
import { failureRate, meanCost } from '@/lib/view/run-statistics';
import { type Figures, PeriodFigures, usePeriod } from './period';

const NONE_FINISHED = 'no execution of this period has finished';
const ended = ({ succeeded, failed, aborted }: ExecutionGroup) => succeeded + failed + aborted;

/** How the executions that match went, in the period of the page and the one before; each figure leads to its rows or to Analyze. */
export function useExecutionFigures(about: ExecutionFilters) {
  const { period, label, end } = usePeriod();
  const may = useMay('executions:read');
  const queries = beforeAndNow('stats.executions', period, end, about);
  const [current, before] = useQueries({
    queries: [
      { ...queries[0], enabled: may && queries[0].enabled },
      { ...queries[1], enabled: may && queries[1].enabled },
    ],
  });
  return { may, period, label, current, before };
}

export function ExecutionFigures({ about }: { about: ExecutionFilters }) {
  const { may, period, current, before } = useExecutionFigures(about);
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
  const rows = { ...about, created_after: current.data.from ?? undefined };
  const measured = (measure: string) => () => analyze({ ...about, measure, period });
  const figures: Figures<ExecutionGroup> = [
    { label: 'Executions', show: ({ count }) => groupDigits(count), href: () => executions(rows) },
    {
      label: 'Failure rate',
      show: (of) => (
        <Maybe value={failureRate(of)} reason={NONE_FINISHED}>
          {(rate) => `${rate} %`}
        </Maybe>
      ),
      of: (of) => `${groupDigits(of.failed + of.aborted)} of ${groupDigits(ended(of))}`,
      href: () => executions({ ...rows, status: 'failed,aborted' }),
      isAlarming: (of, earlier) => {
        const failed = of.failed + of.aborted;
        const earlierFailed = earlier === undefined ? 0 : earlier.failed + earlier.aborted;
        return failed >= 3 && failed * (earlier ? ended(earlier) : 0) > 2 * earlierFailed * ended(of);
      },
    },
    {
      label: 'Median duration',
      show: (of) => <KnownDuration ms={of.duration_p50_ms} reason={NONE_FINISHED} />,
      href: measured('duration_p50'),
    },
    {
      label: 'p95 duration',
      show: (of) => <KnownDuration ms={of.duration_p95_ms} reason={NONE_FINISHED} />,
      href: measured('duration_p95'),
    },
    {
      label: 'Cost per run',
      show: (of) => <Amount value={meanCost(of)} unit="sui" reason="no execution has a known cost" rounded />,
      href: measured('cost'),
    },
  ];
  return <PeriodFigures group={group} figures={figures} before={before} />;
}
