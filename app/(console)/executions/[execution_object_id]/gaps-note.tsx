import type { PreparedRun } from './use-replay';

interface GapsNoteProps {
  run: PreparedRun;
  /** Which run it is, in words. */
  of: string;
}

/** Says what is not known of a run's past; nothing where the record is whole. */
export function GapsNote({ run, of }: GapsNoteProps) {
  const { reasons } = run.replay.gaps;
  if (reasons.length === 0) return null;
  return (
    <div
      role="note"
      data-testid="gaps"
      className="mb-3 rounded-md border border-line bg-surface px-3 py-2 text-2"
    >
      <b className="font-semibold text-warn">The record of {of} has gaps.</b> What was not seen is called
      unknown, not pending: {reasons.join('; ')}.
    </div>
  );
}
