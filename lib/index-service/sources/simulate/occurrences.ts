// One occurrence of a task: budget, dispatch, execution, and the settlement that refunds the rest (spec 11.3).
// Invariant: reserve after = reserve before - budget + funds of the payment - what was spent.
import { agentId, paymentPolicy } from './agents';
import type { DagDesign } from './dag-designs/dag-design';
import { drawMishap, type Mishap, type Wanted } from './mishaps';
import { budgetOf } from './payments';
import { runExecution, type RunOutcome } from './run-execution';
import { reserveFields, sourceOf, transaction, type Task } from './tasks';
import { toolOf } from './tools/catalogue';
import { event, type Happening } from './transaction';

/** Gas for about three times the vertices, tool fees on top; a shortfall is a budget that was cut too close. */
function gasBudget(design: DagDesign, mishap: Mishap | null): bigint {
  const fqns = Object.values(design.vertices);
  const fees = fqns.reduce((sum, fqn) => sum + toolOf(fqn).price, 0n);
  const vertices = BigInt(fqns.length);
  return mishap?.kind === 'shortfall'
    ? vertices * 1_500_000n + fees / 2n
    : vertices * 16_000_000n + fees * 6n;
}

/** What an occurrence will be given, and what goes wrong in it: drawn before it is dispatched. */
export function planRun(task: Task, wanted?: Wanted): { mishap: Mishap | null; gas: bigint; budget: bigint } {
  const { design } = task.input;
  const mishap = drawMishap(task.random, Object.keys(design.vertices).length, wanted);
  const gas = gasBudget(design, mishap);
  return { mishap, gas, budget: budgetOf(gas, task.percentage).max };
}

export interface Occurrence {
  occurrence_id: number;
  at: number;
  plan: ReturnType<typeof planRun>;
  /** What the dispatching transaction holds besides, after the dispatch. */
  after?: Happening[];
}

/** One occurrence from its dispatch to its settlement; the reserve is debited and credited. */
export function runOccurrence(task: Task, { occurrence_id, at, plan, after = [] }: Occurrence): RunOutcome {
  const { world, skill, revision, design, dag, rank } = task.input;
  const name = `${task.input.name}/run/${occurrence_id}`;
  const execution = world.id(`${name}/execution`);
  const payment = world.id(`${name}/payment`);
  const source_kind = sourceOf(task);
  const fields = { ...reserveFields(task), occurrence_id, execution_id: execution, payment_id: payment };
  task.reserve -= plan.budget;
  const outcome = runExecution({
    terms: {
      world,
      name,
      design,
      dag,
      execution,
      payment,
      agent_id: agentId(world, skill.agent),
      skill_id: skill.skill_id,
      interface_revision: revision,
      task_id: task.task_id,
      occurrence_id,
      invoker: task.wallet,
      source_kind,
      rank,
    },
    payment: {
      payment_policy: paymentPolicy(skill),
      gas_budget: plan.gas,
      priority_fee_percentage: task.percentage,
    },
    mishap: plan.mishap,
    at,
    dispatch: {
      before: [
        event('TaskExecutionPaymentCreated', {
          ...fields,
          source_kind,
          budget: plan.budget,
          remaining_funds: task.reserve,
        }),
      ],
      after: [
        event('OccurrenceDispatched', {
          task_id: task.task_id,
          occurrence_id,
          execution_id: execution,
          dispatched_at_ms: at,
        }),
        ...after,
      ],
    },
    group: task.random.pick(Object.keys(design.entry)),
  });
  task.reserve += outcome.funds - outcome.spent;
  const payer = {
    execution_id: execution,
    payment_id: payment,
    agent_id: fields.agent_id,
    skill_id: fields.skill_id,
    interface_revision: revision,
  };
  const settled = transaction(
    task,
    outcome.finished_at + task.random.int(500, 2_600),
    `settle/${occurrence_id}`,
    [
      outcome.aborted
        ? event('ExecutionRefunded', { ...payer, refund_reason: 'execution aborted' })
        : event('ExecutionAccomplished', payer),
      event('TaskExecutionPaymentFinalized', {
        ...fields,
        final_state: { variant: outcome.aborted ? 'Refunded' : 'Accomplished' },
        remaining_funds: task.reserve,
      }),
      event('OccurrenceSettled', {
        task_id: task.task_id,
        occurrence_id,
        execution_id: execution,
        succeeded: !outcome.failed && !outcome.aborted,
      }),
    ],
    rank(at, task.random)[0].wallet,
  );
  return { ...outcome, transactions: [...outcome.transactions, settled], finished_at: settled.at };
}
