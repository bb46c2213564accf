import type { DroppedFilter } from '@/lib/client/filters';

interface ListingNotesProps {
  dropped: readonly DroppedFilter[];
  renamed: readonly { from: string; to: string }[];
}

/** What of the link was not used, or was used under another name. */
export function ListingNotes({ dropped, renamed }: ListingNotesProps) {
  if (dropped.length === 0 && renamed.length === 0) return null;
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
    </div>
  );
}
