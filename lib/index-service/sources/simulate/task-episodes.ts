// Tasks as episodes: run once and closed; recurring without end; or never run (spec 11.3).
// Invariant: reserve after an occurrence = reserve before - budget + funds of the payment - what was spent.
import { paymentPolicy } from './agents';
import { drawFailure, type PlannedFailure } from './failures';
import { budgetOf } from './payments';
import { runExecution, type RunOutcome } from './run-execution';
import type { Failure } from './run-state';
import {
  advertised,
  closed,
  createTask,
  opened,
  refilled,
  reserveFields,
  scheduled,
  taskTransaction,
  type Task,
  type TaskInput,
} from './tasks';
import { episodeOf, type Episode } from './timeline';
import { toolOf } from './tools';
import { event, HOUR, type ChainEvent, type Transaction } from './transaction';

interface RunPlan {
  failure: Failure | null;
  gas: bigint;
  budget: bigint;
}

/** The inputs of an occurrence, and what goes wrong in it: drawn before it is dispatched. */
function planRun(task: Task, planned?: PlannedFailure): RunPlan {
  const fqns = Object.values(task.input.design.vertices);
  const failure = drawFailure(task.random, fqns.length, planned);
  const vertices = BigInt(fqns.length);
  const fees = fqns.reduce((sum, fqn) => sum + toolOf(fqn).price, 0n);
  // Gas for about three times the vertices, tool fees on top; a shortfall is a budget that was cut too close.
  const gas =
    failure?.kind === 'shortfall' ? vertices * 1_500_000n + fees / 2n : vertices * 16_000_000n + fees * 6n;
  return { failure, gas, budget: budgetOf(gas, task.percentage).max };
}

interface Occurrence {
  occurrence_id: number;
  at: number;
  plan: RunPlan;
  /** What the dispatching transaction holds besides, after the dispatch. */
  after?: ChainEvent[];
}

/** One occurrence from its dispatch to its settlement; the reserve is debited and credited. */
function runOccurrence(task: Task, { occurrence_id, at, plan, after = [] }: Occurrence): RunOutcome {
  const { task_id, source_kind, random } = task;
  const { world, skill, revision: interface_revision, design, dag, rank } = task.input;
  const name = `${task.input.name}/run/${occurrence_id}`;
  const execution_id = world.id(`${name}/execution`);
  const payment_id = world.id(`${name}/payment`);
  const payer = {
    execution_id,
    payment_id,
    agent_id: task.agent_id,
    skill_id: skill.skill_id,
    interface_revision,
  };
  const fields = { ...reserveFields(task), occurrence_id, execution_id, payment_id };
  task.reserve -= plan.budget;
  const outcome = runExecution(
    {
      ...payer,
      world,
      name,
      design,
      dag,
      rank,
      task_id,
      occurrence_id,
      invoker: task.wallet,
      source_kind,
      payment_policy: paymentPolicy(skill),
      gas_budget: plan.gas,
      priority_fee_percentage: task.percentage,
    },
    {
      failure: plan.failure,
      at,
      before: [
        event('TaskExecutionPaymentCreated', {
          ...fields,
          source_kind,
          budget: plan.budget,
          remaining_funds: task.reserve,
        }),
      ],
      after: [
        event('OccurrenceDispatched', { task_id, occurrence_id, execution_id, dispatched_at_ms: at }),
        ...after,
      ],
      group: random.pick(Object.keys(design.entry)),
    },
  );
  task.reserve += outcome.remaining;
  const { failed, aborted } = outcome;
  const finished_at = outcome.finished_at + random.int(500, 2_600);
  const settled = taskTransaction(
    task,
    finished_at,
    `settle/${occurrence_id}`,
    [
      aborted
        ? event('ExecutionRefunded', { ...payer, refund_reason: 'execution aborted' })
        : event('ExecutionAccomplished', payer),
      event('TaskExecutionPaymentFinalized', {
        ...fields,
        final_state: { variant: aborted ? 'Refunded' : 'Accomplished' },
        remaining_funds: task.reserve,
      }),
      event('OccurrenceSettled', { task_id, occurrence_id, execution_id, succeeded: !failed && !aborted }),
    ],
    rank(at, random)[0].wallet,
  );
  return { ...outcome, transactions: [...outcome.transactions, settled], finished_at };
}

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
  const withdrawn = (reason: string) =>
    event('OccurrenceWithdrawn', { ...occurrence, reason: { variant: reason } });
  const transactions: Transaction[] = [];
  const put = (at: number, step: string, ...contents: ChainEvent[]) =>
    transactions.push(taskTransaction(task, at, step, contents));

  put(input.at, 'open', ...opened(task, planRun(task).budget, { at: start }));
  switch (outcome) {
    case 'missed':
      put(start, 'advertise', advertised(task, 0, start));
      put(end, 'missed', event('OccurrenceMissed', { ...occurrence, missed_at_ms: end }));
      break;
    case 'cancelled':
      put(input.at + HOUR, 'cancel', event('TaskCanceled', { task_id }), withdrawn('TaskCanceled'));
      put(input.at + 2 * HOUR, 'close', ...closed(task));
      break;
    case 'rejected': {
      const rejected = event('TaskRejected', { task_id, reason: { variant: 'StaleSkillContract' } });
      put(input.at + 40_000, 'reject', rejected, withdrawn('TaskRejected'));
    }
  }
  return episodeOf(transactions);
}
