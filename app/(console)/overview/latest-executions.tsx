'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { usePageUrl } from '@/components/listing/use-url';
import { Failure } from '@/components/shell/failure';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { withPageKeys } from '@/lib/client/filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { nullReason } from '@/lib/view/null-reasons';
import { executions } from '@/lib/view/paths';
import { LATEST_ROWS, latestQuery } from './overview-queries';
import { RowsSkeleton } from './rows-skeleton';

const ONLY = ['running', 'failed'] as const;

/** The newest executions, or the newest that run or failed (`?executions=`). */
export function LatestExecutions() {
  const url = usePageUrl();
  const asked = url.search.get('executions');
  const status = ONLY.find((one) => one === asked);
  const query = useQuery(
    status === undefined
      ? latestQuery('executions.list')
      : endpointQuery('executions.list', {}, { status, page_size: String(LATEST_ROWS) }),
  );
  const show = (executions: string | undefined) => url.replace(withPageKeys(url.search, { executions }));
  const rows = query.data?.items;
  const { error } = query;
  return (
    <Panel
      title="Latest executions"
      actions={
        <>
          {ONLY.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={status === one}
              onClick={() => show(status === one ? undefined : one)}
              className="rounded-full border border-line px-2.5 text-xs text-2 hover:border-line-strong hover:text-text aria-pressed:border-accent aria-pressed:bg-accent-weak aria-pressed:text-text"
            >
              only {one}
            </button>
          ))}
          <Link href={executions({ status })} prefetch={false} className="text-accent hover:underline">
            All executions
          </Link>
        </>
      }
    >
      {rows === undefined ? (
        error !== null ? (
          <Failure
            what="the latest executions"
            error={error}
            scope="executions:read"
            onRetry={() => void query.refetch()}
          />
        ) : (
          <RowsSkeleton rows={LATEST_ROWS + 1} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          kind="nothing-yet"
          title={status === undefined ? 'No execution has been indexed yet' : `No execution is ${status}`}
        />
      ) : (
        <Table>
          <thead>
            <tr>
              <HeadCell>Execution</HeadCell>
              <HeadCell>Status</HeadCell>
              <HeadCell className="hidden sm:table-cell">DAG</HeadCell>
              <HeadCell numeric>Started on chain</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.object_id}>
                <Cell>
                  <Id value={row.object_id} family="execution" />
                </Cell>
                <Cell>
                  <Status value={row.status} />
                </Cell>
                <Cell className="hidden sm:table-cell">
                  <Id value={row.dag_object_id} family="dag" />
                </Cell>
                <Cell numeric className="text-2">
                  <Time
                    at={row.onchain_created_at}
                    clock="on chain"
                    reason={nullReason('execution', 'onchain_created_at')}
                  />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}
