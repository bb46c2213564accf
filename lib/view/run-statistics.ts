// Figures that follow from a group of executions (GET /stats/executions).
import type { ExecutionGroup } from '@/lib/contract/stats';
import type { Span } from './periods';
import { percentOf, percentShares } from './percent';

export type Outcomes = Pick<ExecutionGroup, 'succeeded' | 'failed' | 'aborted'>;

export const finished = ({ succeeded, failed, aborted }: Outcomes) => succeeded + failed + aborted;

/** Percent of the finished executions that succeeded; null when none has finished. */
export function successRate(group: Outcomes): string | null {
  return percentOf(group.succeeded, finished(group));
}

type KnownCost = Pick<ExecutionGroup, 'priced' | 'gas_mist' | 'tool_cost_mist' | 'priority_fee_mist'>;

/** Gas, tool cost and priority fee together in MIST, of the executions whose cost is known; null when there are none. */
export function totalCost(group: KnownCost): bigint | null {
  return group.priced === 0 ? null : group.gas_mist + group.tool_cost_mist + group.priority_fee_mist;
}

/** Mean gas, tool cost and priority fee together, rounded to a MIST, of the executions whose cost is known; null when there are none. */
export function meanCost(group: KnownCost): bigint | null {
  const total = totalCost(group);
  return total === null ? null : (2n * total + BigInt(group.priced)) / BigInt(2 * group.priced);
}

/** Percent of the known cost that was gas, tool cost and priority fee, which add up; null when nothing was paid. */
export function costShares(
  group: Pick<ExecutionGroup, 'gas_mist' | 'tool_cost_mist' | 'priority_fee_mist'>,
): Record<'gas' | 'tools' | 'priority', string> | null {
  const shares = percentShares([group.gas_mist, group.tool_cost_mist, group.priority_fee_mist]);
  if (shares === null) return null;
  const [gas = '', tools = '', priority = ''] = shares;
  return { gas, tools, priority };
}

/** `minutes`: five of them. */
const BUCKET_MS = { minutes: 300_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Counts of each bucket from one time to another, of buckets without a group too; `start` in ms since 1970, UTC. `groups`: of this bucket or one that it consists of. */
export function countsByBucket<Group extends { bucket_start: string | null }>(
  groups: readonly Group[],
  bucket: keyof typeof BUCKET_MS,
  { from, to }: Span,
  countsOf: (group: Group) => readonly number[],
): { start: number; counts: readonly number[] }[] {
  const step = BUCKET_MS[bucket];
  const countsByStart = new Map<number, readonly number[]>();
  for (const group of groups) {
    if (group.bucket_start === null) continue;
    const start = Math.floor(Date.parse(group.bucket_start) / step) * step;
    const earlier = countsByStart.get(start);
    countsByStart.set(
      start,
      countsOf(group).map((count, series) => count + (earlier?.[series] ?? 0)),
    );
  }
  const buckets: { start: number; counts: readonly number[] }[] = [];
  for (let start = Math.floor(from / step) * step; start < to; start += step)
    buckets.push({ start, counts: countsByStart.get(start) ?? [] });
  return buckets;
}

/** Executions of a group: succeeded, failed, aborted, not finished. */
export const outcomesOf = (group: Outcomes & { count: number }) => [
  group.succeeded,
  group.failed,
  group.aborted,
  group.count - finished(group),
];
