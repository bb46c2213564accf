// Scheduled tasks (spec 2.7, 3), their occurrences and prepaid reserve (spec 10.1, 11.5).
// Without its creation event a task has no controller and is not listed.
import { snakeCase } from '@/lib/contract/tagged';
import type { Occurrence, Reserve, Task } from '@/lib/contract/tasks';
import type { Handlers } from '@/lib/index-service/http/handlers';
import { executionReader } from './executions';
import { timeOfMs } from './payload-values';
import { objectProjection } from './projection';
import { SKILL_DESCRIPTION, SKILL_OF_ROW } from './skill-of-row';
import { listOf, tableReader } from './table-reader';

const STATUS_AFTER = {
  TaskPausedEvent: 'paused',
  TaskResumedEvent: 'active',
  TaskCanceledEvent: 'cancelled',
  TaskRejectedEvent: 'rejected',
} as const;

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
  kinds: [
    'TaskCreatedEvent',
    'TaskPausedEvent',
    'TaskResumedEvent',
    'TaskCanceledEvent',
    'TaskRejectedEvent',
    'TaskClosedEvent',
  ],
  keysOf: (event) => [event.payload.task_id],
  evolve(row, event) {
    switch (event.kind) {
      case 'TaskCreatedEvent': {
        const { controller, agent_id, skill_id } = event.payload;
        const byAddress = controller.variant === 'Address';
        return {
          ...row,
          controller_kind: byAddress ? 'address' : 'agent',
          controller_address: byAddress ? controller.address : null,
          controller_agent_id: byAddress ? null : controller.agent_id,
          agent_object_id: agent_id,
          skill_id,
          created_entry_id: event.id,
        };
      }
      case 'TaskClosedEvent':
        return ['active', 'paused'].includes(row.status) ? { ...row, status: 'finalized' } : { ...row };
      default:
        return { ...row, status: STATUS_AFTER[event.kind] };
    }
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
  kinds: [
    'OccurrenceScheduledEvent',
    'OccurrenceAdvertisedEvent',
    'OccurrenceDispatchedEvent',
    'OccurrenceMissedEvent',
    'OccurrenceWithdrawnEvent',
    'OccurrenceSettledEvent',
  ],
  keysOf: (event) => [`${event.payload.task_id}/${event.payload.occurrence_id}`],
  evolve(row, event, isNew) {
    const { task_id: task_object_id, occurrence_id } = event.payload;
    const known = { ...row, task_object_id, occurrence_id };
    switch (event.kind) {
      case 'OccurrenceScheduledEvent':
        return {
          ...known,
          source: event.payload.source,
          start_at: timeOfMs(event.payload.start_time_ms),
          deadline_at: event.payload.deadline_ms === null ? null : timeOfMs(event.payload.deadline_ms),
        };
      case 'OccurrenceAdvertisedEvent':
        return isNew ? undefined : { ...row, start_at: timeOfMs(event.payload.effective_start_time_ms) };
      case 'OccurrenceDispatchedEvent':
        return { ...known, state: 'dispatched', execution_object_id: event.payload.execution_id };
      case 'OccurrenceMissedEvent':
        return { ...known, state: 'missed' };
      case 'OccurrenceWithdrawnEvent':
        return { ...known, state: 'withdrawn', reason: snakeCase(event.payload.reason.variant) };
      case 'OccurrenceSettledEvent':
        return {
          ...known,
          state: 'settled',
          reason: event.payload.succeeded ? null : 'failed',
          execution_object_id: event.payload.execution_id,
        };
    }
  },
});

/** The prepaid reserve of a task, as of its last payment event. */
export const taskReserves = objectProjection({
  table: 'task_reserves',
  columns: { balance_mist: 'whole?', funder: 'text?' },
  indexes: [],
  kinds: [
    'TaskPaymentReserveRefilledEvent',
    'TaskPaymentReserveCanceledEvent',
    'TaskExecutionPaymentCreatedEvent',
    'TaskExecutionPaymentFinalizedEvent',
  ],
  keysOf: (event) => [event.payload.task_id],
  evolve(row, event) {
    const balance_mist = event.payload.remaining_funds;
    if (event.kind === 'TaskExecutionPaymentFinalizedEvent') return { ...row, balance_mist };
    const source = event.payload.source_kind;
    return { balance_mist, funder: source.variant === 'UserFunded' ? source.user : null };
  },
});

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
  orders: { next_due_at: NEXT_DUE, missed_occurrences: MISSED },
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
