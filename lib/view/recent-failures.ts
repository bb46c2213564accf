// The failed and aborted executions since a time, from a page of executions. Invariant: `complete` only if no other can be older than the page.
import type { Execution } from '@/lib/contract/executions';
import type { PageToken } from '@/lib/contract/record';

export interface RecentFailures {
  rows: Execution[];
  /** False when executions that were not read may belong to them. */
  complete: boolean;
}

const FAILED = new Set(['failed', 'aborted']);

/** When it started, in ms since 1970; on chain if known, else when it was indexed. */
export function startOf({ onchain_created_at, created_at }: Execution): number {
  return Date.parse(onchain_created_at ?? created_at);
}

/** Also where an index names its states otherwise. */
export function hasFailed({ status, was_aborted, has_any_walk_failed }: Execution): boolean {
  return FAILED.has(status) || was_aborted === true || has_any_walk_failed === true;
}

/** `since`: in ms since 1970. */
export function recentFailures(
  { items, metadata }: { items: readonly Execution[]; metadata: { next_token: PageToken | null } },
  since: number,
): RecentFailures {
  const starts = items.map(startOf);
  const isNewestFirst = starts.every((start, at) => start <= (starts[at - 1] ?? Infinity));
  const reachesBack = isNewestFirst && (starts.at(-1) ?? since) < since;
  return {
    rows: items.filter((row) => hasFailed(row) && startOf(row) >= since),
    complete: metadata.next_token === null || reachesBack,
  };
}
