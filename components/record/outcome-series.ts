// Executions by outcome, as the series of a chart.
import { outcomesOf } from '@/lib/view/run-statistics';

/** Failures at the bottom, so that they are comparable across columns. `place`: in `outcomesOf`. */
export const OUTCOMES = [
  { name: 'failed', place: 1, status: 'failed', fill: 'bg-fail' },
  { name: 'aborted', place: 2, status: 'aborted', fill: 'bg-warn' },
  { name: 'not finished', place: 3, status: 'running,pending_settlement', fill: 'bg-run' },
  // Success is quiet.
  { name: 'succeeded', place: 0, status: 'succeeded', fill: 'bg-line-strong' },
] as const;

/** One count for each series. */
export function outcomeCounts(group: Parameters<typeof outcomesOf>[0]): number[] {
  const counts = outcomesOf(group);
  return OUTCOMES.map(({ place }) => counts[place] ?? 0);
}
