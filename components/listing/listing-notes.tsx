import type { DroppedFilter } from '@/lib/client/filter-url';
import { Mono } from '@/components/ui/mono';

interface ListingNotesProps {
  dropped: readonly DroppedFilter[];
  renamed: readonly { from: string; to: string }[];
  columns?: readonly string[];
}

/** Parts of the link that were ignored or renamed. */
export function ListingNotes({ dropped, renamed, columns = [] }: ListingNotesProps) {
  if (dropped.length === 0 && renamed.length === 0 && columns.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-2.5 flex flex-col gap-0.5 rounded-md border border-warn/50 px-3 py-1.5 text-warn"
    >
      {dropped.map(({ key, value, reason }) => (
        <p key={key}>
          Ignored filter <Mono>{key}</Mono>: {JSON.stringify(value.slice(0, 80))} {reason}.
        </p>
      ))}
      {renamed.map(({ from, to }) => (
        <p key={from}>
          The filter <Mono>{from}</Mono> is now called <Mono>{to}</Mono>.
        </p>
      ))}
      {columns.length > 0 && (
        <p>
          Ignored unknown columns: <Mono>{columns.map((name) => name.slice(0, 40)).join(', ')}</Mono>.
        </p>
      )}
    </div>
  );
}

interface IgnoredFiltersNoteProps {
  /** Labels of the filters that the index ignored. */
  ignored: readonly string[];
  /** Labels of those that could not be verified. */
  unchecked?: readonly string[];
}

/** Above rows that are not, or perhaps not, filtered as the chips say; nothing when they are. */
export function IgnoredFiltersNote({ ignored, unchecked = [] }: IgnoredFiltersNoteProps) {
  if (ignored.length + unchecked.length === 0) return null;
  return (
    <div role="note" className="mb-2.5 rounded-md border border-warn/50 px-3 py-1.5 text-warn">
      {ignored.length > 0 && (
        <p>
          Ignored by this index: {ignored.join(', ')}. Rows are not filtered by{' '}
          {ignored.length === 1 ? 'it' : 'them'}, and the number of matches is unknown.
        </p>
      )}
      {unchecked.length > 0 && (
        <p>
          Couldn&apos;t check whether this index applies {unchecked.join(', ')}. The number of matches is
          unknown.
        </p>
      )}
    </div>
  );
}
