import type { GraphVertex } from '@/lib/dag/flow-graph';
import { isQuiet, vertexRunLabel, type VertexRun } from '@/lib/dag/run-state';
import type { Heading } from '@/lib/dag/placement/question';
import { card } from '@/lib/dag/vertex-size';
import { vertexKindWord } from '@/lib/dag/wording';
import { classNames } from '@/components/ui/class-names';
import { stateText } from '@/components/graph/run-colours';
import { KindMark } from './kind-mark';

interface VertexCardProps {
  vertex: GraphVertex;
  run: VertexRun | null;
  heading: Heading;
}

/** The inside of a vertex in full detail: name, state of the run, where it runs, tool. Its ports are drawn around it. */
export function VertexCard({ vertex, run, heading }: VertexCardProps) {
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
      </div>
      <div className="flex items-center gap-1.5 text-3">
        <KindMark vertex={vertex} />
        <span className="truncate">{vertex.tool_fqn ?? vertexKindWord(vertex)}</span>
      </div>
    </div>
  );
}
