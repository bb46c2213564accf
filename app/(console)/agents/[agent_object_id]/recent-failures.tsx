'use client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Failure } from '@/components/shell/failure';
import { Panel } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/plain-link';
import { RowsTable } from '@/components/values/table';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { matchingRows, type SentFilters } from '@/lib/client/ignored-filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Answer } from '@/lib/contract/endpoints';
import type { Execution } from '@/lib/contract/executions';
import { nullReason } from '@/lib/view/null-reasons';
import { executions } from '@/lib/view/paths';
import { recentFailures, startOf } from '@/lib/view/recent-failures';

const WEEK_MS = 7 * 86_400_000;
const PAGE = '100';
const STATUSES = ['failed', 'aborted'] as const;

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

/** From the list of failed executions, else from the agent's newest executions. */
function useRecentFailures(agent_object_id: string, since: number) {
  const filtered = STATUSES.map((status) => ({ agent_object_id, status, page_size: PAGE }));
  const lists = useQueries({ queries: filtered.map((query) => endpointQuery('executions.list', {}, query)) });
  const listError = lists.find(({ data, error }) => data === undefined && error !== null)?.error ?? null;
  const isAbsent = isNotProvided(failureOf(listError));
  const own = useQuery({
    ...endpointQuery('agents.executions', { agent_object_id }, { page_size: PAGE }),
    enabled: isAbsent,
  });
  const parts = isAbsent ? [own] : lists;
  const found = parts.flatMap(({ data }, at) => {
    const query = isAbsent ? {} : filtered[at];
    return data === undefined ? [] : [recentFailures(matching(data, query ?? {}), since)];
  });
  return {
    rows: found.flatMap(({ rows }) => rows).sort((a, b) => startOf(b) - startOf(a)),
    complete: found.every(({ complete }) => complete),
    loading: parts.some(({ data }) => data === undefined),
    error: isAbsent ? own.error : listError,
    retry: () => parts.forEach(({ refetch }) => void refetch()),
  };
}

/** An index that ignores a filter lists other executions as well. */
function matching(answer: Answer<'executions.list'>, query: SentFilters) {
  return { ...answer, items: matchingRows('executions.list', query, answer.items) };
}

/** An agent's failed and aborted executions of the last week; no list has a time filter, so the newest rows are searched. */
export function RecentFailures({ agent_object_id }: { agent_object_id: string }) {
  const now = useNow();
  const { rows, complete, loading, error, retry } = useRecentFailures(agent_object_id, (now ?? 0) - WEEK_MS);
  return (
    <Panel
      title="Failed or aborted in the last 7 days"
      note={loading || !complete ? undefined : rows.length}
      className="mb-3.5"
      actions={STATUSES.map((status) => (
        <TextLink key={status} href={executions({ agent_object_id, status })}>
          All {status}
        </TextLink>
      ))}
    >
      {error !== null && <Failure what="failed executions" error={error} onRetry={retry} />}
      {error === null && rows.length === 0 && (
        <p className="px-3 py-2 text-2">{emptyText(loading, complete)}</p>
      )}
      {error === null && rows.length > 0 && (
        <>
          <div className="max-h-72 overflow-auto">
            <RowsTable
              label="Executions that failed or were aborted in the last 7 days"
              columns={COLUMNS}
              rows={rows}
              rowKey={(row) => row.object_id}
            />
          </div>
          {!complete && (
            <p className="px-3 py-1.5 text-xs text-3">
              Among the newest {PAGE} executions; older ones were not searched
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

function emptyText(loading: boolean, complete: boolean): string {
  if (loading) return 'Loading…';
  return complete ? 'None' : `Unknown: none among the newest ${PAGE}; older ones were not searched`;
}
