// Which records of a run are failures, what each one ends, and which of them caused the run to fail.
// Used by the index (figures of a run) and by the console (replay), so both name the same vertex.

/** What a failure ended: the run, its own walk, or nothing because the walk continued. */
export type Ends = 'run' | 'walk' | null;

/** The reserved variant of a failed evaluation; the walk may continue. */
export const FAILED_VARIANT = '_err_eval';

const FAILING: ReadonlySet<string> = new Set([
  'TerminalErrEvalRecorded',
  'WalkFailed',
  'WalkAborted',
  'WalkPendingAbort',
]);

export function isFailure(event: {
  event_type: string;
  variant: string | null;
  has_primary_failure_evidence: boolean | null;
  has_secondary_failure_evidence: boolean | null;
}): boolean {
  return (
    FAILING.has(event.event_type) ||
    event.has_primary_failure_evidence === true ||
    event.has_secondary_failure_evidence === true ||
    event.variant === FAILED_VARIANT
  );
}

/** What an execution event of this type ends. */
export function endedBy(event_type: string): Ends {
  if (event_type === 'WalkPendingAbort' || event_type === 'WalkAborted') return 'run';
  return event_type === 'WalkFailed' ? 'walk' : null;
}

/** The more serious of two. */
export function worse(a: Ends, b: Ends): Ends {
  return a === 'run' || b === 'run' ? 'run' : (a ?? b);
}

/** The failure that aborted the run, otherwise the first that failed a walk; null if all were recovered. */
export function causeOf<Failure extends { ends: Ends }>(failures: readonly Failure[]): Failure | null {
  return failures.find(({ ends }) => ends === 'run') ?? failures.find(({ ends }) => ends === 'walk') ?? null;
}
