import { FlowGraphPanel } from '@/components/graph/flow-graph-panel';
import type { GraphMarks } from '@/components/graph/graph-view';
import type { DagStructure } from '@/lib/contract/dags';
import type { Change } from '@/lib/dag/change';
import type { RunDifference, VertexDifference } from '@/lib/dag/replay/compare';

const WORDS = { added: 'only the other', removed: 'only this one', changed: 'differs' } as const;

function changeOf({ sides: [one, other], differs }: VertexDifference): Change {
  if (!differs) return 'same';
  if (one.visits === 0) return 'added';
  return other.visits === 0 ? 'removed' : 'changed';
}

function marksOf({ vertices, only: [mine, theirs] }: RunDifference): GraphMarks {
  return {
    vertices: new Map(vertices.map((vertex) => [vertex.vertex, changeOf(vertex)])),
    edges: new Map([
      ...mine.map(({ key }) => [key, 'removed'] as const),
      ...theirs.map(({ key }) => [key, 'added'] as const),
    ]),
    words: WORDS,
  };
}

interface PathDifferenceProps {
  difference: RunDifference;
  structure: DagStructure | null;
}

/** Where two runs of one DAG parted, on its graph; nothing where both went the same way. */
export function PathDifference({ difference, structure }: PathDifferenceProps) {
  const { vertices, only } = difference;
  const parted = vertices.some(({ differs }) => differs) || only.some((edges) => edges.length > 0);
  if (!parted || structure === null) return null;
  return (
    <div className="mb-3">
      <FlowGraphPanel
        structure={structure}
        title="Where they part"
        note="on a vertex stands which of the two went there"
        subject="Two executions of one DAG"
        marks={marksOf(difference)}
      />
    </div>
  );
}
