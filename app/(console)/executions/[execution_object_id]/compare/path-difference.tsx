import { FlowGraphPanel } from '@/components/graph/flow-graph-panel';
import type { GraphMarks } from '@/components/graph/graph-context';
import type { DagStructure } from '@/lib/contract/dags';
import type { Change } from '@/lib/dag/structure-diff';
import type { RunDifference, VertexDifference } from '@/lib/dag/replay/compare-runs';

const WORDS = { added: 'only the other', removed: 'only this one', changed: 'differs' } as const;

function changeOf({ sides: [one, other], differs }: VertexDifference): Change {
  if (!differs) return 'same';
  if (one.visits === 0) return 'added';
  return other.visits === 0 ? 'removed' : 'changed';
}

interface PathDifferenceProps {
  difference: RunDifference;
  structure: DagStructure | null;
}

/** Where two runs of one DAG diverged, on its graph; nothing where both took the same path. */
export function PathDifference({ difference, structure }: PathDifferenceProps) {
  const { vertices, only } = difference;
  const diverged = vertices.some(({ differs }) => differs) || only.some((edges) => edges.length > 0);
  if (!diverged || structure === null) return null;
  const [mine, theirs] = only;
  const marks: GraphMarks = {
    vertices: new Map(vertices.map((vertex) => [vertex.vertex, changeOf(vertex)])),
    edges: new Map([
      ...mine.map(({ key }) => [key, 'removed'] as const),
      ...theirs.map(({ key }) => [key, 'added'] as const),
    ]),
    words: WORDS,
  };
  return (
    <div className="mb-3">
      <FlowGraphPanel
        structure={structure}
        title="Differences"
        note="Each vertex shows which run reached it"
        subject="Two executions of one DAG"
        marks={marks}
      />
    </div>
  );
}
