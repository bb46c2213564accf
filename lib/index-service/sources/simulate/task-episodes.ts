// Tasks as episodes: run once and closed; recurring without end; or never run.
import { HOUR } from './skills';
import type { Wanted } from './mishaps';
import { planRun, runOccurrence } from './occurrences';
import { episodeOf, type Episode } from './timeline';
import type { Transaction } from './transaction';
import { event } from './transaction';
import {
  advertised,
  closed,
  createTask,
  opened,
  refilled,
  scheduled,
  transaction,
  type TaskInput,
} from './tasks';

/** Made, run once and, more often than not, closed some minutes later. */
export function singleRun(input: TaskInput, mishap?: Wanted): Episode {
  return {
    starts_at: input.at,
    *transactions() {
      const task = createTask(input);
      const plan = planRun(task, mishap);
      yield transaction(task, input.at, 'open', [
        ...opened(task, plan.budget, 1),
        scheduled(task, 0, input.at, false),
        advertised(task, 0, input.at),
      ]);
      const outcome = runOccurrence(task, {
        occurrence_id: 0,
        at: input.at + task.random.int(700, 3_500),
        plan,
      });
      yield* outcome.transactions;
      if (task.random.chance(0.7))
        yield transaction(
          task,
          outcome.finished_at + task.random.int(30_000, 900_000),
          'close',
          closed(task),
        );
    },
  };
}

/** Runs every so many hours from a reserve that its owner fills up; pauses now and then; has no end. */
export function recurringRuns(input: TaskInput, every: number, inputAt: (at: number) => TaskInput): Episode {
  return {
    starts_at: input.at,
    *transactions() {
      const task = createTask(input);
      let at = input.at + 60_000;
      let plan = planRun(task);
      yield transaction(task, input.at, 'open', [
        ...opened(task, plan.budget, 12),
        scheduled(task, 0, at, true),
      ]);
      for (let occurrence_id = 0; ; occurrence_id++) {
        task.input = { ...inputAt(at), name: input.name };
        if (task.reserve < plan.budget * 2n)
          yield transaction(task, at - 30_000, `refill/${occurrence_id}`, [
            refilled(task, plan.budget * 10n, plan.budget),
          ]);
        if (occurrence_id % 29 === 17) {
          yield transaction(task, at - 20_000, `pause/${occurrence_id}`, [
            event('TaskPaused', { task_id: task.task_id }),
          ]);
          yield transaction(task, at - 4_000, `resume/${occurrence_id}`, [
            event('TaskResumed', { task_id: task.task_id }),
          ]);
        }
        yield transaction(task, at, `advertise/${occurrence_id}`, [advertised(task, occurrence_id, at)]);
        const next = at + every * HOUR + task.random.int(-90_000, 90_000);
        const outcome = runOccurrence(task, {
          occurrence_id,
          at: at + task.random.int(900, 4_000),
          plan,
          after: [scheduled(task, occurrence_id + 1, next, true)],
        });
        yield* outcome.transactions;
        plan = planRun(task);
        at = next;
      }
    },
  };
}

/** Missed, cancelled or rejected: tasks of which no execution comes. */
export function withoutRun(input: TaskInput, fate: 'missed' | 'cancelled' | 'rejected'): Episode {
  const task = createTask(input);
  const plan = planRun(task);
  const { task_id } = task;
  const start = input.at + 3 * HOUR;
  const transactions: Transaction[] = [
    transaction(task, input.at, 'open', [...opened(task, plan.budget, 1), scheduled(task, 0, start, false)]),
  ];
  const end = start + 1_860_000;
  const occurrence = { task_id, occurrence_id: 0 };
  if (fate === 'missed')
    transactions.push(
      transaction(task, start, 'advertise', [advertised(task, 0, start)]),
      transaction(task, end, 'missed', [event('OccurrenceMissed', { ...occurrence, missed_at_ms: end })]),
    );
  if (fate === 'cancelled')
    transactions.push(
      transaction(task, input.at + HOUR, 'cancel', [
        event('TaskCanceled', { task_id }),
        event('OccurrenceWithdrawn', { ...occurrence, reason: { variant: 'TaskCanceled' } }),
      ]),
      transaction(task, input.at + 2 * HOUR, 'close', closed(task)),
    );
  if (fate === 'rejected')
    transactions.push(
      transaction(task, input.at + 40_000, 'reject', [
        event('TaskRejected', { task_id, reason: { variant: 'StaleSkillContract' } }),
        event('OccurrenceWithdrawn', { ...occurrence, reason: { variant: 'TaskRejected' } }),
      ]),
    );
  return episodeOf(transactions);
}
