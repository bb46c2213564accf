'use client';
import { useQueries } from '@tanstack/react-query';
import { Failure } from '@/components/shell/failure';
import { Panel } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/plain-link';
import { RowsTable } from '@/components/ui/table';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Execution } from '@/lib/contract/executions';
import { nullReason } from '@/lib/view/null-reasons';
import { executions } from '@/lib/view/paths';

const WEEK_MS = 7 * 86_400_000;
const PAGE = 100;
const STATUSES = ['failed', 'aborted'] as const;

const startOf = (row: Execution) => Date.parse(row.onchain_created_at ?? row.created_at);

const COLUMNS = [
  { head: 'Execution', cell: (row: Execution) => <Id family="execution" value={row.object_id} /> },
  { head: 'Status', cell: (row: Execution) => <Status value={row.status} /> },
  {
    head: 'Skill',
    numeric: true,
    cell: (row: Execution) => <Maybe value={row.skill_id} reason={nullReason('execution', 'skill_id')} />,
  },
  { head: 'DAG', cell: (row: Execution) => <Id family="dag" value={row.dag_object_id} /> },
  {
    head: 'Started on chain',
    numeric: true,
    cell: (row: Execution) => (
      <Time
        at={row.onchain_created_at}
        clock="on chain"
        reason={nullReason('execution', 'onchain_created_at')}
      />
    ),
  },
];

/** An agent's failed and aborted executions of the last week; the list has no time filter, so its newest rows are searched. */
export function RecentFailures({ agent_object_id }: { agent_object_id: string }) {
  const now = useNow();
  const queries = useQueries({
    queries: STATUSES.map((status) =>
      endpointQuery('executions.list', {}, { agent_object_id, status, page_size: String(PAGE) }),
    ),
  });
  const error = queries.find(({ data, error }) => data === undefined && error !== null)?.error ?? null;
  const loading = queries.some(({ data }) => data === undefined);
  const recent = queries.map(({ data }) =>
    (data?.items ?? []).filter((row) => now === null || now - startOf(row) <= WEEK_MS),
  );
  const truncated = recent.some((rows) => rows.length === PAGE);
  const rows = recent.flat().sort((a, b) => startOf(b) - startOf(a));
  return (
    <Panel
      title="Failed or aborted in the last 7 days"
      note={loading ? undefined : `${truncated ? 'at least ' : ''}${rows.length}`}
      className="mb-3.5"
      actions={STATUSES.map((status) => (
        <TextLink key={status} href={executions({ agent_object_id, status })}>
          All {status}
        </TextLink>
      ))}
    >
      {error !== null ? (
        <Failure
          what="failed executions"
          error={error}
          onRetry={() => queries.forEach(({ refetch }) => void refetch())}
        />
      ) : rows.length === 0 ? (
        <p className="px-3 py-2 text-2">{loading ? 'Loading…' : 'None'}</p>
      ) : (
        <div className="max-h-72 overflow-auto">
          <RowsTable
            label="Executions that failed or were aborted in the last 7 days"
            columns={COLUMNS}
            rows={rows}
            rowKey={(row) => row.object_id}
          />
        </div>
      )}
    </Panel>
  );
}
