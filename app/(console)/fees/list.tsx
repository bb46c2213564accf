'use client';
import { ListPage } from '@/components/listing/list-page';
import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { ColumnAmount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Sentence } from '@/components/values/sentence';
import type { PriorityFeeEvent } from '@/lib/contract/payments';
import { feeMovement, suiMoved, usMoved } from '@/lib/view/fee-movements';
import { nullReason } from '@/lib/view/null-reasons';
import { rowKey } from '@/lib/view/row-key';

import { FeesSummary } from './summary';

const column = columnsOf<PriorityFeeEvent>('priorityFeeEvent');

const UNKNOWN_KIND = nullReason('priorityFeeEvent', 'kind');

/** Why a movement has no leader or execution: `kinds` have one, the others are of the whole vault. */
function noneNamed(field: 'leader_cap_id' | 'execution_object_id', kinds: readonly string[]) {
  return ({ kind }: PriorityFeeEvent) => {
    if (kind === null) return UNKNOWN_KIND;
    const isNamed = kinds.includes(kind);
    return isNamed ? nullReason('priorityFeeEvent', field) : 'not applicable: of the whole vault';
  };
}

function noneMoved(unit: string) {
  return ({ kind }: PriorityFeeEvent) => (kind === null ? UNKNOWN_KIND : `not applicable: no ${unit} moved`);
}

export const feeList: List<'priority-fees.events'> = {
  name: 'priority-fees.events',
  noun: { singular: 'vault event', plural: 'priority fee vault events' },
  columns: [
    column.row('kind', 'Movement', { bar: 'w-44', names: true, fieldUnits: { amount: 'none' } }, (row) => (
      <Maybe value={feeMovement(row)} reason={UNKNOWN_KIND}>
        {(parts) => (
          <span className="inline-block max-w-full truncate align-bottom first-letter:uppercase">
            <Sentence parts={parts} rounded />
          </span>
        )}
      </Maybe>
    )),
    column.id('leader_cap_id', 'Leader', 'leader', {
      reason: noneNamed('leader_cap_id', ['deposit_created', 'withdrawn']),
    }),
    column.row(
      'execution_object_id',
      'Execution',
      { wide: true, width: 'sm:min-w-[272px]', below: 'lg', bar: 'w-44' },
      (row) => (
        <Id
          family="execution"
          value={row.execution_object_id}
          reason={noneNamed('execution_object_id', ['deposit_created'])(row)}
        />
      ),
    ),
    column.computed(
      'sui',
      'Vault change, SUI',
      {
        numeric: true,
        unit: 'sui',
        bar: 'w-16',
        fieldUnits: { sui_out: 'sui' },
        reason: noneMoved('SUI'),
      },
      suiMoved,
      (mist) => <ColumnAmount value={mist} unit="sui" column="sui" />,
    ),
    column.computed(
      'us',
      'Vault change, US',
      {
        numeric: true,
        unit: 'us',
        bar: 'w-16',
        fieldUnits: { us_in: 'us', us_refunded: 'us' },
        reason: noneMoved('US'),
      },
      usMoved,
      (amount) => <ColumnAmount value={amount} unit="us" column="us" />,
    ),
    column.transaction({ below: 'xl' }),
    column.onChain({ names: true }, 'On chain'),
    column.indexed({ extra: true }),
  ],
  labels: { kind: 'Movement', leader_cap_id: 'Leader', onchain: 'On chain', created: 'Indexed' },
  rowId: rowKey,
};

export function FeesTable() {
  return (
    <ListPage
      {...feeList}
      title="Priority fees"
      analysis={{ measure: 'fees', endpoint: 'stats.leaders' }}
      intro={<FeesSummary />}
      empty="Entries appear when a priority fee is deposited, swapped, distributed or withdrawn."
    />
  );
}
