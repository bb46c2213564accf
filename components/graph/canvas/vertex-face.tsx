import { stateColour, stateText, VertexKindIcon } from '@/components/graph/appearance';
import { heatColour, type VertexHeat } from '@/components/graph/heat';
import { classNames } from '@/components/ui/class-names';
import type { GraphVertex } from '@/lib/dag/flow-graph';
import type { Heading } from '@/lib/dag/placement/request';
import { isQuiet, type VertexRun, vertexRunLabel } from '@/lib/dag/run-state';
import { card } from '@/lib/dag/vertex-size';
import { vertexKindWord } from '@/lib/dag/wording';
import { useNameSize } from './viewport';

interface VertexCardProps {
  vertex: GraphVertex;
  run: VertexRun | null;
  heat: VertexHeat | null;
  heading: Heading;
}

/** A vertex in full detail: name, state, kind and tool. */
export function VertexCard({ vertex, run, heat, heading }: VertexCardProps) {
  const style = heading === 'down' ? { top: card.line, height: card.head } : { top: 0, paddingTop: 6 };
  return (
    <div className="pointer-events-none absolute inset-x-0 px-3" style={style}>
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate font-sans text-xs leading-5 font-semibold text-text">
          {vertex.name}
        </span>
        {run && !isQuiet(run.state) && (
          <span className={classNames('shrink-0', stateText[run.state])}>{vertexRunLabel(run)}</span>
        )}
        {!run && heat && <span className="shrink-0 text-2">{heat.label}</span>}
      </div>
      <div className="flex items-center gap-1.5 text-3">
        <VertexKindIcon vertex={vertex} />
        <span className="truncate">{vertex.tool_fqn ?? vertexKindWord(vertex)}</span>
      </div>
    </div>
  );
}

const LINE = 1.15;

/** A vertex zoomed out: its name, and its state or duration where there is room; farther out, a block in their colour. */
export function VertexBrief({
  vertex,
  run,
  heat,
  level,
  height,
}: {
  vertex: GraphVertex;
  run: VertexRun | null;
  heat: VertexHeat | null;
  level: 'brief' | 'block';
  height: number;
}) {
  const size = useNameSize();
  if (level === 'block') {
    const plain = heat === null ? 'var(--color-idle)' : heatColour(heat, 'block');
    const colour = run ? stateColour[run.state] : plain;
    return (
      <span aria-hidden className="absolute inset-0 rounded-md opacity-60" style={{ background: colour }} />
    );
  }
  const lines = Math.max(1, Math.floor(height / (size * LINE)));
  const label = run && !isQuiet(run.state) ? vertexRunLabel(run) : heat?.label;
  const hasLabel = label !== undefined && lines > 1;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center overflow-hidden px-2 text-center"
      style={{ fontSize: size, lineHeight: LINE }}
    >
      <span
        className="line-clamp-1 max-w-full font-sans font-semibold wrap-anywhere text-text"
        style={{ WebkitLineClamp: hasLabel ? lines - 1 : lines }}
      >
        {vertex.name}
      </span>
      {hasLabel && <span className={run ? stateText[run.state] : 'text-2'}>{label}</span>}
    </span>
  );
}
