// The tone of each state in the contract, and its word. An unlisted state is shown unchanged, in the neutral tone.
// Invariant: a state has one word for all objects; the glossary defines it under that word.

export type StatusTone = 'ok' | 'run' | 'warn' | 'fail' | 'idle';

/** The tone, with the word where it differs from the state's name. */
export const STATES: ReadonlyMap<string, StatusTone | readonly [StatusTone, word: string]> = new Map(
  Object.entries<StatusTone | readonly [StatusTone, string]>({
    // leaders
    active: 'ok',
    suspended: 'warn',
    slashed: 'fail',
    // executions
    running: 'run',
    pending_settlement: 'run',
    succeeded: 'ok',
    failed: 'fail',
    aborted: 'warn',
    // walks
    successful: ['ok', 'succeeded'],
    consumed: 'ok',
    pending_abort: 'warn',
    // payments
    pending: 'run',
    // Settled; the run it paid for may have failed.
    accomplished: 'idle',
    refunded: 'warn',
    // tasks
    paused: 'warn',
    cancelled: 'idle',
    rejected: 'fail',
    finalized: 'ok',
    // occurrences
    scheduled: 'idle',
    dispatched: 'run',
    settled: 'ok',
    missed: 'fail',
    withdrawn: 'idle',
    // tools and DAGs
    registered: 'ok',
    unregistered: 'idle',
    building: ['warn', 'being built'],
  }),
);

/** Words of a state: `pending_settlement` -> `pending settlement`. */
export function statusWords(state: string): string {
  const entry = STATES.get(state);
  return typeof entry === 'object' ? entry[1] : state.replaceAll('_', ' ');
}

/** `of: 'walk'` because an active walk runs, while an active leader or task is simply well. */
export function statusTone(state: string, of: 'record' | 'walk' = 'record'): StatusTone {
  if (of === 'walk' && state === 'active') return 'run';
  const entry = STATES.get(state) ?? 'idle';
  return typeof entry === 'object' ? entry[0] : entry;
}
