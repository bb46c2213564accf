import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import type { UsageReport } from '@/lib/contract/usage';
import { groupDigits } from '@/lib/view/amount';
import { absoluteTime, type Zone } from '@/lib/view/time';
import { byGroup, groupWords } from '@/lib/view/usage';
import type { Drawn } from './usage-columns';

interface UsageTableProps {
  report: UsageReport;
  shown: Drawn;
  zone: Zone;
}

/** The chart's figures: a row per bucket with requests, newest first, a column per group. */
export function UsageTable({ report, shown, zone }: UsageTableProps) {
  if (report.granularity === 'total')
    return (
      <Table>
        <thead>
          <tr>
            <HeadCell>{report.group_by === 'scope' ? 'Scope' : 'Route'}</HeadCell>
            <HeadCell numeric>Requests</HeadCell>
            <HeadCell numeric>Failed</HeadCell>
            <HeadCell numeric>Mean</HeadCell>
          </tr>
        </thead>
        <tbody>
          {byGroup(report).map((group) => (
            <Row key={group.name}>
              <Cell className="mono">{groupWords(report.group_by, group.name)}</Cell>
              <Cell numeric>{groupDigits(group.requests)}</Cell>
              <Cell numeric>{groupDigits(group.failed)}</Cell>
              <Cell numeric>{group.mean_ms} ms</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    );
  const rows = shown.rows.filter((row) => row.total > 0n).reverse();
  const zoned = report.granularity === 'day' ? 'utc' : zone;
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>From</HeadCell>
          <HeadCell numeric>Total</HeadCell>
          {shown.groups.map((group) => (
            <HeadCell key={group} numeric className="mono">
              {groupWords(report.group_by, group)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.at}>
            <Cell>
              {absoluteTime(row.at, zoned)}
              {row.growing && <span className="text-3"> incomplete</span>}
            </Cell>
            <Cell numeric>{groupDigits(row.total)}</Cell>
            {row.counts.map((count, place) => (
              <Cell key={shown.groups[place]} numeric className={count === 0n ? 'text-3' : undefined}>
                {groupDigits(count)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
