'use client';
import dynamic from 'next/dynamic';
import {
  CountLink,
  figureColumns,
  type GroupedStats,
  StatisticsListPage,
} from '@/components/listing/group-figures';
import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { ColumnAmount } from '@/components/values/amount';
import type { Leader } from '@/lib/contract/leaders';
import { counted, groupDigits } from '@/lib/view/amount';
import { leader, leaders } from '@/lib/view/paths';
import { RegistryFacts } from './registry-facts';
import { PoolLine, StakeHeadroom, StakeShare, StateEvent } from './stake-cells';
import { Maybe } from '@/components/values/maybe';
import { absentReason } from '@/lib/view/null-reasons';
import { leaderReasons } from '@/lib/view/null-reasons/leaders';

const column = columnsOf<Leader>('leader', leaderReasons);

const RECORDS: GroupedStats<'stats.leaders'> = {
  name: 'stats.leaders',
  query: { group_by: 'leader' },
  subject: 'its records',
};
const figure = figureColumns({
  stats: RECORDS,
  groupOf: (row: Leader) => row.leader_cap_id,
  none: '0',
});

export const leaderList: List<'leaders.list'> = {
  name: 'leaders.list',
  noun: { singular: 'leader', plural: 'leaders' },
  columns: [
    column.id('leader_cap_id', 'Leader cap', 'leader'),
    column.status('status', 'Status', { bar: 'w-16' }),
    column.display('state_since', 'Status since', { bar: 'w-40', below: 'xl' }, (row) => (
      <span className="text-2">
        <StateEvent leader={row} />
      </span>
    )),
    column.value('is_founding', 'Kind', { bar: 'w-14', extra: true }, (founding) => (
      <span className="text-2">{founding ? 'founding' : 'issued'}</span>
    )),
    column.id('leader_address', 'Operator', 'address', { extra: true }),
    column.row(
      'claim_token',
      'Claimed',
      {
        bar: 'w-8',
        extra: true,
        filter: (row) =>
          absentReason(row, 'claim_token') === null ? { claimed: String(row.claim_token !== null) } : null,
      },
      (row) => {
        const absent = absentReason(row, 'claim_token');
        if (absent !== null) return <Maybe value={null} reason={absent} />;
        return <span className="text-2">{row.claim_token === null ? 'no' : 'yes'}</span>;
      },
    ),
    column.amount('stake_pool_total', 'Stake pool, US', { bar: 'w-20' }),
    column.display('stake_share', 'Share of stake', { numeric: true, bar: 'w-10', extra: true }, (row) => (
      <span className="text-2">
        <StakeShare leader={row} />
      </span>
    )),
    column.display('pool_line', 'Stake, 30 days', { bar: 'w-16', extra: true }, (row) => (
      <PoolLine leader={row} />
    )),
    column.display('headroom', 'Above minimum, US', { numeric: true, bar: 'w-16', below: 'xl' }, (row) => (
      <StakeHeadroom leader={row} />
    )),
    figure('commits', 'Commits', { bar: 'w-8' }, ({ commits }) => groupDigits(commits)),
    figure('missed_turns', 'Missed turns', { bar: 'w-8', below: 'sm' }, ({ missed_turns }) =>
      groupDigits(missed_turns),
    ),
    figure('lost_races', 'Lost races', { bar: 'w-8', below: 'sm' }, ({ lost_races }) => (
      <CountLink count={lost_races} href={leaders({ tab: 'races' })} />
    )),
    figure('fees', 'Fees, SUI', { bar: 'w-16', below: 'sm' }, ({ priority_fee_mist }) => (
      <ColumnAmount value={priority_fee_mist} unit="sui" />
    )),
    column.value('stake_total_shares', 'Shares', { numeric: true, bar: 'w-20', extra: true }, (shares) => (
      <span className="text-2">{groupDigits(shares)}</span>
    )),
    column.onChain({ extra: true }),
    column.updated({ extra: true }),
  ],
  labels: {
    status: 'Status',
    is_founding: 'Founding',
    claimed: 'Claimed',
    leader_address: 'Operator',
    network_object_id: 'Network',
    created: 'Indexed',
  },
  rowId: (row) => row.leader_cap_id,
  rowHref: (row) => leader(row.leader_cap_id),
};

const Races = dynamic(async () => (await import('./races')).Races);

export function LeadersPage() {
  return (
    <StatisticsListPage
      {...leaderList}
      stats={RECORDS}
      title="Leaders"
      analysis={{ measure: 'stake_deposited', and: 'week', endpoint: 'stats.leaders' }}
      noteOf={(total) => counted(total, 'leader cap')}
      intro={<RegistryFacts />}
      other={{ first: 'Leader caps', tab: 'races', title: 'Submission races', Shown: Races }}
      empty="Leaders appear when their capability is created, issued or first staked on."
    />
  );
}
