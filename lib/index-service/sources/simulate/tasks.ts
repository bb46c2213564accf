// Events of tasks and their reserves (spec 11.4, 11.5).
// Invariant: a reserve is exact: deposits minus the cost of executions minus refunds.
import { agentId, ownerOf } from './agents';
import type { SkillDesign } from './skills';
import type { DagDesign } from './dag-designs/dag-design';
import type { World } from './ids';
import type { Random } from './random';
import type { RunTerms } from './run-state';
import { event, type Happening, type Transaction } from './transaction';

export interface TaskInput {
  world: World;
  rank: RunTerms['rank'];
  /** Unique; ids and digests derive from it. */
  name: string;
  skill: SkillDesign;
  revision: number;
  design: DagDesign;
  dag: string;
  at: number;
}

export interface Task {
  input: TaskInput;
  random: Random;
  task_id: string;
  wallet: string;
  percentage: number;
  gas: bigint;
  reserve: bigint;
}

const CUSTOMERS = 23;

export function createTask(input: TaskInput): Task {
  const { world, name, skill } = input;
  const random = world.random(name);
  return {
    input,
    random,
    task_id: world.id(`${name}/task`),
    wallet:
      skill.funded === 'agent'
        ? ownerOf(world, skill.agent)
        : world.id(`wallet/customer/${random.int(1, CUSTOMERS)}`),
    percentage: random.weighted([0, 2, 5, 10, 15], (share) => 16 - share),
    gas: 0n,
    reserve: 0n,
  };
}

export const sourceOf = ({ input: { world, skill }, wallet }: Task): RunTerms['source_kind'] =>
  skill.funded === 'agent'
    ? { variant: 'AgentFunded', agent_id: agentId(world, skill.agent) }
    : { variant: 'UserFunded', user: wallet };

export function reserveFields(task: Task) {
  const { world, name, skill, revision } = task.input;
  return {
    task_id: task.task_id,
    reserve_id: world.id(`${name}/reserve`),
    agent_id: agentId(world, skill.agent),
    skill_id: skill.skill_id,
    interface_version: revision,
  };
}

export function transaction(
  task: Task,
  at: number,
  step: string,
  contents: Happening[],
  sender = task.wallet,
): Transaction {
  const { world, name } = task.input;
  return { at, sender, digest: world.digest(`${name}/${step}`), contents };
}

/** Made and paid in. */
export function opened(task: Task, budget: bigint, occurrences: number): Happening[] {
  const { world, skill } = task.input;
  const agent_id = agentId(world, skill.agent);
  const controller =
    skill.funded === 'agent' ? { variant: 'Agent', agent_id } : { variant: 'Address', address: task.wallet };
  return [
    event('TaskCreated', { task_id: task.task_id, controller, agent_id, skill_id: skill.skill_id }),
    refilled(task, budget * BigInt(occurrences), budget),
  ];
}

export function refilled(task: Task, amount: bigint, budget: bigint): Happening {
  task.reserve += amount;
  return event('TaskPaymentReserveRefilled', {
    ...reserveFields(task),
    source_kind: sourceOf(task),
    refill_amount: amount,
    occurrence_budget_mist: budget,
    remaining_funds: task.reserve,
  });
}

/** Paid back and closed. */
export function closed(task: Task): Happening[] {
  const refunded_amount = task.reserve;
  task.reserve = 0n;
  return [
    event('TaskPaymentReserveCanceled', {
      ...reserveFields(task),
      source_kind: sourceOf(task),
      refunded_amount,
      remaining_funds: 0n,
    }),
    event('TaskClosed', { task_id: task.task_id }),
  ];
}

export function scheduled(task: Task, occurrence_id: number, at: number, recurring: boolean): Happening {
  return event('OccurrenceScheduled', {
    task_id: task.task_id,
    occurrence_id,
    start_time_ms: at,
    deadline_ms: at + 1_800_000,
    priority_fee_percentage: task.percentage,
    source: recurring ? { variant: 'Recurring', iteration: occurrence_id } : { variant: 'Standalone' },
  });
}

export function advertised(task: Task, occurrence_id: number, at: number): Happening {
  const { world, name, rank } = task.input;
  return event('OccurrenceAdvertised', {
    task_id: task.task_id,
    occurrence_id,
    effective_start_time_ms: at,
    deadline_ms: at + 1_800_000,
    priority_fee_percentage: task.percentage,
    distribution: {
      deadline_ms: at + 60_000,
      requested_at_ms: at,
      task_id: world.id(`${name}/pickup/${occurrence_id}`),
      leaders: rank(at, task.random).map(({ cap }) => cap),
    },
  });
}
