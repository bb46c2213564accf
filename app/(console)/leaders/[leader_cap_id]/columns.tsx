import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { indexedColumn, transactionColumn } from '@/components/listing/row-columns';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import type { StakeEvent, SuspensionSkip } from '@/lib/contract/leaders';
import { groupDigits, unitOf } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { statusWords } from '@/lib/view/status';

const stake = createColumnHelper<StakeEvent>();

export const stakeEventColumns = [
  stake.accessor('kind', {
    header: 'Kind',
    meta: { bar: 'w-24' },
    cell: (cell) => statusWords(cell.getValue()),
  }),
  stake.accessor('at', {
    header: 'On chain',
    meta: { moment: true, bar: 'w-16' },
    cell: (cell) => (
      <Time
        at={cell.getValue()}
        clock="on chain"
        reason={nullReason('stakeEvent', 'at')}
        className="text-2"
      />
    ),
  }),
  stake.accessor('staker', {
    header: 'Staker',
    meta: { bar: 'w-28' },
    cell: (cell) => (
      <Id family="address" value={cell.getValue()} reason={nullReason('stakeEvent', 'staker')} />
    ),
  }),
  stake.accessor('amount', {
    header: 'Amount, US',
    meta: { numeric: true, bar: 'w-16' },
    cell: (cell) => (
      <Amount
        value={cell.getValue()}
        unit={unitOf('stakeEvent', 'amount')}
        reason={nullReason('stakeEvent', 'amount')}
        showUnit={false}
      />
    ),
  }),
  stake.accessor('shares', {
    header: 'Shares',
    meta: { numeric: true, bar: 'w-16', below: 'xl' },
    cell: (cell) => (
      <Maybe value={cell.getValue()} reason={nullReason('stakeEvent', 'shares')}>
        {(shares) => groupDigits(shares)}
      </Maybe>
    ),
  }),
  stake.accessor('pool_total', {
    header: 'Pool after, US',
    meta: { numeric: true, bar: 'w-16' },
    cell: (cell) => (
      <Amount
        value={cell.getValue()}
        unit={unitOf('stakeEvent', 'pool_total')}
        reason={nullReason('stakeEvent', 'pool_total')}
        showUnit={false}
      />
    ),
  }),
  stake.accessor('unlock_at', {
    header: 'Unlocks',
    meta: { moment: true, bar: 'w-16', below: 'xl' },
    cell: (cell) => (
      <Time
        at={cell.getValue()}
        clock="on chain"
        reason={nullReason('stakeEvent', 'unlock_at')}
        className="text-2"
      />
    ),
  }),
  transactionColumn<StakeEvent>('lg'),
] as ColumnDef<StakeEvent, never>[];

const skip = createColumnHelper<SuspensionSkip>();

function tokenCell(value: string | null, reason: string) {
  return (
    <Maybe value={value} reason={reason}>
      {(token) => <Id family="object" value={token} link={false} />}
    </Maybe>
  );
}

export const suspensionSkipColumns = [
  indexedColumn<SuspensionSkip>(),
  skip.accessor('attempted_claim_token', {
    header: 'Token presented',
    meta: { bar: 'w-28' },
    cell: (cell) => tokenCell(cell.getValue(), nullReason('suspensionSkip', 'attempted_claim_token')),
  }),
  skip.accessor('owner_claim_token', {
    header: 'Token on record',
    meta: { bar: 'w-28' },
    cell: (cell) => tokenCell(cell.getValue(), nullReason('suspensionSkip', 'owner_claim_token')),
  }),
  skip.accessor('tx_digest', {
    header: 'Transaction',
    meta: { bar: 'w-24', wide: true },
    cell: (cell) => <Id family="transaction" value={cell.getValue()} />,
  }),
] as ColumnDef<SuspensionSkip, never>[];
