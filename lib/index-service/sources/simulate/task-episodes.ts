// Tasks as episodes: run once and closed; recurring without end; or never run.
import type { PlannedFailure } from './failures';
import { planRun, runOccurrence } from './occurrences';
import {
  advertised,
  closed,
  createTask,
  opened,
  refilled,
  scheduled,
  taskTransaction,
  type TaskInput,
} from './tasks';
import { episodeOf, type Episode } from './timeline';
import { event, HOUR } from './transaction';

/** Created, run once and, more often than not, closed some minutes later. */
export function singleRun(input: TaskInput, planned?: PlannedFailure): Episode {
  return {
    starts_at: input.at,
    *transactions() {
      const task = createTask(input);
      const plan = planRun(task, planned);
      yield taskTransaction(task, input.at, 'open', [
        ...opened(task, plan.budget, { at: input.at }),
        advertised(task, 0, input.at),
      ]);
      const at = input.at + task.random.int(700, 3_500);
      const outcome = runOccurrence(task, { occurrence_id: 0, at, plan });
      yield* outcome.transactions;
      if (task.random.chance(0.7)) {
        const closedAt = outcome.finished_at + task.random.int(30_000, 900_000);
        yield taskTransaction(task, closedAt, 'close', closed(task));
      }
    },
  };
}

/** Runs every so many hours from a reserve that its owner fills up; pauses now and then; has no end. */
export function recurringRuns(input: TaskInput, every: number, inputAt: (at: number) => TaskInput): Episode {
  return {
    starts_at: input.at,
    *transactions() {
      const task = createTask(input);
      const { task_id } = task;
      let at = input.at + 60_000;
      let plan = planRun(task);
      yield taskTransaction(
        task,
        input.at,
        'open',
        opened(task, plan.budget, { occurrences: 12, at, recurring: true }),
      );
      for (let occurrence_id = 0; ; occurrence_id++) {
        task.input = { ...inputAt(at), name: input.name };
        if (task.reserve < plan.budget * 2n)
          yield taskTransaction(task, at - 30_000, `refill/${occurrence_id}`, [
            refilled(task, plan.budget * 10n, plan.budget),
          ]);
        if (occurrence_id % 29 === 17) {
          yield taskTransaction(task, at - 20_000, `pause/${occurrence_id}`, [
            event('TaskPaused', { task_id }),
          ]);
          yield taskTransaction(task, at - 4_000, `resume/${occurrence_id}`, [
            event('TaskResumed', { task_id }),
          ]);
        }
        yield taskTransaction(task, at, `advertise/${occurrence_id}`, [advertised(task, occurrence_id, at)]);
        const next = at + every * HOUR + task.random.int(-90_000, 90_000);
        const { transactions } = runOccurrence(task, {
          occurrence_id,
          at: at + task.random.int(900, 4_000),
          plan,
          after: [scheduled(task, occurrence_id + 1, next, true)],
        });
        yield* transactions;
        plan = planRun(task);
        at = next;
      }
    },
  };
}

/** Missed, cancelled or rejected: tasks that are never executed. */
export function withoutRun(input: TaskInput, outcome: 'missed' | 'cancelled' | 'rejected'): Episode {
  const task = createTask(input);
  const { task_id } = task;
  const start = input.at + 3 * HOUR;
  const end = start + 1_860_000;
  const occurrence = { task_id, occurrence_id: 0 };
  const open = taskTransaction(task, input.at, 'open', opened(task, planRun(task).budget, { at: start }));
  switch (outcome) {
    case 'missed':
      return episodeOf([
        open,
        taskTransaction(task, start, 'advertise', [advertised(task, 0, start)]),
        taskTransaction(task, end, 'missed', [
          event('OccurrenceMissed', { ...occurrence, missed_at_ms: end }),
        ]),
      ]);
    case 'cancelled':
      return episodeOf([
        open,
        taskTransaction(task, input.at + HOUR, 'cancel', [
          event('TaskCanceled', { task_id }),
          event('OccurrenceWithdrawn', { ...occurrence, reason: { variant: 'TaskCanceled' } }),
        ]),
        taskTransaction(task, input.at + 2 * HOUR, 'close', closed(task)),
      ]);
    case 'rejected':
      return episodeOf([
        open,
        taskTransaction(task, input.at + 40_000, 'reject', [
          event('TaskRejected', { task_id, reason: { variant: 'StaleSkillContract' } }),
          event('OccurrenceWithdrawn', { ...occurrence, reason: { variant: 'TaskRejected' } }),
        ]),
      ]);
  }
}
