'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Failure } from '@/components/shell/failure';
import { Id } from '@/components/values/id';
import { useNow } from '@/components/values/now';
import { Time } from '@/components/values/time';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { nullReason } from '@/lib/view/null-reasons';
import { executions } from '@/lib/view/paths';

const WEEK_MS = 7 * 86_400_000;
const READ = 100;

/** The executions of an agent that failed in the last seven days: the listing has no time window, so its newest rows are looked through. */
export function FailedLately({ agent_object_id }: { agent_object_id: string }) {
  const now = useNow();
  const filters = { agent_object_id, status: 'failed' };
  const { data, error, refetch } = useQuery(
    endpointQuery('executions.list', {}, { ...filters, page_size: String(READ) }),
  );
  const rows = (data?.items ?? []).filter(
    (row) => now === null || now - Date.parse(row.onchain_created_at ?? row.created_at) <= WEEK_MS,
  );
  const cut = rows.length === READ;
  return (
    <Panel
      title="Failed in the last 7 days"
      note={data === undefined ? undefined : cut ? `at least ${READ}` : String(rows.length)}
      className="mb-3.5"
      actions={
        <Link href={executions(filters)} prefetch={false} className="text-accent hover:underline">
          All that failed
        </Link>
      }
    >
      {error !== null && data === undefined ? (
        <Failure
          what="the failed executions of this agent"
          error={error}
          scope="executions:read"
          onRetry={() => void refetch()}
        />
      ) : rows.length === 0 ? (
        <p className="px-3 py-2 text-2">{data === undefined ? 'Being read…' : 'None.'}</p>
      ) : (
        <div className="max-h-72 overflow-auto">
          <Table aria-label="Executions that failed in the last 7 days">
            <thead>
              <tr>
                <HeadCell>Execution</HeadCell>
                <HeadCell numeric>Skill</HeadCell>
                <HeadCell>DAG</HeadCell>
                <HeadCell numeric>Started on chain</HeadCell>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.object_id}>
                  <Cell>
                    <Id family="execution" value={row.object_id} />
                  </Cell>
                  <Cell numeric>{row.skill_id === null ? 'unknown' : String(row.skill_id)}</Cell>
                  <Cell>
                    <Id family="dag" value={row.dag_object_id} />
                  </Cell>
                  <Cell numeric>
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
        </div>
      )}
    </Panel>
  );
}
