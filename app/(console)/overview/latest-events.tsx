'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Failure, NO_SCOPE } from '@/components/shell/failure';
import { useMay } from '@/components/shell/session-context';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Id } from '@/components/values/id';
import { Time } from '@/components/values/time';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { events } from '@/lib/view/paths';
import { LATEST_ROWS, latestQuery } from './overview-queries';
import { RowsSkeleton } from './rows-skeleton';

export function LatestEvents() {
  const may = useMay('events:read');
  const query = useQuery({ ...latestQuery('events.list'), enabled: may });
  const rows = query.data?.items;
  const error = may ? query.error : NO_SCOPE;
  return (
    <Panel
      title="Latest events"
      actions={
        <Link href={events()} prefetch={false} className="text-accent hover:underline">
          All events, live
        </Link>
      }
    >
      {rows === undefined ? (
        error !== null ? (
          <Failure
            what="the latest events"
            error={error}
            scope="events:read"
            onRetry={() => void query.refetch()}
          />
        ) : (
          <RowsSkeleton rows={LATEST_ROWS + 1} />
        )
      ) : rows.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No event has been indexed yet" />
      ) : (
        <Table>
          <thead>
            <tr>
              <HeadCell numeric className="w-px">
                Id
              </HeadCell>
              <HeadCell>Kind</HeadCell>
              <HeadCell className="hidden sm:table-cell">Transaction</HeadCell>
              <HeadCell numeric>On chain</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id.toString()}>
                <Cell numeric className="mono text-2">
                  {groupDigits(row.id)}
                </Cell>
                <Cell>{shortKindName(row.kind)}</Cell>
                <Cell className="hidden sm:table-cell">
                  <Id value={row.tx_digest} family="transaction" />
                </Cell>
                <Cell numeric className="text-2">
                  <Time
                    at={row.onchain_at}
                    clock="on chain"
                    reason={nullReason('eventRecord', 'onchain_at')}
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
