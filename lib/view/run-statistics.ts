// Figures that follow from a group of executions (GET /stats/executions).
import type { ExecutionGroup } from '@/lib/contract/stats';

/** Percent of the finished executions that failed or were aborted, to a tenth: `12.5`; null when none has finished. */
export function failureRate(group: Pick<ExecutionGroup, 'succeeded' | 'failed' | 'aborted'>): string | null {
  const bad = group.failed + group.aborted;
  const finished = group.succeeded + bad;
  return finished === 0 ? null : (Math.round((bad * 1000) / finished) / 10).toString();
}

/** Percent of the finished executions that succeeded, rounded down to a tenth; null when none has finished. */
export function successRate(group: Pick<ExecutionGroup, 'succeeded' | 'failed' | 'aborted'>): string | null {
  const finished = group.succeeded + group.failed + group.aborted;
  return finished === 0 ? null : (Math.floor((group.succeeded * 1000) / finished) / 10).toString();
}

/** Mean gas, tool cost and priority fee together in MIST, of the executions whose cost is known; null when there are none. */
export function meanCost(
  group: Pick<ExecutionGroup, 'priced' | 'gas_mist' | 'tool_cost_mist' | 'priority_fee_mist'>,
): bigint | null {
  if (group.priced === 0) return null;
  const { gas_mist, tool_cost_mist, priority_fee_mist } = group;
  return (gas_mist + tool_cost_mist + priority_fee_mist) / BigInt(group.priced);
}
