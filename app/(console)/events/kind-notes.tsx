import type { MendedKinds } from '@/lib/client/old-kinds';

/** What became of the kinds of an old link. */
export function KindNotes({ mended }: { mended: MendedKinds }) {
  const { renamed, removed, unknown, kinds } = mended;
  if (renamed.length + removed.length + unknown.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-2.5 flex flex-col gap-0.5 rounded-md border border-warn/50 px-3 py-1.5 text-warn"
    >
      {renamed.map(({ from, to }) => (
        <p key={from}>
          <span className="mono">{from}</span> is called <span className="mono">{to}</span> now; this page
          asks for the new name.
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
      {kinds === '' && <p>None of the kinds of this link is left: every kind is shown.</p>}
    </div>
  );
}
