'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { useZone } from '@/components/values/zone';
import { ownRequestsQuery } from '@/lib/client/queries/own-requests-query';
import type { UsageReport } from '@/lib/contract/usage';
import { groupDigits } from '@/lib/view/amount';
import { absoluteTime } from '@/lib/view/time';
import { besideOwn, groupWords } from '@/lib/view/usage';
import { useCountedAt } from './use-counted-at';

interface OwnShareProps {
  report: UsageReport | undefined;
  /** When the report was given, in ms since 1970. */
  answeredAt: number;
}

/** What this console asked with the key, beside what the index counted: the rest was asked elsewhere, or before the console started. */
export function OwnShare({ report, answeredAt }: OwnShareProps) {
  const zone = useZone();
  const counted = useCountedAt(answeredAt);
  // Read after each report: what the index has counted, this console has counted before.
  const { data: own } = useQuery({
    ...ownRequestsQuery(answeredAt),
    placeholderData: keepPreviousData,
    enabled: report !== undefined,
  });
  const rows = report === undefined || own === undefined ? [] : besideOwn(report, own.rows);
  return (
    <Panel title="Who asked" note={`by route, in the window${counted}`} className="mt-3.5">
      {rows.length === 0 ? (
        <p className="px-3 py-4 text-3">No request of this key is in the window.</p>
      ) : (
        <Table aria-label="Who asked">
          <thead>
            <tr>
              <HeadCell>Route</HeadCell>
              <HeadCell numeric className="max-sm:whitespace-normal!">
                Counted by the index
              </HeadCell>
              <HeadCell numeric className="max-sm:whitespace-normal!">
                By this console
              </HeadCell>
              <HeadCell numeric className="max-sm:whitespace-normal!">
                Elsewhere or before
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
        This console counts in its own memory
        {own !== undefined && <>, since it started on {absoluteTime(Date.parse(own.since), zone)}</>}, in
        whole hours. The event stream is counted by the index alone; what was just asked may be counted here
        and not yet there.
      </p>
    </Panel>
  );
}
