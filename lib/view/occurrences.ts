// Occurrences still to run, from scheduler events. Invariant: an occurrence waits from scheduling until it is dispatched,
// missed or withdrawn, or its task ends; an advertisement only updates its start.
import type { EventRecord } from '@/lib/contract/events';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import { occurrenceSource } from '@/lib/contract/event-kinds/payload-fields';
import { chainTime } from './time';
import type { Occurrence } from '@/lib/contract/tasks';
import { counted } from './amount';
import { statusWords } from './status';

export const DUE_KINDS = [
  'OccurrenceScheduledEvent',
  'OccurrenceAdvertisedEvent',
  'OccurrenceDispatchedEvent',
  'OccurrenceMissedEvent',
  'OccurrenceWithdrawnEvent',
  'TaskCanceledEvent',
  'TaskClosedEvent',
  'TaskRejectedEvent',
] as const;

const STARTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    OccurrenceScheduledEvent: 'start_time_ms',
    OccurrenceAdvertisedEvent: 'effective_start_time_ms',
  }),
);

export interface DueOccurrence {
  task_id: string;
  occurrence_id: bigint;
  /** RFC 3339. */
  start_at: string;
  deadline_at: string | null;
}

/** Waiting occurrences, earliest first. `events`: newest first, of DUE_KINDS. */
export function dueOccurrences(events: readonly EventRecord[]): DueOccurrence[] {
  const waiting = new Map<string, DueOccurrence>();
  for (const { kind, payload: raw } of [...events].reverse()) {
    const payload = decodePayload(kind, raw);
    const task_id = payload?.['task_id'];
    if (payload === undefined || typeof task_id !== 'string') continue;
    const occurrence_id = payload['occurrence_id'];
    if (typeof occurrence_id !== 'bigint') {
      for (const [key, occurrence] of waiting) if (occurrence.task_id === task_id) waiting.delete(key);
      continue;
    }
    const key = `${task_id} ${occurrence_id}`;
    const start_at = chainTime(payload[STARTS.get(kind) ?? '']);
    if (start_at === null) waiting.delete(key);
    else
      waiting.set(key, { task_id, occurrence_id, start_at, deadline_at: chainTime(payload['deadline_ms']) });
  }
  return [...waiting.values()].sort((a, b) => (a.start_at < b.start_at ? -1 : 1));
}

/** `succeeded`, `failed`, `missed`, …: what the state of an occurrence means. */
export function resultOf({ state, reason }: Occurrence): string {
  if (state === 'dispatched') return 'running';
  if (state !== 'settled') return state;
  return reason ?? 'succeeded';
}

/** Of the last ten of these that are past scheduled, newest last. `occurrences`: newest first. */
export function lastResults(occurrences: readonly Occurrence[]): string[] {
  const past = occurrences.filter(({ state }) => state !== 'scheduled');
  return past.slice(0, 10).map(resultOf).reverse();
}

/** Where an occurrence came from: `recurring, run 5`, `single`; null where that is not known. */
export function sourceWords(source: unknown): string | null {
  const { data } = occurrenceSource.safeParse(source);
  if (data === undefined) return null;
  return data.variant === 'Recurring' ? `recurring, run ${data.iteration + 1n}` : 'single';
}

/** How many of each: `9 succeeded, 1 missed`. */
function countsOf(results: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const result of results) {
    const word = statusWords(result);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

/** Occurrences per result. */
export const stateCounts = (occurrences: readonly Occurrence[]) => countsOf(occurrences.map(resultOf));

/** How many are still to start. A withdrawn occurrence keeps its start. */
export const upcomingOf = (occurrences: readonly Occurrence[], now: number) =>
  occurrences.filter(
    ({ state, start_at }) => state === 'scheduled' && start_at !== null && Date.parse(start_at) > now,
  ).length;

const RESULT_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    succeeded: 'succeeded',
    failed: 'failed',
    aborted: 'was aborted',
    missed: 'was missed',
    withdrawn: 'was withdrawn',
    running: 'is running',
  }),
);
const FINISHED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'aborted']);

/** How the last occurrences went: `1 of the last 8 finished occurrences failed, 2 missed`. */
export function resultsInWords(results: readonly string[]): string {
  const [only] = results;
  if (only === undefined) return 'No occurrence has run yet';
  if (results.length === 1)
    return `Its only occurrence ${RESULT_WORDS.get(only) ?? `has the result ${only}`}`;
  const finished = results.filter((result) => FINISHED.has(result));
  const notRun = countsOf(results.filter((result) => !FINISHED.has(result) && result !== 'running'));
  if (finished.length === 0)
    return `None of the last ${results.length} occurrences has finished${notRun && `: ${notRun}`}`;
  const failed = finished.filter((result) => result !== 'succeeded').length;
  const [last = ''] = finished;
  const of =
    finished.length === 1
      ? `The only finished one of the last ${results.length} occurrences ${RESULT_WORDS.get(last) ?? last}`
      : `${failed === 0 ? 'None' : failed} of the last ${counted(finished.length, 'finished occurrence')} failed`;
  return `${of}${notRun && `, ${notRun}`}`;
}

/** The scheduled occurrence with the earliest start. */
export function nextOccurrence(
  occurrences: readonly Occurrence[],
): (Occurrence & { start_at: string }) | undefined {
  return occurrences
    .flatMap((occurrence) =>
      occurrence.state === 'scheduled' && occurrence.start_at !== null
        ? [{ ...occurrence, start_at: occurrence.start_at }]
        : [],
    )
    .sort((a, b) => Date.parse(a.start_at) - Date.parse(b.start_at))[0];
}
