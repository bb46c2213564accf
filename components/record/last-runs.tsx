'use client';
import { useQuery } from '@tanstack/react-query';
import { Unloaded } from '@/components/shell/read-failure';
import { useMay } from '@/components/shell/session-context';
import { Panel } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/plain-link';
import { Skeleton } from '@/components/ui/skeleton';
import { ColumnAmount } from '@/components/values/amount';
import { RunTime } from '@/components/values/run-time';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { RowsTable } from '@/components/values/table';
import { Time } from '@/components/values/time';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { lastRunsQuery } from '@/lib/client/queries/last-runs-query';
import type { QueryInput } from '@/lib/contract/endpoints';
import { costOf } from '@/lib/contract/executions';
import { totalOf } from '@/lib/contract/record';
import { countedIfKnown } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { costReason, executionReasons } from '@/lib/view/null-reasons/executions';
import { executions } from '@/lib/view/paths';

interface LastRunsProps {
  title: string;
  about: QueryInput<'executions.list'>;
  none: string;
  className?: string;
}

/** The newest executions that match, with how each went. */
export function LastRuns({ title, about, none, className }: LastRunsProps) {
  const may = useMay('executions:read');
  const query = useQuery({ ...lastRunsQuery(about), enabled: may });
  const { data, error } = query;
  if (!may || isNotProvided(failureOf(error))) return null;
  return (
    <Panel
      title={title}
      className={className}
      actions={
        data !== undefined &&
        data.items.length > 0 && (
          <TextLink href={executions(about)}>All {countedIfKnown(totalOf(data), 'execution')}</TextLink>
        )
      }
    >
      {data === undefined && (
        <Unloaded
          query={query}
          what="the latest executions"
          waiting={<Skeleton className="m-3 block h-40" />}
        />
      )}
      {data?.items.length === 0 && <p className="px-3 py-2 text-2">{none}</p>}
      {data !== undefined && data.items.length > 0 && (
        <RowsTable
          stacks
          label={title}
          rows={data.items}
          rowKey={({ object_id }) => object_id}
          columns={[
            { head: 'Execution', cell: ({ object_id }) => <Id family="execution" value={object_id} /> },
            { head: 'Status', cell: ({ status }) => <Status value={status} /> },
            {
              head: 'Failed at',
              holds: 'sentence',
              wide: true,
              cell: ({ failed_vertex, failure_reason }) =>
                failed_vertex !== null && (
                  <span className="text-2">
                    <span translate="no" className="mono text-text">
                      {failed_vertex}
                    </span>
                    {failure_reason !== null && `: ${failure_reason}`}
                  </span>
                ),
            },
            { head: 'Duration', numeric: true, cell: (row) => <RunTime execution={row} /> },
            {
              head: 'Cost, SUI',
              numeric: true,
              cell: (row) => <ColumnAmount value={costOf(row)} unit="sui" reason={costReason(row)} />,
            },
            {
              head: 'Started',
              numeric: true,
              cell: (row) => (
                <Time
                  at={row.onchain_created_at}
                  clock="on chain"
                  reason={nullReason(executionReasons, 'onchain_created_at', row)}
                  className="text-2"
                />
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
