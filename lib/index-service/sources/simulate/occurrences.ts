// One occurrence of a task: budget, dispatch, execution, and the settlement that refunds the rest (spec 11.3).
// Invariant: reserve after = reserve before - budget + funds of the payment - what was spent.
import { paymentPolicy } from './agents';
import { drawFailure, type Failure, type PlannedFailure } from './failures';
import { budgetOf } from './payments';
import { runExecution, type RunOutcome } from './run-execution';
import { reserveFields, taskTransaction, type Task } from './tasks';
import { toolOf } from './tools';
import { event, type ChainEvent } from './transaction';

export interface RunPlan {
  failure: Failure | null;
  gas: bigint;
  budget: bigint;
}

/** What an occurrence will be given, and what goes wrong in it: drawn before it is dispatched. */
export function planRun(task: Task, planned?: PlannedFailure): RunPlan {
  const fqns = Object.values(task.input.design.vertices);
  const failure = drawFailure(task.random, fqns.length, planned);
  const vertices = BigInt(fqns.length);
  const fees = fqns.reduce((sum, fqn) => sum + toolOf(fqn).price, 0n);
  // Gas for about three times the vertices, tool fees on top; a shortfall is a budget that was cut too close.
  const gas =
    failure?.kind === 'shortfall' ? vertices * 1_500_000n + fees / 2n : vertices * 16_000_000n + fees * 6n;
  return { failure, gas, budget: budgetOf(gas, task.percentage).max };
}

export interface Occurrence {
  occurrence_id: number;
  at: number;
  plan: RunPlan;
  /** What the dispatching transaction holds besides, after the dispatch. */
  after?: ChainEvent[];
}

/** One occurrence from its dispatch to its settlement; the reserve is debited and credited. */
export function runOccurrence(task: Task, { occurrence_id, at, plan, after = [] }: Occurrence): RunOutcome {
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
