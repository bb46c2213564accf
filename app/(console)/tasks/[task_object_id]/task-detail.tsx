'use client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { executionList } from '@/app/(console)/executions/list';
import type { FilterLabels } from '@/components/data-table/filter-controls';
import { ComposedOf, rowReason, describeRow, describeTotal } from '@/components/record/page-composition';
import { ListingTable } from '@/components/listing/listing-table';
import { withoutRowNames } from '@/components/listing/row-columns';
import { RelatedEvents } from '@/components/record/event-list';
import { ExecutionFigures } from '@/components/record/run-health';
import { PeriodChoice, usePeriod } from '@/components/record/period';
import { RecordPage, RecordSkeleton, TechnicalDetails, Verdict } from '@/components/record/record-page';
import { RecordTabs } from '@/components/record/record-tabs';
import { reasonOf, Unread } from '@/components/shell/read-failure';
import { Amount } from '@/components/values/amount';
import { Fact, Facts } from '@/components/values/facts';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { ResultDots } from '@/components/values/result-dots';
import { PlainLink, TextLink } from '@/components/ui/plain-link';
import { Skeleton } from '@/components/ui/skeleton';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import type { FoundRow } from '@/lib/client/queries/all-pages-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Answer } from '@/lib/contract/endpoints';
import type { Reserve, Task } from '@/lib/contract/tasks';
import { counted, groupDigits, unitOf } from '@/lib/view/amount';
import { type NullableField, nullReason } from '@/lib/view/null-reasons';
import { reserveReasons, taskReasons } from '@/lib/view/null-reasons/tasks';
import { lastResults, nextOccurrence, resultsInWords } from '@/lib/view/occurrences';
import { task, tasks } from '@/lib/view/paths';
import { formatDuration } from '@/lib/view/time';
import { NextStart } from '@/app/(console)/tasks/next-start';
import { Occurrences } from './occurrences';
import { occurrencesQuery, reserveQuery, taskEventsQuery, taskRowQuery } from './task-queries';
import { totalOf } from '@/lib/contract/record';
import { firstRows } from '@/lib/view/row-order';

interface TaskFactsProps {
  task_object_id: string;
  taskQuery: UseQueryResult<FoundRow<Task>>;
  reserve: UseQueryResult<Reserve>;
  occurrences: UseQueryResult<Answer<'tasks.occurrences'>>;
}

function NextScheduled({ occurrences: { items, metadata } }: { occurrences: Answer<'tasks.occurrences'> }) {
  const next = nextOccurrence(items);
  if (next !== undefined) return <NextStart at={next.start_at} reason="" />;
  if (metadata.next_token !== null || (metadata.total_items ?? 0) > items.length) {
    const part = `${firstRows(items)} ${items.length}`;
    return <Maybe value={null} reason={`none of the ${part} occurrences is scheduled`} />;
  }
  return <span className="text-3">none scheduled</span>;
}

/** What applies to a recurring task is shown once its row is known not to say otherwise. */
const isOneTime = ({ data }: UseQueryResult<FoundRow<Task>>) => data?.row?.recurring === false;

/** How long so many runs take. */
const covers = (runs: bigint, interval: bigint | null) =>
  interval === null ? '' : `, ${formatDuration(Number(runs * interval))}`;

/** When it runs, how it went lately, and how long its reserve lasts. */
function Schedule({ task_object_id, taskQuery, reserve, occurrences }: TaskFactsProps) {
  const row = taskQuery.data?.row ?? null;
  const reason = (field: NullableField<typeof taskReasons>) =>
    rowReason('the task list', taskQuery, nullReason(taskReasons, field, row));
  const { data, error } = occurrences;
  const waiting = <Unread error={error} />;
  const results = row?.last_results ?? (data && lastResults(data.items));
  const past = row?.past_occurrences ?? null;
  const interval = row?.interval_ms ?? null;
  const runsOnce = isOneTime(taskQuery);
  const next = data === undefined ? waiting : <NextScheduled occurrences={data} />;
  if (taskQuery.isPending) return <RecordSkeleton />;
  return (
    <Facts>
      <Fact label="Next start">
        {row !== null && row.status !== 'active' ? <Status value={row.status} /> : next}
      </Fact>
      {!runsOnce && (
        <Fact label="Interval">
          <Maybe value={interval} reason={reason('interval_ms')}>
            {(ms) => formatDuration(Number(ms))}
          </Maybe>
        </Fact>
      )}
      <Fact label={runsOnce ? 'Result' : 'Last 10, newest right'}>
        {results === undefined ? (
          waiting
        ) : (
          <PlainLink href={task(task_object_id, { tab: 'occurrences' })} className="hover:underline">
            {runsOnce && results.length === 1 ? (
              <Status value={results[0] ?? null} />
            ) : (
              <ResultDots results={results} />
            )}
          </PlainLink>
        )}
      </Fact>
      {!runsOnce && (
        <Fact label="Missed, all time">
          <Maybe value={row?.missed_occurrences ?? null} reason={reason('missed_occurrences')}>
            {(missed) => `${groupDigits(missed)}${past === null ? '' : ` of ${groupDigits(past)}`}`}
          </Maybe>
        </Fact>
      )}
      <Fact label="Reserve">
        <Amount
          value={reserve.data?.balance_mist ?? null}
          rounded
          unit={unitOf('reserve', 'balance_mist')}
          reason={reserveReason(reserve, 'balance_mist')}
        />
        {!runsOnce && (
          <span className="ml-2 text-3">
            <Maybe value={row?.runs_left ?? null} reason={reason('runs_left')}>
              {(runs) => `${counted(runs, 'run')}${covers(runs, interval)}`}
            </Maybe>
          </span>
        )}
      </Fact>
    </Facts>
  );
}

function reserveReason(
  reserve: UseQueryResult<Reserve>,
  field: NullableField<typeof reserveReasons>,
): string {
  if (reserve.data) return nullReason(reserveReasons, field, reserve.data);
  return reserve.error ? reasonOf(reserve.error) : 'loading';
}

/** Who controls and pays it, and when it was made. */
function TaskFacts({ taskQuery, reserve }: Pick<TaskFactsProps, 'taskQuery' | 'reserve'>) {
  const row = taskQuery.data?.row ?? null;
  const because = (whenFound: string) => rowReason('the task list', taskQuery, whenFound);
  const reason = (field: NullableField<typeof taskReasons>) => because(nullReason(taskReasons, field, row));
  return (
    <Facts className="my-0! rounded-none! border-0! border-b!">
      <Fact label={row === null ? 'Controller' : `Controlled by ${row.controller_kind}`}>
        {row?.controller_kind === 'agent' ? (
          <Id family="agent" value={row.controller_agent_id} reason={reason('controller_agent_id')} />
        ) : (
          <Id
            family="address"
            value={row?.controller_address ?? null}
            reason={reason('controller_address')}
          />
        )}
      </Fact>
      <Fact label="Agent">
        <Id family="agent" value={row?.agent_object_id ?? null} reason={reason('agent_object_id')} />
      </Fact>
      <Fact label="Skill">
        <Maybe value={row?.skill_id ?? null} reason={reason('skill_id')} />
      </Fact>
      <Fact label="Funder">
        {reserve.data?.funder_agent_id ? (
          <Id family="agent" value={reserve.data.funder_agent_id} />
        ) : (
          <Id
            family="address"
            value={reserve.data?.funder ?? null}
            reason={reserveReason(reserve, 'funder')}
          />
        )}
      </Fact>
      <Fact label="Created on chain">
        <Time at={row?.onchain_created_at ?? null} clock="on chain" reason={reason('onchain_created_at')} />
      </Fact>
      <Fact label="Last indexed">
        <Time at={row?.updated_at ?? null} clock="indexed" reason={because('')} />
      </Fact>
    </Facts>
  );
}

const LISTING = 'the task list';
const COLUMNS = withoutRowNames(executionList.columns);
const EXECUTION_LABELS: FilterLabels<'tasks.executions'> = { status: 'Status' };

interface TaskPartProps {
  task_object_id: string;
  executions: Answer<'tasks.executions'>;
}

function TaskStatus({ task_object_id, executions }: TaskPartProps) {
  const taskQuery = useQuery(taskRowQuery(task_object_id, executions.items));
  return <Status value={taskQuery.data?.row?.status ?? null} reason={rowReason(LISTING, taskQuery, '')} />;
}

/** How its last ten occurrences went, and how long it can go on. */
function TaskVerdict({ task_object_id, executions }: TaskPartProps) {
  const { data } = useQuery(taskRowQuery(task_object_id, executions.items));
  const row = data?.row ?? null;
  if (row === null || row.last_results === null || row.recurring === null) return null;
  const runs = row.runs_left;
  return (
    <Verdict>
      {row.recurring ? 'Runs repeatedly. ' : 'Runs once. '}
      <TextLink quiet href={task(task_object_id, { tab: 'occurrences' })}>
        {resultsInWords(row.last_results)}
      </TextLink>
      {row.recurring && runs !== null && row.status === 'active' && (
        <>
          ; the reserve covers <b className="font-medium text-text">{counted(runs, 'more run')}</b>
        </>
      )}
      .
    </Verdict>
  );
}

function TaskBody({ task_object_id, executions }: TaskPartProps) {
  const taskQuery = useQuery(taskRowQuery(task_object_id, executions.items));
  const occurrences = useQuery(occurrencesQuery(task_object_id));
  const reserve = useQuery(reserveQuery(task_object_id));
  return (
    <>
      <Schedule
        task_object_id={task_object_id}
        taskQuery={taskQuery}
        reserve={reserve}
        occurrences={occurrences}
      />
      <RecordTabs
        label="Records of this task"
        tabs={[
          {
            value: 'executions',
            title: 'Executions',
            count: totalOf(executions),
            content: (
              <>
                {taskQuery.isPending && <Skeleton className="my-3.5 block h-[76px] w-full" />}
                {!taskQuery.isPending && !isOneTime(taskQuery) && (
                  <ExecutionFigures about={{ task_object_id }} />
                )}
                <ListingTable
                  {...executionList}
                  name="tasks.executions"
                  params={{ task_object_id }}
                  columns={COLUMNS}
                  labels={EXECUTION_LABELS}
                  empty="Executions appear when the task is due."
                />
              </>
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
      <TechnicalDetails gist="Controller, agent, funder, times, sources">
        <TaskFacts taskQuery={taskQuery} reserve={reserve} />
        <div className="px-3 pb-2">
          <ComposedOf
            why="The index has no endpoint for a single task."
            parts={[
              describeRow(LISTING, taskQuery),
              describeTotal('executions', { data: executions, error: null }),
              describeTotal('occurrences', occurrences),
              reserve.data ? 'reserve' : `reserve (${reserve.error ? "couldn't be loaded" : 'loading'})`,
            ]}
          />
        </div>
      </TechnicalDetails>
    </>
  );
}

/** A task that runs once has no figures of a period. */
function TaskPeriod({ task_object_id }: { task_object_id: string }) {
  const { period } = usePeriod();
  const { data } = useQuery(endpointQuery('tasks.executions', { task_object_id }));
  const taskQuery = useQuery({
    ...taskRowQuery(task_object_id, data?.items ?? []),
    enabled: data !== undefined,
  });
  return taskQuery.isPending || isOneTime(taskQuery) ? null : <PeriodChoice period={period} />;
}

/** One task; its list of executions shows whether the index has it. */
export function TaskDetail({ task_object_id }: { task_object_id: string }) {
  return (
    <RecordPage
      name="tasks.executions"
      params={{ task_object_id }}
      noun="task"
      crumb={<PlainLink href={tasks()}>Tasks</PlainLink>}
      actions={<TaskPeriod task_object_id={task_object_id} />}
      verdict={(executions) => <TaskVerdict task_object_id={task_object_id} executions={executions} />}
      note={(executions) => <TaskStatus task_object_id={task_object_id} executions={executions} />}
    >
      {(executions) => <TaskBody task_object_id={task_object_id} executions={executions} />}
    </RecordPage>
  );
}
