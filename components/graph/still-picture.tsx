'use client';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { placementQuestion, readPlacement } from '@/lib/dag/layout';
import { place } from '@/lib/dag/placement/place';
import type { Heading, PlacementAnswer, PlacementQuestion } from '@/lib/dag/placement/question';
import { questionHash } from '@/lib/dag/placement/question-hash';
import { stillPicture } from '@/lib/dag/still';
import { graphText } from '@/lib/dag/wording';
import { GraphSkeleton } from './graph-skeleton';

/** Placements that a server has made, the latest last: the same DAG is opened again and again. */
const placed = new Map<string, PlacementAnswer>();
const KEPT = 200;

function placement(question: PlacementQuestion): PlacementAnswer {
  const key = questionHash(question);
  const known = placed.get(key) ?? place(question);
  placed.delete(key);
  placed.set(key, known);
  for (const oldest of placed.keys()) if (placed.size > KEPT) placed.delete(oldest);
  return known;
}

interface StillPictureProps {
  graph: FlowGraph;
  sealed: boolean;
  heading: Heading;
}

/** The picture as markup; empty in a browser, which takes over what came with the page and never places anything on its main thread. */
function markup({ graph, sealed, heading }: StillPictureProps): string {
  if (typeof window !== 'undefined') return '';
  try {
    const question = placementQuestion(graph, { wrap: sealed, heading });
    const layout = readPlacement(graph, question, placement(question));
    const { box, inside } = stillPicture(graph, layout);
    const view = `${box.x} ${box.y} ${Math.max(1, box.width)} ${Math.max(1, box.height)}`;
    return `<svg viewBox="${view}" width="100%" height="100%" preserveAspectRatio="xMidYMid meet" aria-hidden="true" style="max-width:${Math.ceil(box.width)}px;max-height:${Math.ceil(box.height)}px">${inside}</svg>`;
  } catch {
    return '';
  }
}

/** What stands in the drawing's place until it is there: in a page from the server a picture of the graph, else an empty frame. */
export function StillPicture(props: StillPictureProps) {
  const html = markup(props);
  return (
    <div className="relative h-full w-full" data-testid="graph-still">
      <div className="absolute inset-0">
        <GraphSkeleton words="Placing the vertices…" />
      </div>
      <div
        role="img"
        aria-label={`Flow graph: ${graphText(props.graph)}`}
        className="still-picture absolute inset-0 flex items-center justify-center px-11 py-5 not-empty:bg-surface max-md:hidden"
        // What the server drew is not drawn again here: React leaves the markup of a page as it came.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  );
}
