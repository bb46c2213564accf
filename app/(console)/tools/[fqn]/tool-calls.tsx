import { useQuery } from '@tanstack/react-query';
import { type Figures, PeriodPanel } from '@/components/record/period';
import { KnownDuration } from '@/components/values/duration';
import { Failure } from '@/components/shell/read-failure';
import { NoStatistics } from '@/components/shell/no-statistics';
import { TextLink } from '@/components/ui/plain-link';
import { RowsTable } from '@/components/values/table';
import { Maybe } from '@/components/values/maybe';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import type { Answer } from '@/lib/contract/endpoints';
import type { FailureGroup, VertexGroup } from '@/lib/contract/stats';
import { counted, groupDigits } from '@/lib/view/amount';
import { executions } from '@/lib/view/paths';
import { failureRate } from '@/lib/view/run-statistics';
import { statusWords } from '@/lib/view/status';
import { useToolStats } from './use-tool-stats';

export const NOT_TIMED = 'no call has ended with known times';

const FIGURES: Figures<VertexGroup> = [
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
    label: 'p95 duration',
    show: ({ duration_p95_ms }) => <KnownDuration ms={duration_p95_ms} reason={NOT_TIMED} />,
  },
  {
    label: 'Longest call',
    show: ({ duration_max_ms }) => <KnownDuration ms={duration_max_ms} reason={NOT_TIMED} />,
  },
];

/** How calls of a tool went in the executions of a period, beside the period before. */
export function ToolCalls({ fqn }: { fqn: string }) {
  const { period, queries } = useToolStats(fqn);
  const current = useQuery(queries.calls);
  const before = useQuery(queries.callsBefore);
  if (isNotProvided(failureOf(current.error))) return <NoStatistics className="mb-3.5" />;
  const { undated = 0, from = null } = current.data ?? {};
  return (
    <PeriodPanel
      title="Calls"
      note={
        undated > 0
          ? `without ${counted(undated, 'call')} of unknown time`
          : 'in executions started in this period'
      }
      className="mb-3.5"
      data-testid="tool-calls"
      period={period}
      link={
        <TextLink href={executions({ tool_fqn: fqn, created_after: from ?? undefined })}>
          Executions of its DAGs
        </TextLink>
      }
      current={current}
      before={before}
      what="the statistics of this tool"
      none="No calls in this period"
      waitingClass="h-[68px]"
      figures={FIGURES}
    >
      {() => <Failures fqn={fqn} />}
    </PeriodPanel>
  );
}

interface GroupsProps {
  head: 'Failure class' | 'Reason';
  /** The filter of executions that selects a group. */
  filter: 'failure_class' | 'failure_reason';
  fqn: string;
  stats: Answer<'stats.failures'>;
}

/** Failed calls by what they have in common, the most frequent first. */
function FailureGroups({ head, filter, fqn, stats: { from, groups, left_out } }: GroupsProps) {
  const rows = { failed_tool_fqn: fqn, created_after: from ?? undefined };
  const words = (group: string) => (filter === 'failure_class' ? statusWords(group) : group);
  return (
    <div className="min-w-0">
      <RowsTable
        stacks
        label={`Failures by ${head.toLowerCase()}`}
        rows={groups}
        rowKey={({ group }) => group ?? ''}
        columns={[
          {
            head,
            className: 'w-full whitespace-normal! wrap-anywhere',
            cell: ({ group }) => (
              <Maybe value={group} reason="the log doesn't record it">
                {words}
              </Maybe>
            ),
          },
          { head: 'Failed calls', numeric: true, cell: ({ count }) => groupDigits(count) },
          { head: 'Recovered', numeric: true, cell: ({ recovered }) => groupDigits(recovered) },
          {
            head: 'Failed executions',
            numeric: true,
            cell: ({ group, causes }: FailureGroup) =>
              // No filter selects rows without a value.
              group === null || causes === 0 ? (
                groupDigits(causes)
              ) : (
                <TextLink quiet href={executions({ ...rows, [filter]: group })}>
                  {groupDigits(causes)}
                </TextLink>
              ),
          },
        ]}
      />
      {left_out > 0 && <p className="px-3 py-1.5 text-xs text-3">{groupDigits(left_out)} more not shown</p>}
    </div>
  );
}

/** Failed calls of a tool in the period of the page, by class and by reason. */
function Failures({ fqn }: { fqn: string }) {
  const { queries } = useToolStats(fqn);
  const byClass = useQuery(queries.failuresByClass);
  const byReason = useQuery(queries.failuresByReason);
  const failed = [byClass, byReason].find(({ data, error }) => data === undefined && error !== null);
  if (failed?.error)
    return <Failure what="the failures" error={failed.error} onRetry={() => void failed.refetch()} />;
  if (byClass.data === undefined || byReason.data === undefined)
    return <p className="px-3 py-2 text-3">Loading failures…</p>;
  if (byReason.data.groups.length === 0)
    return <p className="px-3 py-2 text-2">No failed calls in this period</p>;
  return (
    <div className="grid lg:grid-cols-2">
      <FailureGroups head="Reason" filter="failure_reason" fqn={fqn} stats={byReason.data} />
      <FailureGroups head="Failure class" filter="failure_class" fqn={fqn} stats={byClass.data} />
    </div>
  );
}
