'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { ComposedOf, rowReason, toldRow, toldTotal } from '@/components/listing/composed-rows';
import { executionList } from '@/app/(console)/executions/list';
import { RelatedEvents } from '@/components/record/event-list';
import { ListingTable } from '@/components/listing/listing-table';
import { RecordPage } from '@/components/record/record-page';
import { RecordTabs } from '@/components/record/record-tabs';
import type { FilterLabels } from '@/components/data-table/filter-controls';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import type { Answer } from '@/lib/contract/endpoints';
import { tasks } from '@/lib/view/paths';
import { Occurrences } from './occurrences';
import { TaskFacts } from './task-facts';
import { occurrencesQuery, reserveQuery, taskEventsQuery, taskRowQuery } from './task-queries';

const LISTING = 'the task list';
const EXECUTION_LABELS: FilterLabels<'tasks.executions'> = { status: 'Status' };

interface TaskPartProps {
  task_object_id: string;
  executions: Answer<'tasks.executions'>;
}

function TaskStatus({ task_object_id, executions }: TaskPartProps) {
  const found = useQuery(taskRowQuery(task_object_id, executions.items));
  return <Status value={found.data?.row?.status ?? null} reason={rowReason(LISTING, found, '')} />;
}

function TaskBody({ task_object_id, executions }: TaskPartProps) {
  const found = useQuery(taskRowQuery(task_object_id, executions.items));
  const occurrences = useQuery(occurrencesQuery(task_object_id));
  const reserve = useQuery(reserveQuery(task_object_id));
  return (
    <>
      <TaskFacts found={found} reserve={reserve} occurrences={occurrences} />
      <RecordTabs
        label="Records of this task"
        tabs={[
          {
            value: 'executions',
            title: 'Executions',
            count: executions.metadata.total_items,
            content: (
              <ListingTable
                {...executionList}
                name="tasks.executions"
                params={{ task_object_id }}
                labels={EXECUTION_LABELS}
                empty="No executions of this task yet"
              />
            ),
          },
          {
            value: 'occurrences',
            title: 'Occurrences',
            count: occurrences.data?.metadata.total_items,
            content: <Occurrences task_object_id={task_object_id} />,
          },
          {
            value: 'events',
            title: 'Events',
            content: <RelatedEvents search={taskEventsQuery(task_object_id)} noun="task" />,
          },
        ]}
      />
      <ComposedOf
        why="The index has no endpoint for a single task."
        parts={[
          toldRow(LISTING, found),
          toldTotal('executions', { data: executions, error: null }),
          toldTotal('occurrences', occurrences),
          reserve.data ? 'reserve' : `reserve (${reserve.error ? "couldn't be loaded" : 'loading'})`,
        ]}
      />
    </>
  );
}

/** One task; its list of executions shows whether the index has it. */
export function TaskDetail({ task_object_id }: { task_object_id: string }) {
  return (
    <RecordPage
      name="tasks.executions"
      params={{ task_object_id }}
      noun="task"
      crumb={<Link href={tasks()}>Tasks</Link>}
      title={
        <>
          Task <Id family="task" value={task_object_id} link={false} />
        </>
      }
      note={(executions) => <TaskStatus task_object_id={task_object_id} executions={executions} />}
    >
      {(executions) => <TaskBody task_object_id={task_object_id} executions={executions} />}
    </RecordPage>
  );
}
