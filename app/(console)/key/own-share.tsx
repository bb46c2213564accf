'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { useZone } from '@/components/values/preferences';
import { ownRequestsQuery } from '@/lib/client/session';
import type { UsageReport } from '@/lib/contract/usage';
import { groupDigits } from '@/lib/view/amount';
import { absoluteTime } from '@/lib/view/time';
import { besideOwn, groupWords } from '@/lib/view/usage';
import { useCountedAt } from './use-counted-at';

interface OwnShareProps {
  report: UsageReport | undefined;
  /** When the report was received, in ms since 1970. */
  answeredAt: number;
}

/** This console's requests beside what the index counted; the rest came from other clients or before the console started. */
export function OwnShare({ report, answeredAt }: OwnShareProps) {
  const zone = useZone();
  const counted = useCountedAt(answeredAt);
  // Read after each report, so that this console's counts are never behind the index's.
  const { data: own } = useQuery({
    ...ownRequestsQuery(answeredAt),
    placeholderData: keepPreviousData,
    enabled: report !== undefined,
  });
  const rows = report === undefined || own === undefined ? [] : besideOwn(report, own.rows);
  return (
    <Panel title="Requests by client" note={`by route${counted}`} className="mt-3.5">
      {rows.length === 0 ? (
        <p className="px-3 py-4 text-3">No requests in this range</p>
      ) : (
        <Table aria-label="Requests by client">
          <thead>
            <tr>
              <HeadCell>Route</HeadCell>
              <HeadCell numeric className="max-sm:whitespace-normal!">
                Total
              </HeadCell>
              <HeadCell numeric className="max-sm:whitespace-normal!">
                This console
              </HeadCell>
              <HeadCell numeric className="max-sm:whitespace-normal!">
                Other clients
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.route}>
                <Cell className="min-w-28 wrap-anywhere whitespace-normal! mono">
                  {groupWords('route', row.route)}
                </Cell>
                <Cell numeric>{groupDigits(row.counted)}</Cell>
                <Cell numeric>{groupDigits(row.own)}</Cell>
                <Cell numeric className="text-2">
                  {groupDigits(row.rest)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <p className="border-t border-line px-3 py-1.5 text-xs text-3">
        Totals are from the index. This console counts its own requests by the hour
        {own !== undefined && <>, since it started on {absoluteTime(Date.parse(own.since), zone)}</>}; event
        streams and its earlier requests appear under other clients.
      </p>
    </Panel>
  );
}
