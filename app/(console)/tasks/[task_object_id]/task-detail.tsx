'use client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import Link from 'next/link';
import { executionList } from '@/app/(console)/executions/list';
import type { FilterLabels } from '@/components/data-table/filter-controls';
import { ComposedOf, rowReason, describeRow, describeTotal } from '@/components/record/page-composition';
import { ListingTable } from '@/components/listing/listing-table';
import { RelatedEvents } from '@/components/record/event-list';
import { RecordPage } from '@/components/record/record-page';
import { RecordTabs } from '@/components/record/record-tabs';
import { reasonOf, Unread } from '@/components/shell/read-failure';
import { Amount } from '@/components/values/amount';
import { Fact, Facts } from '@/components/values/facts';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import type { FoundRow } from '@/lib/client/queries/all-pages-query';
import type { Answer } from '@/lib/contract/endpoints';
import type { Reserve, Task } from '@/lib/contract/tasks';
import { unitOf } from '@/lib/view/amount';
import { type NullableField, nullReason } from '@/lib/view/null-reasons';
import { nextOccurrence, stateCounts } from '@/lib/view/occurrences';
import { tasks } from '@/lib/view/paths';
import { Occurrences } from './occurrences';
import { occurrencesQuery, reserveQuery, taskEventsQuery, taskRowQuery } from './task-queries';
import { totalOf } from '@/lib/contract/record';
import { firstRows } from '@/lib/view/row-order';

interface TaskFactsProps {
  found: UseQueryResult<FoundRow<Task>>;
  reserve: UseQueryResult<Reserve>;
  occurrences: UseQueryResult<Answer<'tasks.occurrences'>>;
}

function NextStart({ occurrences: { items, metadata } }: { occurrences: Answer<'tasks.occurrences'> }) {
  const now = useNow();
  const next = nextOccurrence(items);
  if (next !== undefined)
    return (
      <>
        {now !== null && Date.parse(next.start_at) < now && <span className="text-warn">overdue, </span>}
        <Time at={next.start_at} clock="on chain" />
      </>
    );
  if (metadata.next_token !== null || (metadata.total_items ?? 0) > items.length) {
    const part = `${firstRows(items)} ${items.length}`;
    return <Maybe value={null} reason={`none of the ${part} occurrences is scheduled`} />;
  }
  return <span className="text-3">none scheduled</span>;
}

function OccurrenceFacts({ occurrences: { data, error } }: Pick<TaskFactsProps, 'occurrences'>) {
  const waiting = <Unread error={error} />;
  const items = data?.items ?? [];
  const counts = stateCounts(items);
  return (
    <>
      <Fact label="Next start">{data === undefined ? waiting : <NextStart occurrences={data} />}</Fact>
      <Fact label={items.length > 1 ? `Occurrences, ${firstRows(items)} ${items.length}` : 'Occurrences'}>
        {data === undefined ? (
          waiting
        ) : (
          <span title={counts}>{counts === '' ? <span className="text-3">none yet</span> : counts}</span>
        )}
      </Fact>
    </>
  );
}

function TaskFacts({ found, reserve, occurrences }: TaskFactsProps) {
  const row = found.data?.row ?? null;
  const because = (whenFound: string) => rowReason('the task list', found, whenFound);
  const reason = (field: NullableField<'task'>) => because(nullReason('task', field, row));
  const ofReserve = (field: NullableField<'reserve'>) => {
    if (reserve.data) return nullReason('reserve', field, reserve.data);
    return reserve.error ? reasonOf(reserve.error) : 'loading';
  };
  return (
    <Facts>
      <Fact label={row === null ? 'Controller' : `Controlled by ${row.controller_kind}`}>
        {row?.controller_kind === 'agent' ? (
          <Id family="agent" value={row.controller_agent_id} reason={reason('controller_agent_id')} />
        ) : (
          <Id
            family="address"
            value={row?.controller_address ?? null}
            reason={row === null ? because('') : 'not recorded by any event'}
          />
        )}
      </Fact>
      <Fact label="Agent">
        <Id family="agent" value={row?.agent_object_id ?? null} reason={reason('agent_object_id')} />
      </Fact>
      <Fact label="Skill">
        <Maybe value={row?.skill_id ?? null} reason={reason('skill_id')} />
      </Fact>
      <OccurrenceFacts occurrences={occurrences} />
      <Fact label="Reserve">
        <Amount
          value={reserve.data?.balance_mist ?? null}
          unit={unitOf('reserve', 'balance_mist')}
          reason={ofReserve('balance_mist')}
        />
      </Fact>
      <Fact label="Funder">
        <Id family="address" value={reserve.data?.funder ?? null} reason={ofReserve('funder')} />
      </Fact>
      <Fact label="Created on chain">
        <Time at={row?.onchain_created_at ?? null} clock="on chain" reason={reason('onchain_created_at')} />
      </Fact>
      <Fact label="Updated">
        <Time at={row?.updated_at ?? null} clock="indexed" reason={because('')} />
      </Fact>
    </Facts>
  );
}

const LISTING = 'the task list';
const EXECUTION_LABELS: FilterLabels<'tasks.executions'> = { status: 'Status' };

interface TaskPartProps {
  task_object_id: string;
  executions: Answer<'tasks.executions'>;
}

function TaskNote({ task_object_id, executions }: TaskPartProps) {
  const found = useQuery(taskRowQuery(task_object_id, executions.items));
  const row = found.data?.row ?? null;
  return (
    <>
      <Status value={row?.status ?? null} reason={rowReason(LISTING, found, '')} />
      {row !== null && row.skill_description !== null && <span>{row.skill_description}</span>}
    </>
  );
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
            count: totalOf(executions),
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
            count: occurrences.data && totalOf(occurrences.data),
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
          describeRow(LISTING, found),
          describeTotal('executions', { data: executions, error: null }),
          describeTotal('occurrences', occurrences),
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
      note={(executions) => <TaskNote task_object_id={task_object_id} executions={executions} />}
    >
      {(executions) => <TaskBody task_object_id={task_object_id} executions={executions} />}
    </RecordPage>
  );
}
