'use client';
import { ListPage } from '@/components/listing/list-page';
import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { ColumnAmount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Sentence } from '@/components/values/sentence';
import { priorityFeeEventKinds, type PriorityFeeEvent } from '@/lib/contract/payments';
import { feeMovement, suiMoved, usMoved } from '@/lib/view/fee-movements';
import { nullReason, ofKinds } from '@/lib/view/null-reasons';
import { priorityFeeEventReasons } from '@/lib/view/null-reasons/fees';
import { rowKey } from '@/lib/view/row-key';

import { FeesSummary } from './summary';

const column = columnsOf<PriorityFeeEvent>('priorityFeeEvent', priorityFeeEventReasons);

const noKind = (row: PriorityFeeEvent) => nullReason(priorityFeeEventReasons, 'kind', row);

type Why = (row: PriorityFeeEvent) => string;
const ofKnown =
  (why: Why): Why =>
  (row) =>
    row.kind === null ? noKind(row) : why(row);

const noneNamed = (field: 'leader_cap_id' | 'execution_object_id') =>
  ofKnown((row) => nullReason(priorityFeeEventReasons, field, row));

/** `kinds` move the unit. */
const noneMoved = (unit: string, ...kinds: string[]) =>
  ofKnown(ofKinds(priorityFeeEventKinds, kinds, `not applicable: no ${unit} moved`));

const feeList: List<'priority-fees.events'> = {
  name: 'priority-fees.events',
  noun: { singular: 'vault event', plural: 'priority fee vault events' },
  columns: [
    column.row('kind', 'Movement', { bar: 'w-44', names: true, fieldUnits: { amount: 'none' } }, (row) => (
      <Maybe value={feeMovement(row)} reason={noKind(row)}>
        {(parts) => (
          <span className="inline-block max-w-full truncate align-bottom first-letter:uppercase">
            <Sentence parts={parts} rounded />
          </span>
        )}
      </Maybe>
    )),
    column.id('leader_cap_id', 'Leader', 'leader', {
      reason: noneNamed('leader_cap_id'),
    }),
    column.row(
      'execution_object_id',
      'Execution',
      { wide: true, width: 'sm:min-w-[272px]', below: 'lg', bar: 'w-44' },
      (row) => (
        <Id
          family="execution"
          value={row.execution_object_id}
          reason={noneNamed('execution_object_id')(row)}
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
        reason: noneMoved('SUI', 'deposit_created', 'swap'),
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
        reason: noneMoved('US', 'withdrawn', 'swap'),
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
