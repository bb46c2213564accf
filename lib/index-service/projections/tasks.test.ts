import { expect, test } from 'vitest';
import { foldLines, foldOne } from '@/lib/index-service/testing/fold-lines';
import { openMemoryIndex } from '@/lib/index-service/testing/memory-index';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import { occurrences, taskReserves, tasks } from './tasks';

const task_id = id('task');
const created = (controller: object) =>
  event('TaskCreatedEvent', { task_id, controller, agent_id: id('agent'), skill_id: 7 });
const start = created({ variant: 'Address', address: id('ann') });
const happened = (kind: string, more = {}) => event(kind, { task_id, ...more });
const rejected = happened('TaskRejectedEvent', { reason: { variant: 'MutableDAG' } });

test('the controller is an address or an agent', () => {
  expect(foldOne(tasks, start)).toMatchObject({
    controller_kind: 'address',
    controller_address: id('ann'),
    controller_agent_id: null,
    status: 'active',
  });
  expect(foldOne(tasks, created({ Agent: { agent_id: id('agent') } }))).toMatchObject({
    controller_kind: 'agent',
    controller_address: null,
    controller_agent_id: id('agent'),
  });
});

test('closing finalises what was active or paused, and leaves cancelled and rejected as they are', () => {
  const closed = happened('TaskClosedEvent');
  const paused = happened('TaskPausedEvent');
  const status = (...lines: Parameters<typeof foldOne>[1][]) => foldOne(tasks, start, ...lines)['status'];
  expect(status(paused)).toBe('paused');
  expect(status(paused, happened('TaskResumedEvent'))).toBe('active');
  expect(status(closed)).toBe('finalized');
  expect(status(paused, closed)).toBe('finalized');
  expect(status(happened('TaskCanceledEvent'), closed)).toBe('cancelled');
  expect(status(rejected, closed)).toBe('rejected');
});

const ms = Date.UTC(2026, 10, 2);
const scheduled = event('OccurrenceScheduledEvent', {
  task_id,
  occurrence_id: 1,
  start_time_ms: ms,
  deadline_ms: ms + 1000,
  priority_fee_percentage: 10,
  source: { variant: 'Recurring', iteration: 4 },
});
const of = (kind: string, more: object) => event(kind, { task_id, occurrence_id: 1, ...more });

test('an occurrence is scheduled, refreshed by its advertisement, dispatched and settled', () => {
  expect(foldOne(occurrences, scheduled)).toMatchObject({
    state: 'scheduled',
    source: { variant: 'Recurring', iteration: 4n },
    start_at: '2026-11-02T00:00:00.000Z',
    deadline_at: '2026-11-02T00:00:01.000Z',
  });
  const advertised = of('OccurrenceAdvertisedEvent', {
    effective_start_time_ms: ms + 5000,
    deadline_ms: ms + 9000,
    priority_fee_percentage: 10,
  });
  expect(foldOne(occurrences, scheduled, advertised)).toMatchObject({
    state: 'scheduled',
    start_at: '2026-11-02T00:00:05.000Z',
    deadline_at: '2026-11-02T00:00:01.000Z',
  });
  const execution_id = id('execution');
  const dispatched = of('OccurrenceDispatchedEvent', { execution_id, dispatched_at_ms: ms });
  expect(foldOne(occurrences, scheduled, dispatched)).toMatchObject({
    state: 'dispatched',
    execution_object_id: execution_id,
  });
  const settled = of('OccurrenceSettledEvent', { execution_id, succeeded: false });
  expect(foldOne(occurrences, scheduled, dispatched, settled)).toMatchObject({
    state: 'settled',
    reason: 'failed',
  });
});

test('an advertisement alone makes no occurrence', () => {
  const advertised = of('OccurrenceAdvertisedEvent', {
    effective_start_time_ms: ms,
    priority_fee_percentage: 10,
  });
  expect(foldLines(occurrences, advertised).size).toBe(0);
});

test('an occurrence is missed, or withdrawn for a reason', () => {
  expect(foldOne(occurrences, scheduled, of('OccurrenceMissedEvent', { missed_at_ms: ms }))).toMatchObject({
    state: 'missed',
  });
  const withdrawn = of('OccurrenceWithdrawnEvent', { reason: { variant: 'RecurrenceReplaced' } });
  expect(foldOne(occurrences, scheduled, withdrawn)).toMatchObject({
    state: 'withdrawn',
    reason: 'recurrence_replaced',
  });
});

test.each([
  ['mm.m', 2n],
  ['.mmm.mm.', 3n],
  ['..', 0n],
  ['', 0n],
])('of %j the most missed occurrences in a row are %d', async (results, most) => {
  const index = await openMemoryIndex();
  try {
    await index.log.append([
      start,
      ...[...results].map((result, occurrence_id) =>
        result === 'm'
          ? event('OccurrenceMissedEvent', { task_id, occurrence_id, missed_at_ms: ms })
          : event('OccurrenceSettledEvent', {
              task_id,
              occurrence_id,
              execution_id: id(`run ${occurrence_id}`),
              succeeded: true,
            }),
      ),
    ]);
    const { items } = await index.answer('tasks.list', {}, {});
    expect(items.map((row) => row.missed_in_a_row)).toEqual([most]);
  } finally {
    await index.close();
  }
});

test('the reserve is what remained after its last event', () => {
  const reserve = {
    task_id,
    reserve_id: id('reserve'),
    agent_id: id('agent'),
    skill_id: 7,
    interface_version: 1,
  };
  const refilled = event('TaskPaymentReserveRefilledEvent', {
    ...reserve,
    source_kind: { variant: 'UserFunded', user: id('ann') },
    refill_amount: 100,
    occurrence_budget_mist: 10,
    remaining_funds: 9007199254740993n,
  });
  const finalized = event('TaskExecutionPaymentFinalizedEvent', {
    ...reserve,
    occurrence_id: 1,
    execution_id: id('execution'),
    payment_id: id('payment'),
    final_state: 'Accomplished',
    remaining_funds: 90,
  });
  expect(foldOne(taskReserves, refilled)).toMatchObject({
    balance_mist: 9007199254740993n,
    funder: id('ann'),
  });
  expect(foldOne(taskReserves, refilled, finalized)).toMatchObject({ balance_mist: 90n, funder: id('ann') });
  const cancelled = event('TaskPaymentReserveCanceledEvent', {
    ...reserve,
    source_kind: { variant: 'AgentFunded', agent_id: id('agent') },
    refunded_amount: 90,
    remaining_funds: 0,
  });
  expect(foldOne(taskReserves, refilled, cancelled)).toMatchObject({
    balance_mist: 0n,
    funder: null,
    funder_agent_id: id('agent'),
  });
});

test('a recurring task is served with its last results, interval and the runs its reserve covers', async () => {
  const index = await openMemoryIndex();
  try {
    const HOUR = 3_600_000;
    const run = (occurrence_id: number, ...ends: [kind: string, more: object][]) => [
      event('OccurrenceScheduledEvent', {
        task_id,
        occurrence_id,
        start_time_ms: ms + occurrence_id * HOUR,
        priority_fee_percentage: 0,
        source: { variant: 'Recurring', iteration: occurrence_id },
      }),
      ...ends.map(([kind, more]) => event(kind, { task_id, occurrence_id, ...more })),
    ];
    const ended = (occurrence_id: number, succeeded: boolean): [string, object] => [
      'OccurrenceSettledEvent',
      { execution_id: id(`run ${occurrence_id}`), succeeded },
    ];
    const single = { task_id: id('single') };
    await index.log.append([
      start,
      ...run(0, ended(0, true)),
      event('ExecutionFinishedEvent', {
        dag: id('dag'),
        execution: id('run 1'),
        has_any_walk_failed: true,
        has_any_walk_succeeded: false,
        was_aborted: true,
      }),
      ...run(1, ended(1, false)),
      ...run(2, ['OccurrenceMissedEvent', { missed_at_ms: ms + 3 * HOUR }]),
      ...run(3),
      event('TaskPaymentReserveRefilledEvent', {
        task_id,
        reserve_id: id('reserve'),
        agent_id: id('agent'),
        skill_id: 7,
        interface_version: 1,
        source_kind: { variant: 'UserFunded', user: id('ann') },
        refill_amount: 100,
        occurrence_budget_mist: 10,
        remaining_funds: 29,
      }),
      event('TaskCreatedEvent', {
        ...single,
        controller: { variant: 'Address', address: id('bob') },
        agent_id: id('agent'),
        skill_id: 7,
      }),
      event('OccurrenceScheduledEvent', {
        ...single,
        occurrence_id: 0,
        start_time_ms: ms,
        priority_fee_percentage: 0,
        source: { variant: 'Standalone' },
      }),
      event('OccurrenceDispatchedEvent', {
        ...single,
        occurrence_id: 0,
        execution_id: id('single run'),
        dispatched_at_ms: ms,
      }),
    ]);
    const list = async (query: Record<string, string>) => (await index.answer('tasks.list', {}, query)).items;
    expect(await list({ scheduled: 'true' })).toMatchObject([
      {
        object_id: task_id,
        last_results: ['succeeded', 'aborted', 'missed'],
        last_result: 'missed',
        interval_ms: BigInt(HOUR),
        next_due_at: new Date(ms + 3 * HOUR).toISOString(),
        missed_occurrences: 1n,
        missed_in_a_row: 1n,
        past_occurrences: 3n,
        reserve_mist: 29n,
        runs_left: 2n,
      },
    ]);
    expect(await list({ scheduled: 'false' })).toMatchObject([
      {
        object_id: single.task_id,
        last_results: ['running'],
        interval_ms: null,
        runs_left: null,
        past_occurrences: 1n,
      },
    ]);
    const taskIds = async (query: Record<string, string>) =>
      (await list(query)).map(({ object_id }) => object_id);
    expect(await taskIds({ failed_recently: 'true' })).toEqual([task_id]);
    expect(await taskIds({ failed_recently: 'false' })).toEqual([single.task_id]);
    expect(await taskIds({ max_runs_left: '2' })).toEqual([task_id]);
    expect(await taskIds({ max_runs_left: '1' })).toEqual([]);
    expect(await taskIds({ min_missed_in_a_row: '1' })).toEqual([task_id]);
    expect(await taskIds({ max_missed_in_a_row: '0' })).toEqual([single.task_id]);
    const due_before = new Date(ms + 3 * HOUR).toISOString();
    const counts = { scheduled: 1, single: 1, low_on_reserve: 1, failed_recently: 1, paused: 0 };
    expect(await index.answer('stats.tasks', {}, { due_before })).toMatchObject({ ...counts, overdue: 1 });
    expect(await index.answer('stats.tasks', {})).toMatchObject({ ...counts, overdue: null });

    // A paused task has no next start, is not overdue and no alarm about its reserve; its occurrence changed the row.
    const updated = (await list({ scheduled: 'true' }))[0]?.updated_at ?? '';
    await index.log.append([
      happened('TaskPausedEvent'),
      ...run(4, ['OccurrenceMissedEvent', { missed_at_ms: ms }]),
    ]);
    const [paused] = await list({ scheduled: 'true' });
    expect(paused).toMatchObject({ status: 'paused', next_due_at: null });
    expect(Date.parse(paused?.updated_at ?? '')).toBeGreaterThanOrEqual(Date.parse(updated));
    expect(await index.answer('stats.tasks', {}, { due_before })).toMatchObject({
      overdue: 0,
      low_on_reserve: 0,
      paused: 1,
    });
  } finally {
    await index.close();
  }
});

test('every event of an occurrence or of the reserve changes the row of its task', () => {
  const missed = { ...of('OccurrenceMissedEvent', { missed_at_ms: ms }) };
  expect(foldOne(tasks, start, scheduled)).toMatchObject({ recurring: true, last_entry_id: 2n });
  expect(foldOne(tasks, start, scheduled, missed)).toMatchObject({ recurring: true, last_entry_id: 3n });
});
