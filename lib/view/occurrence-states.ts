// What a task's occurrences say together: how they ended, and which starts next. Pure.
import type { Occurrence } from '@/lib/contract/tasks';
import { statusWords } from './status';

/** How many are in each state: `9 settled, 1 missed`. A run that was settled without success counts by itself: `1 failed`. */
export function statesTold(occurrences: readonly Occurrence[]): string {
  const counts = new Map<string, number>();
  for (const { state, reason } of occurrences) {
    const word = statusWords(state === 'settled' && reason !== null ? reason : state);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

/** Of those that wait, the one with the earliest start; undefined where none waits. */
export function nextOccurrence(
  occurrences: readonly Occurrence[],
): (Occurrence & { start_at: string }) | undefined {
  return occurrences
    .flatMap((one) =>
      one.state === 'scheduled' && one.start_at !== null ? [{ ...one, start_at: one.start_at }] : [],
    )
    .sort((a, b) => Date.parse(a.start_at) - Date.parse(b.start_at))[0];
}
