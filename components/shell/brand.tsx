/** The mark: one vertex, two successors. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2 text-md font-semibold tracking-tight">
      <svg
        width="20"
        height="20"
        viewBox="0 0 20 20"
        fill="none"
        strokeWidth="1.8"
        aria-hidden
        className="stroke-accent"
      >
        <circle cx="4.5" cy="10" r="2.2" />
        <circle cx="15.5" cy="4.5" r="2.2" />
        <circle cx="15.5" cy="15.5" r="2.2" />
        <path d="M6.5 9l7-3.5M6.5 11l7 3.5" />
      </svg>
      Dagscope
    </span>
  );
}
