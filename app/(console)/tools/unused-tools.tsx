import { useQuery } from '@tanstack/react-query';
import { Failure } from '@/components/shell/failure';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { RowsTable } from '@/components/ui/table';
import { Fqn } from '@/components/values/fqn';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { loadAllQuery } from '@/lib/client/queries/all-pages-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Tool } from '@/lib/contract/tools';
import { counted } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';

const SHARED_MS = 30_000;

/** Calls of every tool since the beginning of the log. */
const callsByTool = endpointQuery('stats.vertices', {}, { group_by: 'tool' }, undefined, SHARED_MS);
const allTools = loadAllQuery('tools.list', {}, (row) => row.fqn, {});

const COLUMNS = [
  { head: 'Tool', cell: ({ fqn }: Tool) => <Fqn value={fqn} /> },
  {
    head: 'Registration',
    cell: ({ is_registered }: Tool) => <Status value={is_registered ? 'registered' : 'unregistered'} />,
  },
  {
    head: 'Verified',
    cell: ({ verified }: Tool) => <Maybe value={verified} reason={nullReason('tool', 'verified')} />,
  },
  {
    head: 'Registered',
    cell: ({ registered_at }: Tool) => <Time at={registered_at} clock="on chain" className="text-2" />,
  },
  {
    head: 'Creator',
    cell: ({ creator }: Tool) => (
      <Id family="address" value={creator} reason={nullReason('tool', 'creator')} />
    ),
  },
];

/** Tools that no execution has called, as far as the log goes back. */
export function UnusedTools() {
  const calls = useQuery(callsByTool);
  const all = useQuery(allTools);
  const failed = [calls, all].find(({ data, error }) => data === undefined && error !== null);
  if (failed?.error)
    return <Failure what="the unused tools" error={failed.error} onRetry={() => void failed.refetch()} />;
  if (calls.data === undefined || all.data === undefined) return <Skeleton className="block h-40 w-full" />;
  const { groups, left_out, undated } = calls.data;
  const called = new Set(groups.map(({ group }) => group));
  const unused = all.data.items.filter(({ fqn }) => !called.has(fqn));
  const doubts = [
    left_out > 0 && `calls of ${counted(left_out, 'tool')} were left out`,
    undated > 0 && `${counted(undated, 'call')} of unknown time may be of these tools`,
    !all.data.complete && `only ${all.data.items.length} of ${all.data.total_items} tools were loaded`,
  ].filter((doubt) => typeof doubt === 'string');
  return (
    <>
      <Panel
        title="Never called"
        note={`${unused.length} of ${counted(all.data.items.length, 'tool')}, in all recorded executions`}
      >
        {unused.length === 0 ? (
          <p className="px-3 py-2 text-2">Every tool has been called</p>
        ) : (
          <RowsTable
            stacks
            label="Tools never called"
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
