'use client';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { placementRequest, readPlacement } from '@/lib/dag/layout';
import type { Heading } from '@/lib/dag/placement/request';
import { staticImage } from '@/lib/dag/static-image';
import { graphText } from '@/lib/dag/wording';
import { GraphSkeleton } from './graph-skeleton';
import { cachedPlacement } from './placement-cache';

interface StaticImageProps {
  graph: FlowGraph;
  sealed: boolean;
  heading: Heading;
}

/** The image as markup; empty in a browser, which keeps the server's markup and never places on its main thread. */
function markup({ graph, sealed, heading }: StaticImageProps): string {
  if (typeof window !== 'undefined') return '';
  try {
    const request = placementRequest(graph, { wrap: sealed, heading });
    const layout = readPlacement(graph, heading, cachedPlacement(request));
    const { box, inside } = staticImage(graph, layout);
    const view = `${box.x} ${box.y} ${Math.max(1, box.width)} ${Math.max(1, box.height)}`;
    return `<svg viewBox="${view}" width="100%" height="100%" preserveAspectRatio="xMidYMid meet" aria-hidden="true" style="max-width:${Math.ceil(box.width)}px;max-height:${Math.ceil(box.height)}px">${inside}</svg>`;
  } catch {
    return '';
  }
}

/** Shown until the drawing is ready: the server's image of the graph, otherwise a skeleton. */
export function StaticImage(props: StaticImageProps) {
  const html = markup(props);
  return (
    <div className="relative h-full w-full" data-testid="static-image">
      <div className="absolute inset-0">
        <GraphSkeleton words="Computing layout…" />
      </div>
      <div
        role="img"
        aria-label={`Flow graph: ${graphText(props.graph)}`}
        className="static-picture absolute inset-0 flex items-center justify-center px-11 py-5 not-empty:bg-surface max-md:hidden"
        // React keeps the server's markup.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  );
}
