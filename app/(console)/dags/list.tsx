'use client';
import dynamic from 'next/dynamic';
import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import {
  type GroupedStats,
  NO_RUNS,
  runColumns,
  StatisticsListPage,
} from '@/components/listing/group-figures';
import { groupDigits } from '@/lib/view/amount';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import type { Dag } from '@/lib/contract/dags';
import { buildState } from '@/lib/view/build-state';
import { absentReason, nullReason } from '@/lib/view/null-reasons';
import { dagReasons } from '@/lib/view/null-reasons/dags';
import { compareDags, dag } from '@/lib/view/paths';

/** Needs the code of all event sentences, so it is loaded only for a DAG that is being built. */
const LastAdded = dynamic(async () => (await import('./last-added')).LastAdded);

const column = columnsOf<Dag>('dag', dagReasons);

/** What the DAG does, in the words of a skill that runs it; while it is being built, what was added last. */
function DagName({ dag }: { dag: Dag }) {
  const { object_id, skill_description } = dag;
  if (buildState(dag) !== 'building' || skill_description !== null)
    return <Id value={object_id} family="dag" name={skill_description} withId />;
  return (
    <span className="inline-flex max-w-full items-baseline gap-2 max-sm:flex-wrap">
      <Id value={object_id} family="dag" />
      <span className="sm:truncate">
        <LastAdded dag={dag} />
      </span>
    </span>
  );
}

const figure = (
  field: 'vertices' | 'edges' | 'loops' | 'tools',
  header: string,
  filter?: (row: Dag) => Readonly<Record<string, string>> | null,
) =>
  column.value(
    field,
    header,
    { numeric: true, bar: 'w-6', below: 'lg', ...(filter && { filter }) },
    groupDigits,
  );

const RUNS: GroupedStats<'stats.executions'> = {
  name: 'stats.executions',
  query: { group_by: 'dag' },
  subject: 'its executions',
};

function isFinalized(row: Dag): boolean | null {
  const state = buildState(row);
  return state === null ? null : state === 'finalized';
}

export const dagList: List<'dags.list'> = {
  name: 'dags.list',
  noun: { singular: 'DAG', plural: 'DAGs' },
  columns: [
    column.row('object_id', 'DAG', { wide: true, width: 'sm:min-w-[272px]', bar: 'w-44' }, (row) => (
      <DagName dag={row} />
    )),
    column.computed(
      'state',
      'State',
      {
        bar: 'w-24',
        names: true,
        reason: (row) => nullReason(dagReasons, 'finalized_at', row),
        filter: (row) => {
          const state = buildState(row);
          return state === null ? null : { finalized: String(state === 'finalized') };
        },
      },
      isFinalized,
      (finalized) =>
        finalized ? (
          <Status value="finalized" />
        ) : (
          <Status value="building" tip={nullReason(dagReasons, 'finalized_at', null)} />
        ),
    ),
    figure('vertices', 'Vertices'),
    figure('edges', 'Edges'),
    figure('loops', 'Loops', ({ loops }) => (loops === null ? null : { has_loops: String(loops > 0) })),
    figure('tools', 'Tools'),
    ...runColumns<Dag>({ stats: RUNS, groupOf: (row) => row.object_id }, (row) => ({
      dag_object_id: row.object_id,
    })),
    column.row('last_run_at', 'Last run', { moment: true, bar: 'w-16', below: 'sm' }, (row) =>
      // An index with figures has seen no execution; one without does not say.
      row.last_run_at === null && row.vertices !== null && absentReason(row, 'last_run_at') === null ? (
        NO_RUNS
      ) : (
        <Time
          at={row.last_run_at}
          clock="on chain"
          reason={nullReason(dagReasons, 'last_run_at', row)}
          className="text-2"
        />
      ),
    ),
    column.id('creator', 'Creator', 'address', { extra: true }),
    column.time('finalized_at', 'Finalized', { extra: true }),
    column.onChain({ extra: true }),
    column.updated({ extra: true }),
  ],
  labels: {
    finalized: 'Finalized',
    vertices: 'Vertices',
    has_loops: 'Has loops',
    tool_fqn: 'Uses tool',
    creator: 'Creator',
    created: 'Indexed',
  },
  rowId: (row) => row.object_id,
  rowHref: (row) => dag(row.object_id),
  comparison: (left, right) => ({
    label: 'Compare',
    href: compareDags({ left: left.object_id, right: right.object_id }),
  }),
};

export function DagsTable() {
  return (
    <StatisticsListPage
      {...dagList}
      stats={RUNS}
      title="DAGs"
      analysis={{ measure: 'executions', by: 'dag', period: 'all', endpoint: 'stats.executions' }}
      empty="DAGs appear once their first building event is indexed."
    />
  );
}
