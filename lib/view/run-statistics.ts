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

const BUCKET_MS = { hour: 3_600_000, day: 86_400_000 } as const;

export interface BucketOutcomes {
  /** In ms since 1970, UTC. */
  start: number;
  /** Succeeded, failed, aborted, not finished. */
  counts: readonly [number, number, number, number];
}

/** Outcomes of each bucket from one time to another, of buckets without executions too. `groups`: by bucket and status. */
export function outcomesByBucket(
  groups: readonly ExecutionGroup[],
  bucket: keyof typeof BUCKET_MS,
  from: number,
  to: number,
): BucketOutcomes[] {
  const counted = new Map<number, [number, number, number, number]>();
  for (const { bucket_start, count, succeeded, failed, aborted } of groups) {
    if (bucket_start === null) continue;
    const start = Date.parse(bucket_start);
    const before = counted.get(start) ?? [0, 0, 0, 0];
    counted.set(start, [
      before[0] + succeeded,
      before[1] + failed,
      before[2] + aborted,
      before[3] + count - succeeded - failed - aborted,
    ]);
  }
  const buckets: BucketOutcomes[] = [];
  const step = BUCKET_MS[bucket];
  for (let start = Math.floor(from / step) * step; start <= to; start += step)
    buckets.push({ start, counts: counted.get(start) ?? [0, 0, 0, 0] });
  return buckets;
}
