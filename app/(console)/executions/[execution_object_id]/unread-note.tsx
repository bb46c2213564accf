import { Button } from '@/components/ui/button';
import type { ExecutionParts, Part } from './execution-parts';

/** Parts of the replay that could not be read at all: without a word their absence would look like a run without failures or money. */
export function UnreadNote({ parts }: { parts: ExecutionParts }) {
  if (parts.source === 'file') return null;
  const { failures, ledger, payments, history } = parts;
  const named: [string, Part<unknown>][] = [
    ['submission failures', failures],
    ['the payment ledger', ledger],
    ['the payment', payments],
    ['the event history', history],
  ];
  const failed = named.filter(([, { data, error }]) => data === undefined && error !== null);
  if (failed.length === 0) return null;
  return (
    <div
      role="alert"
      data-testid="unread"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-1.5 text-2"
    >
      <span className="min-w-0">
        <b className="font-semibold text-warn">Not all of this run could be read.</b> Missing from the replay:{' '}
        {failed.map(([name, { error }]) => `${name} (${error?.message ?? 'no answer'})`).join(', ')}.
      </span>
      <Button size="small" className="ml-auto" onClick={() => failed.forEach(([, part]) => part.refetch())}>
        Try again
      </Button>
    </div>
  );
}
