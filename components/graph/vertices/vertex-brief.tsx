import type { GraphVertex } from '@/lib/dag/flow-graph';
import { isQuiet, vertexRunLabel, type VertexRun } from '@/lib/dag/run-state';
import { columns } from '@/lib/dag/vertex-size';
import { stateColour, stateText } from '@/components/graph/run-colours';

const LARGEST = 26;
const SMALLEST = 13;

/** A vertex seen from afar: its name as large as the card allows, its state; from farther still, a block in the state's colour. */
export function VertexBrief({
  vertex,
  run,
  level,
  width,
}: {
  vertex: GraphVertex;
  run: VertexRun | null;
  level: 'brief' | 'block';
  /** Of the card. */
  width: number;
}) {
  if (level === 'block') {
    const colour = run ? stateColour[run.state] : 'var(--idle)';
    return (
      <span aria-hidden className="absolute inset-0 rounded-md opacity-60" style={{ background: colour }} />
    );
  }
  const size = Math.max(SMALLEST, Math.min(LARGEST, (width - 24) / (columns(vertex.name) * 0.6)));
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center overflow-hidden px-3 text-center"
    >
      <span
        className="max-w-full truncate font-sans font-semibold text-text"
        style={{ fontSize: size, lineHeight: 1.2 }}
      >
        {vertex.name}
      </span>
      {run && !isQuiet(run.state) && (
        <span className={stateText[run.state]} style={{ fontSize: size * 0.7, lineHeight: 1.3 }}>
          {vertexRunLabel(run)}
        </span>
      )}
    </span>
  );
}
