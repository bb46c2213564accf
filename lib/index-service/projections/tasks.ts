// Scheduled tasks (spec 2.7, 3), their occurrences and prepaid reserve (spec 10.1, 11.5).
// Without its creation event a task has no controller and is not listed.
import type { PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import { snakeCase } from '@/lib/contract/tagged';
import type { Occurrence, Reserve, Task } from '@/lib/contract/tasks';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { executionReader } from './executions';
import { timeOfMs } from './payload-values';
import { objectProjection } from './projection';
import { listOf, tableReader, SKILL_DESCRIPTION, SKILL_OF_ROW } from './table-reader';

export const tasks = objectProjection({
  table: 'tasks',
  columns: {
    status: 'text',
    controller_kind: 'text?',
    controller_address: 'text?',
    controller_agent_id: 'text?',
    agent_object_id: 'text?',
    skill_id: 'whole?',
    created_entry_id: 'entry?',
  },
  initial: { status: 'active' },
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
  },
  initial: { state: 'scheduled' },
  indexes: ['task_object_id, first_entry_id'],
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
    OccurrenceMissedEvent: () => ({ state: 'missed' }),
    OccurrenceWithdrawnEvent: ({ payload }) => ({
      state: 'withdrawn',
      reason: snakeCase(payload.reason.variant),
    }),
    OccurrenceSettledEvent: ({ payload }) => ({
      state: 'settled',
      reason: payload.succeeded ? null : 'failed',
      execution_object_id: payload.execution_id,
    }),
  },
});

/** The prepaid reserve of a task, as of its last payment event. */
export const taskReserves = objectProjection({
  table: 'task_reserves',
  columns: { balance_mist: 'whole?', funder: 'text?' },
  indexes: [],
  keysOf: (event) => [event.payload.task_id],
  always: ({ payload }) => ({ balance_mist: payload.remaining_funds }),
  on: {
    TaskPaymentReserveRefilledEvent: funderOf,
    TaskPaymentReserveCanceledEvent: funderOf,
    TaskExecutionPaymentCreatedEvent: funderOf,
    TaskExecutionPaymentFinalizedEvent: () => ({}),
  },
});

function funderOf({
  payload,
}: {
  payload: Pick<PayloadOf<'TaskPaymentReserveRefilledEvent'>, 'source_kind'>;
}) {
  const { source_kind: source } = payload;
  return { funder: source.variant === 'UserFunded' ? source.user : null };
}

const NEXT_DUE = `(select min(o.start_at) from occurrences o
  where o.task_object_id = t.key and o.state = 'scheduled')`;
/** An occurrence that was settled and failed has that as its reason. */
const LAST_RESULT = `(select case when o.state <> 'settled' then o.state when o.reason = 'failed' then 'failed' else 'succeeded' end
  from occurrences o where o.task_object_id = t.key and o.state in ('settled', 'missed', 'withdrawn')
  order by o.last_entry_id desc limit 1)`;
const MISSED = `(select count(*) from occurrences o where o.task_object_id = t.key and o.state = 'missed')`;

export const taskReader = tableReader<Task>(tasks, 'task', {
  fields: {
    object_id: 't.key',
    ...SKILL_DESCRIPTION,
    next_due_at: NEXT_DUE,
    last_result: LAST_RESULT,
    missed_occurrences: MISSED,
  },
  joins: SKILL_OF_ROW,
});
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
        .and(`${NEXT_DUE} >= ?::timestamptz`, query.due_after)
        .and(`${NEXT_DUE} <= ?::timestamptz`, query.due_before)
        .and(`${LAST_RESULT} = ?`, query.last_result),
    ),
  'tasks.executions': listOf(taskReader, 'task_object_id', executionReader),
  'tasks.occurrences': listOf(taskReader, 'task_object_id', occurrenceReader),
  'tasks.reserve': async ({ db, params }) => {
    const { key, updated_at } = await taskReader.known(db, params['task_object_id'], 'updated_at');
    const [reserve] = await db.query<Reserve>(
      'select key as task_object_id, balance_mist, funder, updated_at from task_reserves where key = $1',
      [key],
    );
    return reserve ?? { task_object_id: key, balance_mist: null, funder: null, updated_at };
  },
} satisfies Handlers;
