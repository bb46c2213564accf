import { useQuery } from '@tanstack/react-query';
import { PeriodChoice, usePeriod } from '@/components/record/period';
import { Failure } from '@/components/shell/read-failure';
import { useHistoryGap } from '@/components/shell/source-mark';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { RowsTable } from '@/components/values/table';
import { Fqn } from '@/components/values/fqn';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { loadAllQuery } from '@/lib/client/queries/all-pages-query';
import { callsByToolQuery, spansTo } from '@/lib/client/queries/run-statistics-query';
import type { Tool } from '@/lib/contract/tools';
import { counted, partOf } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { toolReasons } from '@/lib/view/null-reasons/tools';

const allTools = loadAllQuery('tools.list', {}, (row) => row.fqn, {});

const COLUMNS = [
  { head: 'Tool', cell: ({ fqn }: Tool) => <Fqn value={fqn} /> },
  {
    head: 'Registration',
    cell: ({ is_registered }: Tool) => <Status value={is_registered ? 'registered' : 'unregistered'} />,
  },
  {
    head: 'Verified',
    cell: (row: Tool) => <Maybe value={row.verified} reason={nullReason(toolReasons, 'verified', row)} />,
  },
  {
    head: 'Registered',
    cell: ({ registered_at }: Tool) => <Time at={registered_at} clock="on chain" className="text-2" />,
  },
  {
    head: 'Creator',
    cell: (row: Tool) => (
      <Id family="address" value={row.creator} reason={nullReason(toolReasons, 'creator', row)} />
    ),
  },
];

/** Tools that no execution of a period has called. */
export function UnusedTools() {
  const { period, label, end } = usePeriod();
  const calls = useQuery(callsByToolQuery(period, end));
  const all = useQuery(allTools);
  const gap = useHistoryGap(spansTo(period, end).current);
  const failed = [calls, all].find(({ data, error }) => data === undefined && error !== null);
  // The page says that the index has no statistics.
  if (isNotProvided(failureOf(calls.error))) return null;
  if (failed?.error)
    return <Failure what="the unused tools" error={failed.error} onRetry={() => void failed.refetch()} />;
  if (calls.data === undefined || all.data === undefined) return <Skeleton className="block h-40 w-full" />;
  const { groups, left_out, undated } = calls.data;
  const called = new Set(groups.map(({ group }) => group));
  const unused = all.data.items.filter(({ fqn }) => !called.has(fqn));
  const doubts = [
    gap !== null && `the ${label} are ${gap}`,
    left_out > 0 && `calls of ${counted(left_out, 'tool')} were left out`,
    undated > 0 && `${counted(undated, 'execution')} of unknown time may have called them`,
    !all.data.complete && `only ${partOf(all.data.items.length, all.data.total_items)} tools were loaded`,
  ].filter((doubt) => typeof doubt === 'string');
  return (
    <>
      <Panel
        title="Not called"
        note={`${unused.length} of ${counted(all.data.items.length, 'tool')}, by executions in the ${label}`}
        actions={<PeriodChoice period={period} />}
      >
        {unused.length === 0 ? (
          <p className="px-3 py-2 text-2">Every tool was called</p>
        ) : (
          <RowsTable
            stacks
            label="Tools not called"
            rows={unused}
            rowKey={({ fqn }) => fqn}
            attributes={({ fqn }) => ({ 'data-unused': fqn })}
            columns={COLUMNS}
          />
        )}
      </Panel>
      {doubts.length > 0 && (
        <p role="note" className="mt-2 text-warn">
          Not certain: {doubts.join('; ')}
        </p>
      )}
    </>
  );
}
