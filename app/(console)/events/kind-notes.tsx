import type { CurrentKinds } from '@/lib/client/event-filter';

interface KindNotesProps {
  kinds: CurrentKinds;
  className: string;
  /** Announced by screen readers when it appears. */
  announced?: boolean;
}

/** Which kinds of an old link or filter were renamed or removed; nothing when none were. */
export function KindNotes({ kinds: current, className, announced = false }: KindNotesProps) {
  const { renamed, removed, unknown, kinds } = current;
  if (renamed.length + removed.length + unknown.length === 0) return null;
  return (
    <div role={announced ? 'status' : undefined} className={`flex flex-col gap-0.5 text-warn ${className}`}>
      {renamed.map(({ from, to }) => (
        <p key={from}>
          <span className="mono">{from}</span> is now called <span className="mono">{to}</span>.
        </p>
      ))}
      {removed.map(({ kind, reason }) => (
        <p key={kind}>
          <s className="mono">{kind}</s> no longer exists: {reason}.
        </p>
      ))}
      {unknown.map((name) => (
        <p key={name}>
          <span className="mono">{name.slice(0, 80)}</span> is not a known event kind and was ignored.
        </p>
      ))}
      {kinds === '' && <p>None of these kinds exists any more. Showing all kinds.</p>}
    </div>
  );
}
