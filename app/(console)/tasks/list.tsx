'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { ListPage } from '@/components/listing/list-page';
import type { List } from '@/components/listing/listing-table';
import { columnsOf, withoutColumns } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { ResultDots } from '@/components/values/result-dots';
import { ZoneName } from '@/components/values/time';
import { LOW_ON_RUNS } from '@/lib/contract/stats';
import type { Task } from '@/lib/contract/tasks';
import { groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { taskReasons } from '@/lib/view/null-reasons/tasks';
import { task } from '@/lib/view/paths';
import { formatDuration } from '@/lib/view/time';
import { TaskChips, TaskTabs, useTaskTab } from './attention';
import { NextStart } from './next-start';
import { SCHEDULED } from './task-counts';

const column = columnsOf<Task>('task', taskReasons);

const RUNS_ONCE = 'not applicable: it runs once';

const isLow = ({ status, recurring, runs_left }: Task) =>
  status === 'active' && recurring !== false && runs_left !== null && runs_left <= LOW_ON_RUNS;

/** How long the reserve pays for at the present interval. */
const lasts = ({ runs_left, interval_ms }: Task) =>
  runs_left === null || interval_ms === null ? null : runs_left * interval_ms;

const columns: ColumnDef<Task, never>[] = [
  column.named('object_id', 'Task', 'task', (row) => row.skill_description),
  column.status('status', 'Status', { bar: 'w-16' }),
  column.row(
    'next_due_at',
    () => (
      <>
        Next start, <ZoneName />
      </>
    ),
    { label: 'Next start', bar: 'w-32' },
    (row) => <NextStart at={row.next_due_at} reason={nullReason(taskReasons, 'next_due_at', row)} />,
  ),
  column.value(
    'interval_ms',
    'Interval',
    {
      numeric: true,
      unit: 'ms',
      bar: 'w-10',
      below: 'lg',
      reason: (row) => (row.recurring === false ? RUNS_ONCE : nullReason(taskReasons, 'interval_ms', row)),
    },
    (ms) => formatDuration(Number(ms)),
  ),
  column.value('last_results', 'Last 10', { bar: 'w-28', label: 'Last 10, newest right' }, (results) => (
    <ResultDots results={results} />
  )),
  column.row('runs_left', 'Runs left', { numeric: true, bar: 'w-8', below: 'sm' }, (row) => (
    <Maybe value={row.runs_left} reason={nullReason(taskReasons, 'runs_left', row)}>
      {(runs) => <span className={isLow(row) ? 'text-warn' : ''}>{groupDigits(runs)}</span>}
    </Maybe>
  )),
  column.computed(
    'lasts',
    'Reserve lasts',
    {
      numeric: true,
      unit: 'ms',
      bar: 'w-10',
      below: 'lg',
      reason: (row) => (row.recurring === false ? RUNS_ONCE : 'the runs left or the interval are unknown'),
    },
    lasts,
    (ms) => formatDuration(Number(ms)),
  ),
  column.amount('reserve_mist', 'Reserve, SUI', { bar: 'w-14', below: 'lg' }),
  column.row('missed_occurrences', 'Missed, all time', { numeric: true, bar: 'w-12', below: 'lg' }, (row) => (
    <Maybe value={row.missed_occurrences} reason={nullReason(taskReasons, 'missed_occurrences', row)}>
      {(missed) => (
        <span className="whitespace-nowrap text-3">
          <span className={missed === 0n ? '' : 'text-text'}>{groupDigits(missed)}</span>
          {row.past_occurrences !== null && ` of ${groupDigits(row.past_occurrences)}`}
        </span>
      )}
    </Maybe>
  )),
  column.value('missed_in_a_row', 'Missed in a row', { numeric: true, bar: 'w-6', extra: true }, groupDigits),
  column.row(
    'controller_kind',
    'Controlled by',
    {
      bar: 'w-32',
      extra: true,
      filter: (row) => {
        const controller = row.controller_address ?? row.controller_agent_id;
        return controller === null ? null : { controller };
      },
    },
    // The kind decides which field is set; the other is not applicable, not unknown.
    (row) => (
      <span className="inline-flex items-center gap-2">
        <span className="text-2">{row.controller_kind}</span>
        {row.controller_kind === 'agent' ? (
          <Id
            family="agent"
            value={row.controller_agent_id}
            reason={nullReason(taskReasons, 'controller_agent_id', row)}
          />
        ) : (
          <Id
            family="address"
            value={row.controller_address}
            reason={nullReason(taskReasons, 'controller_address', row)}
          />
        )}
      </span>
    ),
  ),
  column.id('agent_object_id', 'Agent', 'agent', { extra: true }),
  column.value('skill_id', 'Skill', { numeric: true, bar: 'w-6', extra: true }),
  column.updated({ extra: true }),
];

const SINGLE_COLUMNS = withoutColumns(
  columns,
  'interval_ms',
  'runs_left',
  'missed_occurrences',
  'missed_in_a_row',
).filter(({ id }) => id !== 'lasts');

export const taskList: List<'tasks.list'> = {
  name: 'tasks.list',
  noun: { singular: 'task', plural: 'tasks' },
  columns,
  labels: {
    skill_id: 'Skill',
    agent_object_id: 'Agent',
    controller: 'Controlled by',
    status: 'Status',
    due: 'Next start',
    runs_left: 'Runs left',
    last_result: 'Last result',
    created: 'Indexed',
    missed_in_a_row: 'Missed in a row',
  },
  rowId: (row) => row.object_id,
  rowHref: (row) => task(row.object_id),
};

export function TasksTable() {
  const tab = useTaskTab();
  const tabColumns = { scheduled: columns, single: SINGLE_COLUMNS, all: columns }[tab];
  return (
    <ListPage
      {...taskList}
      columns={tabColumns}
      title="Tasks"
      analysis={{ measure: 'missed_occurrences', period: '7d', endpoint: 'stats.events' }}
      intro={<TaskTabs />}
      defaults={SCHEDULED}
      chips={(filters, change) => <TaskChips filters={filters} change={change} />}
      empty="Tasks appear when they are scheduled."
    />
  );
}
