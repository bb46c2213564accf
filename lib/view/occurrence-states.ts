// Summaries of a task's occurrences.
import type { Occurrence } from '@/lib/contract/tasks';
import { statusWords } from './status';

/** Occurrences per state: `9 settled, 1 missed`; a run settled without success counts as `1 failed`. */
export function stateCounts(occurrences: readonly Occurrence[]): string {
  const counts = new Map<string, number>();
  for (const { state, reason } of occurrences) {
    const word = statusWords(state === 'settled' && reason !== null ? reason : state);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

/** The scheduled occurrence with the earliest start. */
export function nextOccurrence(
  occurrences: readonly Occurrence[],
): (Occurrence & { start_at: string }) | undefined {
  return occurrences
    .flatMap((one) =>
      one.state === 'scheduled' && one.start_at !== null ? [{ ...one, start_at: one.start_at }] : [],
    )
    .sort((a, b) => Date.parse(a.start_at) - Date.parse(b.start_at))[0];
}
