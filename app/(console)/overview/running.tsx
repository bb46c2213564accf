'use client';
import { useQuery } from '@tanstack/react-query';
import { RowsSkeleton } from './rows-skeleton';
import { Unloaded } from '@/components/shell/read-failure';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { RunTime } from '@/components/values/duration';
import { RowsTable } from '@/components/values/table';
import { TitledId } from '@/components/values/titled-id';
import { totalOf } from '@/lib/contract/record';
import { groupDigits } from '@/lib/view/amount';
import { executions } from '@/lib/view/paths';
import { rowOrder } from '@/lib/view/row-order';
import { RUNNING_ROWS, runningQuery } from './overview-queries';

/** What runs, the longest first. */
export function RunningNow() {
  const query = useQuery(runningQuery());
  const { data } = query;
  const total = data === undefined ? null : totalOf(data);
  const isSorted = rowOrder(data?.items ?? []) === 'oldest first';
  const note = [...(total === null ? [] : [groupDigits(total)]), ...(isSorted ? ['longest first'] : [])].join(
    ', ',
  );
  return (
    <Panel
      title="Running now"
      note={note === '' ? undefined : note}
      actions={<TextLink href={executions({ status: 'running' })}>All running</TextLink>}
    >
      {data === undefined && (
        <Unloaded query={query} what="running executions" waiting={<RowsSkeleton rows={RUNNING_ROWS} />} />
      )}
      {data?.items.length === 0 && <p className="px-3 py-2 text-2">No execution is running</p>}
      {data !== undefined && data.items.length > 0 && (
        <RowsTable
          label="Running now"
          rows={data.items}
          rowKey={({ object_id }) => object_id}
          attributes={({ object_id }) => ({ 'data-row': object_id })}
          columns={[
            {
              head: 'Execution',
              wide: true,
              cell: ({ object_id, skill_description }) => (
                <TitledId family="execution" value={object_id} title={skill_description} reason="" />
              ),
            },
            { head: 'Running for', numeric: true, cell: (row) => <RunTime execution={row} /> },
          ]}
        />
      )}
    </Panel>
  );
}
