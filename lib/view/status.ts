// The tone of each documented state; unknown states are shown as they are, in the neutral tone.

export type StatusTone = 'ok' | 'run' | 'warn' | 'fail' | 'idle';

const TONES: ReadonlyMap<string, StatusTone> = new Map(
  Object.entries<StatusTone>({
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
    dispatched: 'run',
    settled: 'ok',
    missed: 'fail',
    // tools and DAGs
    registered: 'ok',
    unregistered: 'idle',
    building: 'warn',
  }),
);

/** Words of a state: `pending_settlement` -> `pending settlement`. */
export function statusWords(state: string): string {
  return state.replaceAll('_', ' ');
}

const WALK_TONES: ReadonlyMap<string, StatusTone> = new Map(
  Object.entries<StatusTone>({
    active: 'run',
    pending_settlement: 'run',
    successful: 'ok',
    failed: 'fail',
    consumed: 'ok',
    pending_abort: 'warn',
    aborted: 'warn',
    cancelled: 'idle',
  }),
);

/** `of: 'walk'` because an active walk runs, while an active leader or task is simply well. */
export function statusTone(state: string, of: 'record' | 'walk' = 'record'): StatusTone {
  const tones = of === 'walk' ? WALK_TONES : TONES;
  return tones.get(state) ?? 'idle';
}
