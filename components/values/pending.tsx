/** A value that is being read: not known yet, which is not the same as unknown. */
export function Pending() {
  return (
    <span className="text-3">
      <span aria-hidden>…</span>
      <span className="sr-only">being read</span>
    </span>
  );
}
