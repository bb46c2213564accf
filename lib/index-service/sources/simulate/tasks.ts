// Tasks and their reserves (spec 11.4, 11.5), and the events that change them.
// Invariant: a reserve is exact: deposits minus the cost of executions minus refunds.
import { agentId, ownerOf, type SkillDesign } from './agents';
import type { DagDesign } from './dag-designs';
import type { LeaderRanking } from './leaders';
import type { PaymentSource } from './payments';
import { event, transaction, type ChainEvent, type Transaction } from './transaction';
import type { Random, World } from './world';

export interface TaskInput {
  world: World;
  rank: LeaderRanking;
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
  agent_id: string;
  wallet: string;
  source_kind: PaymentSource;
  percentage: number;
  reserve: bigint;
}

const CUSTOMERS = 23;

export const customer = (world: World, random: Random) =>
  world.id(`wallet/customer/${random.int(1, CUSTOMERS)}`);

export function createTask(input: TaskInput): Task {
  const { world, name, skill } = input;
  const random = world.random(name);
  const agent_id = agentId(world, skill.agent);
  const byAgent = skill.funded === 'agent';
  const wallet = byAgent ? ownerOf(world, skill.agent) : customer(world, random);
  return {
    input,
    random,
    task_id: world.id(`${name}/task`),
    agent_id,
    wallet,
    source_kind: byAgent ? { variant: 'AgentFunded', agent_id } : { variant: 'UserFunded', user: wallet },
    percentage: random.weighted([0, 2, 5, 10, 15], (share) => 16 - share),
    reserve: 0n,
  };
}

export function reserveFields({ input: { world, name, skill, revision }, task_id, agent_id }: Task) {
  return {
    task_id,
    reserve_id: world.id(`${name}/reserve`),
    agent_id,
    skill_id: skill.skill_id,
    interface_version: revision,
  };
}

export function taskTransaction(
  { input: { world, name }, wallet }: Task,
  at: number,
  step: string,
  contents: ChainEvent[],
  sender = wallet,
): Transaction {
  return transaction(world, at, sender, `${name}/${step}`, contents);
}

/** Created, paid in for a number of occurrences, and its first one scheduled. */
export function opened(
  task: Task,
  budget: bigint,
  { occurrences = 1, at, recurring = false }: { occurrences?: number; at: number; recurring?: boolean },
): ChainEvent[] {
  const { task_id, agent_id, wallet, input } = task;
  const controller =
    input.skill.funded === 'agent' ? { variant: 'Agent', agent_id } : { variant: 'Address', address: wallet };
  return [
    event('TaskCreated', { task_id, controller, agent_id, skill_id: input.skill.skill_id }),
    refilled(task, budget * BigInt(occurrences), budget),
    scheduled(task, 0, at, recurring),
  ];
}

export function refilled(task: Task, amount: bigint, budget: bigint): ChainEvent {
  task.reserve += amount;
  return event('TaskPaymentReserveRefilled', {
    ...reserveFields(task),
    source_kind: task.source_kind,
    refill_amount: amount,
    occurrence_budget_mist: budget,
    remaining_funds: task.reserve,
  });
}

/** Paid back and closed. */
export function closed(task: Task): ChainEvent[] {
  const refunded_amount = task.reserve;
  task.reserve = 0n;
  return [
    event('TaskPaymentReserveCanceled', {
      ...reserveFields(task),
      source_kind: task.source_kind,
      refunded_amount,
      remaining_funds: 0n,
    }),
    event('TaskClosed', { task_id: task.task_id }),
  ];
}

export function scheduled(task: Task, occurrence_id: number, at: number, recurring: boolean): ChainEvent {
  return event('OccurrenceScheduled', {
    task_id: task.task_id,
    occurrence_id,
    start_time_ms: at,
    deadline_ms: at + 1_800_000,
    priority_fee_percentage: task.percentage,
    source: recurring ? { variant: 'Recurring', iteration: occurrence_id } : { variant: 'Standalone' },
  });
}

export function advertised(task: Task, occurrence_id: number, at: number): ChainEvent {
  return event('OccurrenceAdvertised', {
    task_id: task.task_id,
    occurrence_id,
    effective_start_time_ms: at,
    deadline_ms: at + 1_800_000,
    priority_fee_percentage: task.percentage,
  });
}
