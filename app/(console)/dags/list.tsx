'use client';
import dynamic from 'next/dynamic';
import { ListingTable, type List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import type { Dag } from '@/lib/contract/dags';
import { nullReason } from '@/lib/view/null-reasons';
import { dag } from '@/lib/view/paths';

/** Needs the code of all event sentences, so it is loaded only for a DAG that is being built. */
const LastAdded = dynamic(async () => (await import('./last-added')).LastAdded);

const column = columnsOf<Dag>('dag');

export const dagList: List<'dags.list'> = {
  name: 'dags.list',
  noun: { one: 'DAG', many: 'DAGs' },
  columns: [
    column.id('object_id', 'DAG', 'dag'),
    column.computed(
      'state',
      'State',
      { bar: 'w-24', filter: (row) => ({ finalized: String(row.finalized_at !== null) }) },
      (row) => row.finalized_at !== null,
      (finalized) =>
        finalized ? (
          <Status value="finalized" />
        ) : (
          <span title={nullReason('dag', 'finalized_at')}>
            <Status value="building" />
          </span>
        ),
    ),
    column.display('last_added', 'Last added', { wide: true, bar: 'w-40', below: 'lg' }, (row) =>
      row.finalized_at === null ? (
        <LastAdded dag={row} />
      ) : (
        <Maybe value={null} reason="Not applicable: the DAG is finalized" />
      ),
    ),
    column.id('creator', 'Creator', 'address'),
    // Not unknown: a DAG that is being built isn't finalized yet.
    column.row('finalized_at', 'Finalized', { moment: true, bar: 'w-16', below: 'lg' }, (row) =>
      row.finalized_at === null ? (
        <span className="text-3">not yet</span>
      ) : (
        <Time at={row.finalized_at} clock="on chain" className="text-2" />
      ),
    ),
    column.onChain(),
    column.updated(),
  ],
  labels: { finalized: 'Finalized', creator: 'Creator', created: 'Indexed' },
  rowId: (row) => row.object_id,
  rowHref: (row) => dag(row.object_id),
};

export function DagsTable() {
  return (
    <ListingTable
      {...dagList}
      title="DAGs"
      params={{}}
      empty="DAGs appear once their first building event is indexed."
    />
  );
}
