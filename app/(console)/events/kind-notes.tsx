import type { MendedKinds } from '@/lib/client/old-kinds';

interface KindNotesProps {
  mended: MendedKinds;
  className: string;
  /** Told to a screen reader when it appears. */
  announced?: boolean;
}

/** What became of the kinds of an old link or filter: nothing where nothing did. */
export function KindNotes({ mended, className, announced = false }: KindNotesProps) {
  const { renamed, removed, unknown, kinds } = mended;
  if (renamed.length + removed.length + unknown.length === 0) return null;
  return (
    <div role={announced ? 'status' : undefined} className={`flex flex-col gap-0.5 text-warn ${className}`}>
      {renamed.map(({ from, to }) => (
        <p key={from}>
          <span className="mono">{from}</span> is called <span className="mono">{to}</span> now and is asked
          for by that name.
        </p>
      ))}
      {removed.map(({ kind, reason }) => (
        <p key={kind}>
          <s className="mono">{kind}</s> is no longer there: {reason}.
        </p>
      ))}
      {unknown.map((name) => (
        <p key={name}>
          <span className="mono">{name.slice(0, 80)}</span> is no kind of event that this console knows; it is
          left out.
        </p>
      ))}
      {kinds === '' && <p>None of its kinds is left: every kind is shown.</p>}
    </div>
  );
}
