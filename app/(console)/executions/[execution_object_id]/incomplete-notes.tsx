import { Button } from '@/components/ui/button';
import { useRun } from './run-context';
import type { Part } from './use-execution';
import type { PreparedRun } from './prepare-run';

/** Says what is missing from a run's record; nothing where it is complete. */
export function GapsNote({ run, name }: { run: PreparedRun; name: string }) {
  const { reasons } = run.replay.gaps;
  if (reasons.length === 0) return null;
  return (
    <div
      role="note"
      data-testid="gaps"
      className="mb-3 rounded-md border border-line bg-surface px-3 py-2 text-2"
    >
      <b className="font-semibold text-warn">The record of {name} is incomplete.</b> Vertices without events
      are shown as unknown: {reasons.join('; ')}.
    </div>
  );
}

/** Parts of the replay that failed to load: without this note a run would look free of failures or costs. */
export function UnreadNote() {
  const { failures, ledger, payments, history } = useRun().parts;
  const parts: [string, Part<unknown>][] = [
    ['submission failures', failures],
    ['the payment ledger', ledger],
    ['the payment', payments],
    ['the event history', history],
  ];
  const failed = parts.filter(([, { data, error }]) => data === undefined && error !== null);
  if (failed.length === 0) return null;
  return (
    <div
      role="alert"
      data-testid="unread"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-1.5 text-2"
    >
      <span className="min-w-0">
        <b className="font-semibold text-warn">Parts of this run could not be loaded.</b> Missing from the
        replay: {failed.map(([name, { error }]) => `${name} (${error?.message ?? 'no answer'})`).join(', ')}.
      </span>
      <Button size="small" className="ml-auto" onClick={() => failed.forEach(([, part]) => part.refetch())}>
        Retry
      </Button>
    </div>
  );
}
