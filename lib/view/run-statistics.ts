// Figures that follow from a group of executions (GET /stats/executions).
import type { ExecutionGroup } from '@/lib/contract/stats';
import { percentOf, percentShares } from './percent';

type Outcomes = Pick<ExecutionGroup, 'succeeded' | 'failed' | 'aborted'>;

const finished = ({ succeeded, failed, aborted }: Outcomes) => succeeded + failed + aborted;

/** Percent of the finished executions that failed or were aborted; null when none has finished. */
export function failureRate(group: Outcomes): string | null {
  return percentOf(group.failed + group.aborted, finished(group));
}

/** Percent of the finished executions that succeeded; null when none has finished. */
export function successRate(group: Outcomes): string | null {
  return percentOf(group.succeeded, finished(group));
}

type KnownCost = Pick<ExecutionGroup, 'priced' | 'gas_mist' | 'tool_cost_mist' | 'priority_fee_mist'>;

/** Gas, tool cost and priority fee together in MIST, of the executions whose cost is known; null when there are none. */
export function totalCost(group: KnownCost): bigint | null {
  return group.priced === 0 ? null : group.gas_mist + group.tool_cost_mist + group.priority_fee_mist;
}

/** Mean gas, tool cost and priority fee together in MIST, of the executions whose cost is known; null when there are none. */
export function meanCost(group: KnownCost): bigint | null {
  const total = totalCost(group);
  return total === null ? null : total / BigInt(group.priced);
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

export interface BucketOutcomes {
  /** In ms since 1970, UTC. */
  start: number;
  /** Succeeded, failed, aborted, not finished. */
  counts: readonly [number, number, number, number];
}

/**
 * Outcomes of each bucket from one time to another, of buckets without executions too. `groups`: by status and by this
 * bucket or one that it consists of.
 */
export function outcomesByBucket(
  groups: readonly ExecutionGroup[],
  bucket: keyof typeof BUCKET_MS,
  from: number,
  to: number,
): BucketOutcomes[] {
  const step = BUCKET_MS[bucket];
  const counted = new Map<number, [number, number, number, number]>();
  for (const { bucket_start, count, succeeded, failed, aborted } of groups) {
    if (bucket_start === null) continue;
    const start = Math.floor(Date.parse(bucket_start) / step) * step;
    const before = counted.get(start) ?? [0, 0, 0, 0];
    counted.set(start, [
      before[0] + succeeded,
      before[1] + failed,
      before[2] + aborted,
      before[3] + count - succeeded - failed - aborted,
    ]);
  }
  const buckets: BucketOutcomes[] = [];
  for (let start = Math.floor(from / step) * step; start <= to; start += step)
    buckets.push({ start, counts: counted.get(start) ?? [0, 0, 0, 0] });
  return buckets;
}

export interface Busiest {
  /** In ms since 1970, UTC; `end` is not part of it. */
  start: number;
  end: number;
  count: number;
}

/** The bucket with the most, the latest of several; null without any. `groups`: each of one bucket. */
export function busiest(
  groups: readonly { bucket_start: string | null; count: number }[],
  bucket: keyof typeof BUCKET_MS,
): Busiest | null {
  const counts = new Map<number, number>();
  for (const { bucket_start, count } of groups) {
    if (bucket_start === null) continue;
    const start = Date.parse(bucket_start);
    counts.set(start, (counts.get(start) ?? 0) + count);
  }
  let found: Busiest | null = null;
  for (const [start, count] of counts)
    if (found === null || count > found.count || (count === found.count && start > found.start))
      found = { start, end: start + BUCKET_MS[bucket], count };
  return found;
}
