'use client';
import { useQuery } from '@tanstack/react-query';
import { Unloaded } from '@/components/shell/read-failure';
import { Panel } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/plain-link';
import { Tip } from '@/components/ui/tip';
import { RunTime } from '@/components/values/run-time';
import { Id } from '@/components/values/id';
import { RowsTable } from '@/components/values/table';
import { STUCK_AFTER } from '@/lib/contract/executions';
import { groupDigits } from '@/lib/view/amount';
import { repeated } from '@/lib/view/names';
import { executions } from '@/lib/view/paths';
import { rowOrder } from '@/lib/view/row-order';
import { FIRST_ROWS, runningQuery, stuckQuery } from './overview-queries';
import { RowsSkeleton } from './rows-skeleton';
import { useTotal } from './use-total';

/** What runs: what is stuck first, then the longest. */
export function RunningNow() {
  const query = useQuery(runningQuery());
  const { data } = query;
  const { total, reason } = useTotal('executions.list', { status: 'running' }, query);
  const ofStuck = useQuery(stuckQuery());
  const isStuckKnown = useTotal('executions.list', { stuck: 'true' }, ofStuck).total !== null;
  const stuck = isStuckKnown ? (ofStuck.data?.items ?? []) : [];
  const stuckIds = new Set(stuck.map(({ object_id }) => object_id));
  const running = data?.items ?? [];
  const rows = [...stuck, ...running.filter(({ object_id }) => !stuckIds.has(object_id))].slice(
    0,
    FIRST_ROWS,
  );
  const shared = repeated(rows.map(({ skill_description }) => skill_description));
  // An index may ignore the filter, and the order.
  const isRunning = running.every(({ status }) => status === 'running');
  const order = rowOrder(running) === 'oldest first' ? ', longest first' : '';
  return (
    <Panel
      title="Running now"
      note={total === null ? undefined : `${groupDigits(total)}${order}`}
      actions={<TextLink href={executions({ status: 'running' })}>All running</TextLink>}
    >
      {data === undefined && (
        <Unloaded query={query} what="running executions" waiting={<RowsSkeleton rows={FIRST_ROWS} />} />
      )}
      {!isRunning && <p className="px-3 py-2 text-2">Unknown: {reason}</p>}
      {data !== undefined && rows.length === 0 && <p className="px-3 py-2 text-2">No execution is running</p>}
      {data !== undefined && isRunning && rows.length > 0 && (
        <RowsTable
          label="Running now"
          rows={rows}
          rowKey={({ object_id }) => object_id}
          attributes={({ object_id }) => ({ 'data-row': object_id })}
          columns={[
            {
              head: 'Execution',
              wide: true,
              cell: ({ object_id, skill_description: name }) => (
                <Id family="execution" value={object_id} name={name} withId={shared.has(name)} />
              ),
            },
            {
              head: 'Running for',
              numeric: true,
              cell: (row) =>
                stuckIds.has(row.object_id) ? (
                  <span className="text-warn [&_*]:text-warn">
                    <Tip
                      tip={`Running for more than ${STUCK_AFTER} times the median of its DAG`}
                      className="mr-2 text-xs"
                    >
                      stuck
                    </Tip>
                    <RunTime execution={row} />
                  </span>
                ) : (
                  <RunTime execution={row} />
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
