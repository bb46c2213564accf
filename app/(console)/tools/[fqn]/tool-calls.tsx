import { useQuery } from '@tanstack/react-query';
import { earlierGroup, PeriodChoice, PeriodFigure, type PeriodFigureProps } from '@/components/record/period';
import { KnownDuration } from '@/components/values/duration';
import { Failure } from '@/components/shell/failure';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Facts } from '@/components/values/facts';
import { Maybe } from '@/components/values/maybe';
import { failureOf, isNotProvided } from '@/lib/client/failure';
import type { VertexGroup } from '@/lib/contract/stats';
import { counted, groupDigits } from '@/lib/view/amount';
import { executions } from '@/lib/view/paths';
import { failureRate } from '@/lib/view/run-statistics';
import { Failures } from './tool-failures';
import { useToolStats } from './tool-stats';

export const NOT_TIMED = 'no call has ended with known times';

const FIGURES: readonly Omit<PeriodFigureProps<VertexGroup>, 'now' | 'before'>[] = [
  { label: 'Calls', show: ({ count }) => groupDigits(count) },
  {
    label: 'Failed calls',
    show: ({ succeeded, failed }) => (
      <Maybe value={failureRate({ succeeded, failed, aborted: 0 })} reason="no call has ended">
        {(rate) => `${rate} %`}
      </Maybe>
    ),
  },
  {
    label: 'Median duration',
    show: ({ duration_p50_ms }) => <KnownDuration ms={duration_p50_ms} reason={NOT_TIMED} />,
  },
  {
    label: '95th percentile',
    show: ({ duration_p95_ms }) => <KnownDuration ms={duration_p95_ms} reason={NOT_TIMED} />,
  },
  {
    label: 'Longest call',
    show: ({ duration_max_ms }) => <KnownDuration ms={duration_max_ms} reason={NOT_TIMED} />,
  },
];

/** How calls of a tool went in the executions of a period, beside the period before; only where the index has statistics. */
export function ToolCalls({ fqn }: { fqn: string }) {
  const { period, queries } = useToolStats(fqn);
  const current = useQuery(queries.calls);
  const before = useQuery(queries.callsBefore);
  if (isNotProvided(failureOf(current.error))) return null;
  const { data, error } = current;
  const group = data?.groups[0];
  return (
    <Panel
      title="Calls"
      note={
        data !== undefined && data.undated > 0
          ? `without ${counted(data.undated, 'call')} of unknown time`
          : 'in executions started in this period'
      }
      className="mb-3.5"
      data-testid="tool-calls"
      actions={
        <>
          <PeriodChoice period={period} />
          <TextLink href={executions({ tool_fqn: fqn, created_after: data?.from ?? undefined })}>
            Executions of its DAGs
          </TextLink>
        </>
      }
    >
      {data === undefined && error !== null && (
        <Failure what="the statistics of this tool" error={error} onRetry={() => void current.refetch()} />
      )}
      {data === undefined && error === null && (
        <div className="h-[68px] p-3">
          <Skeleton className="block h-full w-full" />
        </div>
      )}
      {data !== undefined && group === undefined && (
        <p className="px-3 py-2 text-2">No calls in this period</p>
      )}
      {group !== undefined && (
        <Facts className="my-0! rounded-none! border-0 border-b!">
          {FIGURES.map((figure) => (
            <PeriodFigure key={figure.label} {...figure} now={group} before={earlierGroup(before)} />
          ))}
        </Facts>
      )}
      {group !== undefined && <Failures fqn={fqn} />}
    </Panel>
  );
}
