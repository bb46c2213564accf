'use client';
import { Percent } from '@/components/values/percent';
import {
  Earlier,
  ofTotal,
  PeriodPanel,
  type Figures,
  usePeriod,
  usePeriodStats,
} from '@/components/record/period';
import { PeriodColumns, SeriesLegend } from '@/components/record/period-columns';
import { NoStatistics } from '@/components/shell/no-statistics';
import { Unread } from '@/components/shell/read-failure';
import { TextLink } from '@/components/ui/plain-link';
import { Amount, ColumnAmount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { RowsTable } from '@/components/values/table';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { BUCKET, spansTo } from '@/lib/client/queries/run-statistics-query';
import type { CostGroup, LeaderGroup } from '@/lib/contract/stats';
import { formatRounded, groupDigits } from '@/lib/view/amount';
import { analyze, fees } from '@/lib/view/paths';
import { percentOf, percentShares } from '@/lib/view/percent';
import { PERIODS, type Span } from '@/lib/view/periods';

const SERIES = [{ name: 'priority fees', fill: 'bg-line-strong' }] as const;

/** The list's filters for the deposits of a span. */
export const deposits = ({ from, to }: Span, leader_cap_id?: string) =>
  fees({
    kind: 'deposit_created',
    leader_cap_id,
    onchain_after: new Date(from).toISOString(),
    onchain_before: new Date(to - 1).toISOString(),
  });

/** Percent of the known cost of executions that was priority fees. */
function ShareOfCost({
  cost: { data, error },
}: {
  cost: { data: { groups: readonly CostGroup[] } | undefined; error: Error | null };
}) {
  if (data === undefined) return <Unread error={error} />;
  const [cost] = data.groups;
  const share = cost === undefined ? null : percentOf(cost.priority_fee_mist, cost.total_mist);
  return <Percent value={share} reason="no execution has a known cost" />;
}

/** What each leader earned in a period, when, and which share of the cost that was. */
export function FeesSummary() {
  const bucket = BUCKET[usePeriod().period];
  const { period, end, may, current, before } = usePeriodStats('stats.leaders', { bucket, total: 'true' });
  const byLeader = usePeriodStats('stats.leaders', {
    group_by: 'leader',
    order_by: 'priority_fee_mist.desc',
  });
  const cost = usePeriodStats('stats.costs', {});
  if (!may) return null;
  if (isNotProvided(failureOf(current.error))) return <NoStatistics className="mb-3.5" />;
  const { current: span } = spansTo(period, end);
  const figures: Figures<LeaderGroup> = [
    {
      label: 'Priority fees',
      show: ({ priority_fee_mist }) => <Amount value={priority_fee_mist} unit="sui" rounded />,
      href: () => deposits(span),
    },
    {
      label: 'Deposits',
      show: (group) => (
        <Maybe value={group.deposits} reason="this index doesn't count them">
          {groupDigits}
        </Maybe>
      ),
      href: () => deposits(span),
    },
    {
      label: 'Paid out to leaders',
      show: ({ withdrawn_us }) => <Amount value={withdrawn_us} unit="us" rounded />,
      href: () => analyze({ measure: 'withdrawn', by: 'leader', period }),
    },
  ];
  const earlier = (id: string | null) => byLeader.before.data?.groups.find(({ group }) => group === id);
  const earning = byLeader.current.data?.groups.filter(({ priority_fee_mist }) => priority_fee_mist > 0n);
  const shares = percentShares(earning?.map(({ priority_fee_mist }) => priority_fee_mist) ?? []);
  return (
    <PeriodPanel
      title={`By leader and ${bucket}`}
      className="mb-3.5"
      period={period}
      current={ofTotal(current)}
      before={ofTotal(before)}
      what="the fees of leaders"
      none="No fees in this period"
      waitingClass="h-80"
      figures={figures}
    >
      {() => (
        <div className="grid items-start gap-x-6 gap-y-3 xl:grid-cols-2">
          <div className="grid gap-2 p-3">
            {cost.may && (
              <p className="text-2">
                <ShareOfCost cost={cost.current} /> of the cost of executions; previous:{' '}
                <Earlier query={cost.before} show={() => <ShareOfCost cost={cost.before} />} />
              </p>
            )}
            <SeriesLegend series={SERIES} before={PERIODS[period].before} />
            <PeriodColumns
              title="Priority fees, SUI,"
              noun="MIST"
              period={period}
              end={end}
              series={SERIES}
              groups={current.data?.groups ?? []}
              before={before.data?.groups}
              countsOf={({ priority_fee_mist }) => [Number(priority_fee_mist)]}
              format={(mist) => formatRounded(BigInt(Math.round(mist)))}
              hrefOf={deposits}
            />
          </div>
          {earning !== undefined && (
            <RowsTable
              label="Fees by leader"
              rows={earning}
              rowKey={({ group }) => group ?? ''}
              attributes={({ group }) => ({ 'data-row': group ?? '' })}
              columns={[
                {
                  head: 'Leader',
                  cell: ({ group }) => (
                    <Id family="leader" value={group} reason="no event names the leader" />
                  ),
                },
                {
                  head: 'Fees, SUI',
                  numeric: true,
                  cell: ({ group, priority_fee_mist }) => (
                    <TextLink quiet href={group === null ? deposits(span) : deposits(span, group)}>
                      <ColumnAmount value={priority_fee_mist} unit="sui" />
                    </TextLink>
                  ),
                },
                {
                  head: 'Share',
                  numeric: true,
                  cell: (row) => <Percent value={shares?.[earning.indexOf(row)] ?? null} reason="no fees" />,
                },
                {
                  head: 'Previous',
                  numeric: true,
                  className: 'text-3',
                  cell: ({ group }) =>
                    byLeader.before.data && (
                      <ColumnAmount value={earlier(group)?.priority_fee_mist ?? 0n} unit="sui" />
                    ),
                },
              ]}
            />
          )}
        </div>
      )}
    </PeriodPanel>
  );
}
