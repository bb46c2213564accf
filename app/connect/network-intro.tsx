const VERTICES = [12, 152, 292];

/** What the network is, for those who see it for the first time. */
export function NetworkIntro() {
  return (
    <figure className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border border-line bg-surface px-4 py-3">
      <svg
        viewBox="0 0 376 84"
        role="img"
        aria-label="A leader moves a walk along the edges from vertex to vertex"
        className="w-[376px] max-w-full fill-text-2 text-xs"
      >
        {VERTICES.map((x, place) => (
          <g key={x}>
            {place > 0 && (
              <path d={`M${x - 68} 58H${x - 4}m-6-5 6 5-6 5`} className="fill-none stroke-text-3" />
            )}
            <rect x={x} y="42" width="72" height="32" rx="6" className="fill-surface-2 stroke-line-strong" />
            <text x={x + 36} y="62" textAnchor="middle">
              vertex
            </text>
          </g>
        ))}
        <path d="M248 22v28" strokeDasharray="3 3" className="fill-none stroke-fam-leader" />
        <text x="248" y="14" textAnchor="middle" className="fill-fam-leader">
          leader
        </text>
        <circle cx="248" cy="58" r="6" className="fill-accent" />
        <text x="248" y="80" textAnchor="middle" className="fill-accent">
          walk
        </text>
      </svg>
      <figcaption className="min-w-60 flex-1 text-2">
        Agents run their skills as graphs of vertices, each of which calls a tool. Leaders take turns to move
        each walk from vertex to vertex and record every result on chain, for a fee.
      </figcaption>
    </figure>
  );
}
