// The layout of a graph, for tests.
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { type Layout, placementRequest, readPlacement } from '@/lib/dag/layout';
import { place } from '@/lib/dag/placement/place';
import type { Heading } from '@/lib/dag/placement/request';

export function laidOut(graph: FlowGraph, wrap = true, heading: Heading = 'right'): Layout {
  const request = placementRequest(graph, { wrap, heading });
  return readPlacement(graph, heading, place(request));
}
