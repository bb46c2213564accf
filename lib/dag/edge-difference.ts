// The edges of two structures as one difference. Invariant: an edge is rewired when the input it led to is now fed from elsewhere, or what it came from now
// leads elsewhere: it is told once, not as two; edges are counted, so that one that stands twice and then once is told as removed.
import type { DagEdge, DagStructure } from '@/lib/contract/dags';
import type { Change, DifferenceRow } from './change';
import { edgeKey, inputKey, outputKey } from './keys';
import { edgeKindWord, edgeSource, edgeTarget } from './wording';

const fullKey = (edge: DagEdge) => `${edgeKey(edge)} ${edge.kind}`;
const ways = (edge: DagEdge) => `${edgeSource(edge)} -> ${edgeTarget(edge)}`;

/** Of the edges that are on one side only, how often each occurs beyond the other side. */
function beyond(edges: readonly DagEdge[], others: readonly DagEdge[]): DagEdge[] {
  const counts = new Map<string, number>();
  for (const edge of others) counts.set(fullKey(edge), (counts.get(fullKey(edge)) ?? 0) + 1);
  return edges.filter((edge) => {
    const left = counts.get(fullKey(edge)) ?? 0;
    if (left > 0) counts.set(fullKey(edge), left - 1);
    return left === 0;
  });
}

function take(from: Set<DagEdge>, fits: (edge: DagEdge) => boolean): DagEdge | null {
  for (const edge of from)
    if (fits(edge)) {
      from.delete(edge);
      return edge;
    }
  return null;
}

/** The rows that tell it, the edges of both sides, and one mark for each of these, in their order. */
export function edgeRows(left: DagStructure, right: DagStructure) {
  const gone = new Set(beyond(left.edges, right.edges));
  const come = beyond(right.edges, left.edges);
  const marks = new Map<DagEdge, Change>();
  const rows: DifferenceRow[] = [];
  const target = ({ to }: DagEdge) => inputKey(to.vertex, to.port);
  const source = ({ from }: DagEdge) => outputKey(from.vertex, from.variant, from.port);
  const tell = (change: DifferenceRow['change'], edge: DagEdge, text: string) => {
    marks.set(edge, change);
    rows.push({ change, what: 'edge', vertex: edge.to.vertex, text });
  };
  for (const edge of come) {
    const sameEnds = take(gone, (other) => edgeKey(other) === edgeKey(edge));
    if (sameEnds) {
      tell('changed', edge, `${ways(edge)}: ${edgeKindWord(sameEnds.kind)} -> ${edgeKindWord(edge.kind)}`);
      continue;
    }
    const fed = take(gone, (other) => target(other) === target(edge));
    const before = fed ?? take(gone, (other) => source(other) === source(edge));
    if (!before) {
      tell('added', edge, `${ways(edge)}, ${edgeKindWord(edge.kind)}`);
      continue;
    }
    const text = fed
      ? `${edgeTarget(edge)} was fed by ${edgeSource(before)}, now by ${edgeSource(edge)}`
      : `${edgeSource(edge)} led to ${edgeTarget(before)}, now to ${edgeTarget(edge)}`;
    tell('rewired', edge, text);
    marks.set(before, 'removed');
  }
  for (const edge of gone) tell('removed', edge, `${ways(edge)}, ${edgeKindWord(edge.kind)}`);
  // Of an edge whose kind alone changed only the new one is drawn.
  const former = left.edges.filter((edge) => marks.get(edge) === 'removed');
  const edges = [...right.edges, ...former];
  return { rows, edges, marks: edges.map((edge) => marks.get(edge) ?? 'same') };
}
