// Scheduled tasks (spec 2.7, 3), their occurrences and prepaid reserve (spec 10.1, 11.5).
// Without its creation event a task has no controller and is not listed.
import type { PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import { snakeCase } from '@/lib/contract/tagged';
import type { Answer } from '@/lib/contract/endpoints';
import { LOW_ON_RUNS } from '@/lib/contract/stats';
import type { Occurrence, Reserve, Task } from '@/lib/contract/tasks';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { executionReader } from './executions';
import { timeOfMs } from './payload-values';
import { objectProjection, onEach } from './projection';
import { durationMs, listOf, tableReader, SKILL_DESCRIPTION, SKILL_OF_ROW } from './table-reader';

export const tasks = objectProjection({
  table: 'tasks',
  columns: {
    status: 'text',
    controller_kind: 'text?',
    controller_address: 'text?',
    controller_agent_id: 'text?',
    agent_object_id: 'text?',
    skill_id: 'whole?',
    recurring: 'flag',
    created_entry_id: 'entry?',
  },
  initial: { status: 'active', recurring: false },
  indexes: [
    'agent_object_id, first_entry_id',
    'controller_address, first_entry_id',
    'controller_agent_id, first_entry_id',
    'status, first_entry_id',
    'skill_id, first_entry_id',
    'created_at',
  ],
  counts: {
    shown: ['controller_kind'],
    by: ['status', 'controller_address', 'controller_agent_id', 'agent_object_id', 'skill_id'],
  },
  keysOf: (event) => [event.payload.task_id],
  on: {
    TaskCreatedEvent({ id, payload: { controller, agent_id, skill_id } }) {
      const byAddress = controller.variant === 'Address';
      return {
        controller_kind: byAddress ? 'address' : 'agent',
        controller_address: byAddress ? controller.address : null,
        controller_agent_id: byAddress ? null : controller.agent_id,
        agent_object_id: agent_id,
        skill_id,
        created_entry_id: id,
      };
    },
    TaskPausedEvent: () => ({ status: 'paused' }),
    TaskResumedEvent: () => ({ status: 'active' }),
    TaskCanceledEvent: () => ({ status: 'cancelled' }),
    TaskRejectedEvent: () => ({ status: 'rejected' }),
    TaskClosedEvent: (_event, { status }) =>
      status === 'active' || status === 'paused' ? { status: 'finalized' } : {},
    OccurrenceScheduledEvent: ({ payload: { source } }) =>
      source.variant === 'Recurring' ? { recurring: true } : {},
    // The row shows their results and amounts, so they change its `updated_at`.
    ...onEach(
      [
        'OccurrenceAdvertisedEvent',
        'OccurrenceDispatchedEvent',
        'OccurrenceMissedEvent',
        'OccurrenceWithdrawnEvent',
        'OccurrenceSettledEvent',
        'TaskPaymentReserveRefilledEvent',
        'TaskPaymentReserveCanceledEvent',
        'TaskExecutionPaymentCreatedEvent',
        'TaskExecutionPaymentFinalizedEvent',
      ],
      () => ({}),
    ),
  },
});

/** An advertisement only refreshes the start time of an occurrence (spec 6.3). */
export const occurrences = objectProjection({
  table: 'occurrences',
  columns: {
    task_object_id: 'text',
    occurrence_id: 'whole',
    source: 'json?',
    state: 'text',
    reason: 'text?',
    execution_object_id: 'text?',
    start_at: 'time?',
    deadline_at: 'time?',
    ended_entry_id: 'entry?',
  },
  initial: { state: 'scheduled' },
  indexes: ['task_object_id, first_entry_id', 'ended_entry_id'],
  keysOf: (event) => [`${event.payload.task_id}/${event.payload.occurrence_id}`],
  always: ({ payload: { task_id, occurrence_id } }) => ({ task_object_id: task_id, occurrence_id }),
  on: {
    OccurrenceScheduledEvent: ({ payload: { source, start_time_ms, deadline_ms } }) => ({
      source,
      start_at: timeOfMs(start_time_ms),
      deadline_at: deadline_ms === null ? null : timeOfMs(deadline_ms),
    }),
    OccurrenceAdvertisedEvent: ({ payload }, _row, isNew) =>
      isNew ? undefined : { start_at: timeOfMs(payload.effective_start_time_ms) },
    OccurrenceDispatchedEvent: ({ payload }) => ({
      state: 'dispatched',
      execution_object_id: payload.execution_id,
    }),
    OccurrenceMissedEvent: ({ id }) => ({ state: 'missed', ended_entry_id: id }),
    OccurrenceWithdrawnEvent: ({ id, payload }) => ({
      state: 'withdrawn',
      ended_entry_id: id,
      reason: snakeCase(payload.reason.variant),
    }),
    OccurrenceSettledEvent: ({ id, payload }) => ({
      state: 'settled',
      ended_entry_id: id,
      reason: payload.succeeded ? null : 'failed',
      execution_object_id: payload.execution_id,
    }),
  },
});

/** The prepaid reserve of a task, as of its last payment event. */
export const taskReserves = objectProjection({
  table: 'task_reserves',
  columns: { balance_mist: 'whole?', run_budget_mist: 'whole?', funder: 'text?', funder_agent_id: 'text?' },
  indexes: [],
  keysOf: (event) => [event.payload.task_id],
  always: ({ payload }) => ({ balance_mist: payload.remaining_funds }),
  on: {
    TaskPaymentReserveRefilledEvent: (entry) => ({
      ...funderOf(entry),
      run_budget_mist: entry.payload.occurrence_budget_mist,
    }),
    TaskPaymentReserveCanceledEvent: funderOf,
    TaskExecutionPaymentCreatedEvent: (entry) => ({
      ...funderOf(entry),
      run_budget_mist: entry.payload.budget,
    }),
    TaskExecutionPaymentFinalizedEvent: () => ({}),
  },
});

function funderOf({
  payload,
}: {
  payload: Pick<PayloadOf<'TaskPaymentReserveRefilledEvent'>, 'source_kind'>;
}) {
  const { source_kind: source } = payload;
  return source.variant === 'UserFunded'
    ? { funder: source.user, funder_agent_id: null }
    : { funder: null, funder_agent_id: source.agent_id };
}

const OF_TASK = 'occurrences o where o.task_object_id = t.key and';
const NEXT_DUE = `case when t.status = 'active' then
  (select min(o.start_at) from ${OF_TASK} o.state = 'scheduled') end`;
/** Result of an occurrence `o` that is past scheduling; a settled one has a reason only if it failed. */
const RESULT = `case when o.state = 'dispatched' then 'running' when o.state <> 'settled' then o.state
  when o.reason is null then 'succeeded'
  when (select run.was_aborted from executions run where run.key = o.execution_object_id) then 'aborted' else 'failed' end`;
const LAST_RESULT = `(select ${RESULT} from ${OF_TASK} o.state in ('settled', 'missed', 'withdrawn')
  order by o.last_entry_id desc limit 1)`;
const LAST_TEN = `(select o.first_entry_id, ${RESULT} as result from ${OF_TASK} o.state <> 'scheduled'
  order by o.first_entry_id desc limit 10) ten`;
const INTERVAL = `case when t.recurring then
  (select (${durationMs('min(o.start_at)', 'max(o.start_at)')}) / (count(*) - 1) from
     (select o.start_at from ${OF_TASK} o.source like '%Recurring%' and o.start_at is not null
      order by o.first_entry_id desc limit 11) o
   having count(*) > 1) end`;
const MISSED = `(select count(*) from ${OF_TASK} o.state = 'missed')`;
const MISSED_IN_A_ROW = `(select coalesce(max(length(missed)), 0) from regexp_split_to_table(
  (select string_agg(case o.state when 'missed' then 'm' else ' ' end, '' order by o.first_entry_id) from ${OF_TASK} o.state <> 'scheduled'),
  ' ') missed)::bigint`;
const RUNS_LEFT = `case when reserve.run_budget_mist > 0 then
  trunc(reserve.balance_mist / reserve.run_budget_mist)::bigint end`;

const FAILED_RECENTLY = `exists (select 1 from ${LAST_TEN} where ten.result in ('failed', 'aborted'))`;

export const taskReader = tableReader<Task>(tasks, 'task', {
  fields: {
    object_id: 't.key',
    ...SKILL_DESCRIPTION,
    interval_ms: INTERVAL,
    next_due_at: NEXT_DUE,
    last_results: `(select coalesce(array_agg(ten.result order by ten.first_entry_id), '{}') from ${LAST_TEN})`,
    last_result: LAST_RESULT,
    missed_occurrences: MISSED,
    missed_in_a_row: MISSED_IN_A_ROW,
    past_occurrences: `(select count(*) from ${OF_TASK} o.state <> 'scheduled')`,
    reserve_mist: 'reserve.balance_mist',
    runs_left: RUNS_LEFT,
  },
  joins: `${SKILL_OF_ROW} left join task_reserves reserve on reserve.key = t.key`,
});
/** What `GET /stats/tasks` counts; `$1` is `due_before`. */
const COUNTED: Readonly<Record<keyof Answer<'stats.tasks'>, string>> = {
  scheduled: 'scheduled',
  single: 'not scheduled',
  overdue: 'due <= $1::timestamptz',
  low_on_reserve: `scheduled and status = 'active' and runs_left <= ${LOW_ON_RUNS}`,
  failed_recently: 'scheduled and failed_recently',
  paused: `scheduled and status = 'paused'`,
};
const occurrenceReader = tableReader<Occurrence>(occurrences, 'occurrence', { omit: ['task_object_id'] });

export const taskHandlers = {
  'tasks.list': ({ db, query }) =>
    taskReader.page(db, query, (where) =>
      where
        .and(
          't.controller_address = ? or t.controller_agent_id = ?',
          query.controller,
          'controller_address',
          'controller_agent_id',
        )
        .and(`(t.recurring or ${NEXT_DUE} is not null) = ?::boolean`, query.scheduled)
        .and(`${NEXT_DUE} >= ?::timestamptz`, query.due_after)
        .and(`${NEXT_DUE} <= ?::timestamptz`, query.due_before)
        .and(`${LAST_RESULT} = ?`, query.last_result)
        .and(`${FAILED_RECENTLY} = ?::boolean`, query.failed_recently)
        .and(`${RUNS_LEFT} >= ?::numeric`, query.min_runs_left)
        .and(`${RUNS_LEFT} <= ?::numeric`, query.max_runs_left)
        .and(`${MISSED_IN_A_ROW} >= ?::numeric`, query.min_missed_in_a_row)
        .and(`${MISSED_IN_A_ROW} <= ?::numeric`, query.max_missed_in_a_row),
    ),
  'stats.tasks': async ({ db, query: { due_before = null } }) => {
    const counts = Object.entries(COUNTED).map(
      ([name, condition]) => `(count(*) filter (where ${condition}))::int as ${name}`,
    );
    // Without "offset 0" the subqueries would be evaluated once for each count.
    const [row] = await db.query<Answer<'stats.tasks'>>(
      `select ${counts.join(', ')} from (
         select t.status, t.due, t.runs_left, t.recurring or t.due is not null as scheduled,
           case when t.recurring or t.due is not null then ${FAILED_RECENTLY} end as failed_recently
         from (
           select t.key, t.status, t.recurring, ${NEXT_DUE} as due, ${RUNS_LEFT} as runs_left
           from tasks t left join task_reserves reserve on reserve.key = t.key
           where t.controller_kind is not null offset 0
         ) t offset 0
       ) tasks`,
      [due_before],
    );
    return { ...(row as Answer<'stats.tasks'>), ...(due_before === null && { overdue: null }) };
  },
  'tasks.executions': listOf(taskReader, 'task_object_id', executionReader),
  'tasks.occurrences': listOf(taskReader, 'task_object_id', occurrenceReader),
  'tasks.reserve': async ({ db, params }) => {
    const { key, updated_at } = await taskReader.known(db, params['task_object_id'], 'updated_at');
    const [reserve] = await db.query<Reserve>(
      'select key as task_object_id, balance_mist, funder, funder_agent_id, updated_at from task_reserves where key = $1',
      [key],
    );
    return (
      reserve ?? { task_object_id: key, balance_mist: null, funder: null, funder_agent_id: null, updated_at }
    );
  },
} satisfies Handlers;
