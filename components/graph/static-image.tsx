'use client';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { placementRequest, readPlacement } from '@/lib/dag/layout';
import { place } from '@/lib/dag/placement/place';
import {
  type Heading,
  type PlacementResult,
  type PlacementRequest,
  requestHash,
} from '@/lib/dag/placement/request';
import { staticImage } from '@/lib/dag/static-image';
import { graphText } from '@/lib/dag/wording';
import { GraphSkeleton } from './graph-skeleton';

/** Placements that a server has made, the latest last: the same DAG is opened again and again. */
const placed = new Map<string, PlacementResult>();
const KEPT = 200;

function placement(request: PlacementRequest): PlacementResult {
  const key = requestHash(request);
  const known = placed.get(key) ?? place(request);
  placed.delete(key);
  placed.set(key, known);
  for (const oldest of placed.keys()) if (placed.size > KEPT) placed.delete(oldest);
  return known;
}

interface StaticImageProps {
  graph: FlowGraph;
  sealed: boolean;
  heading: Heading;
}

/** The picture as markup; empty in a browser, which takes over what came with the page and never places anything on its main thread. */
function markup({ graph, sealed, heading }: StaticImageProps): string {
  if (typeof window !== 'undefined') return '';
  try {
    const request = placementRequest(graph, { wrap: sealed, heading });
    const layout = readPlacement(graph, request, placement(request));
    const { box, inside } = staticImage(graph, layout);
    const view = `${box.x} ${box.y} ${Math.max(1, box.width)} ${Math.max(1, box.height)}`;
    return `<svg viewBox="${view}" width="100%" height="100%" preserveAspectRatio="xMidYMid meet" aria-hidden="true" style="max-width:${Math.ceil(box.width)}px;max-height:${Math.ceil(box.height)}px">${inside}</svg>`;
  } catch {
    return '';
  }
}

/** What stands in the drawing's place until it is there: in a page from the server a picture of the graph, else an empty frame. */
export function StaticImage(props: StaticImageProps) {
  const html = markup(props);
  return (
    <div className="relative h-full w-full" data-testid="static-image">
      <div className="absolute inset-0">
        <GraphSkeleton words="Placing the vertices…" />
      </div>
      <div
        role="img"
        aria-label={`Flow graph: ${graphText(props.graph)}`}
        className="static-picture absolute inset-0 flex items-center justify-center px-11 py-5 not-empty:bg-surface max-md:hidden"
        // What the server drew is not drawn again here: React leaves the markup of a page as it came.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  );
}
