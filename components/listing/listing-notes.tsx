import type { Noun } from '@/components/data-table/table-view';
import { Button } from '@/components/ui/button';
import type { DroppedFilter } from '@/lib/client/filters';
import type { ListingState } from '@/lib/client/use-listing';
import { ReadingBar } from './reading-bar';

interface ListingNotesProps {
  dropped: readonly DroppedFilter[];
  renamed: readonly { from: string; to: string }[];
  /** Names of columns that the table has no more. */
  columns?: readonly string[];
}

/** What of the link was not used, or was used under another name. */
export function ListingNotes({ dropped, renamed, columns = [] }: ListingNotesProps) {
  if (dropped.length === 0 && renamed.length === 0 && columns.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-2.5 flex flex-col gap-0.5 rounded-md border border-warn/50 px-3 py-1.5 text-warn"
    >
      {dropped.map(({ key, value, reason }) => (
        <p key={key}>
          The filter <span className="mono">{key}</span> of this link is not used:{' '}
          {JSON.stringify(value.slice(0, 80))} {reason}.
        </p>
      ))}
      {renamed.map(({ from, to }) => (
        <p key={from}>
          This link names <span className="mono">{from}</span>, which the index ignores; it is asked for{' '}
          <span className="mono">{to}</span> instead.
        </p>
      ))}
      {columns.length > 0 && (
        <p>
          This link names columns that the table does not have:{' '}
          <span className="mono">{columns.map((name) => name.slice(0, 40)).join(', ')}</span>.
        </p>
      )}
    </div>
  );
}

interface WholeNoteProps {
  noun: Noun;
  state: Pick<ListingState<unknown>, 'whole' | 'total' | 'loading' | 'fetching'>;
  unknown: string | null;
  /** The key of the query that reads them. */
  reading: readonly unknown[];
  /** Back to pages. */
  onPages: () => void;
}

/** Over a listing that was read to its end: what was looked through, and what was left out here and not by the index. */
export function WholeNote({ noun, state, unknown, reading, onPages }: WholeNoteProps) {
  const { whole, total, loading, fetching } = state;
  const looked = whole?.looked.toLocaleString('en-GB') ?? '0';
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-2 text-2">
      <span role="status">
        {loading
          ? `Reading all ${noun.many}…`
          : unknown === null
            ? `All ${looked} ${noun.many} that match were read; sorting sorts all of them.`
            : `The index cannot be asked where ${unknown} is unknown: ${looked} ${noun.many} were read, and it is unknown for ${total ?? 0}.`}
        {!loading && whole?.complete === false && ' Reading stopped before the end: there are more.'}
      </span>
      {/* Outside the status: its figures change with every answer. */}
      {fetching && <ReadingBar label={`Reading all ${noun.many}`} of={reading} />}
      <Button size="small" onClick={onPages}>
        Page by page
      </Button>
    </div>
  );
}
