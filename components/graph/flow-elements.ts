// From a laid out graph to what React Flow draws. Sizes and places are given in full, so nothing is measured and nothing flickers.
import { Position, type Edge, type Node } from 'reactflow';
import type { FlowGraph, GraphEdge, GraphVertex } from '@/lib/dag/flow-graph';
import type { Box, Layout, Point } from '@/lib/dag/layout';
import { edgeText, isEdgeKind } from '@/lib/dag/wording';

export type VertexNode = Node<{ vertex: GraphVertex }, 'vertex'>;
export type FlowEdge = Edge<{ edge: GraphEdge; points: Point[]; label: Box | null }>;

export function flowNodes({ vertices }: FlowGraph, layout: Layout): VertexNode[] {
  return vertices.flatMap((vertex) => {
    const box = layout.vertices.get(vertex.name);
    if (!box) return [];
    const { width, height } = box;
    return [
      {
        id: vertex.name,
        type: 'vertex' as const,
        position: { x: box.x, y: box.y },
        width,
        height,
        measured: { width, height },
        // React Flow wants a handle at either end of an edge; ours follow the layout's way from port to port instead.
        handles: [
          { type: 'target' as const, position: Position.Left, x: 0, y: height / 2, width: 1, height: 1 },
          { type: 'source' as const, position: Position.Right, x: width, y: height / 2, width: 1, height: 1 },
        ],
        data: { vertex },
      },
    ];
  });
}

export function flowEdges({ edges }: FlowGraph, layout: Layout): FlowEdge[] {
  return edges.flatMap((edge) => {
    const way = layout.edges.get(edge.key);
    if (!way) return [];
    return [
      {
        id: edge.key,
        type: isEdgeKind(edge.kind) ? edge.kind : 'normal',
        source: edge.from.vertex,
        target: edge.to.vertex,
        ariaLabel: edgeText(edge),
        domAttributes: { 'data-edge': edge.key, 'data-edge-kind': edge.kind } as FlowEdge['domAttributes'],
        data: { edge, ...way },
      },
    ];
  });
}
