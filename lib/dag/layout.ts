// Where everything goes: the layout's shape, what ELK is asked, and how its answer is read.
// Invariant: labels of edges are laid out by ELK as obstacles of their own, so a label never covers a vertex; ports sit where vertex-size.ts says.
// ELK sees numbered ids only, so no name can break it. It runs in a worker (components/graph/layout); this file is pure.
import { depths } from './back-edges';
import type { FlowGraph } from './flow-graph';
import { labelSize, vertexSize } from './vertex-size';

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Layout {
  width: number;
  height: number;
  /** By vertex name. */
  vertices: Map<string, Box>;
  /** By edge key: the way from port to port, and the room kept for the label. */
  edges: Map<string, { points: Point[]; label: Box | null }>;
}

interface ElkNode extends Partial<Box> {
  id: string;
  layoutOptions?: Record<string, string>;
  ports?: (Box & { id: string; layoutOptions: Record<string, string> })[];
}

interface ElkEdge {
  id: string;
  sources: string[];
  targets: string[];
  labels?: (Partial<Box> & { text: string; layoutOptions?: Record<string, string> })[];
  sections?: { startPoint: Point; endPoint: Point; bendPoints?: Point[] }[];
}

export interface ElkGraph extends ElkNode {
  children: ElkNode[];
  edges: ElkEdge[];
}

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeNode': '22',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '6',
  'elk.spacing.labelNode': '10',
  'elk.spacing.componentComponent': '48',
  'elk.layered.spacing.nodeNodeBetweenLayers': '46',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  // Vertices are given in topological order of what is left once loops are cut, so exactly our back edges are turned.
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.considerModelOrder.components': 'MODEL_ORDER',
  'elk.layered.crossingMinimization.forceNodeModelOrder': 'false',
};

/**
 * How hard ELK tries, by edges. Straight lines first where one can take the graph in; then the most compact placement that is quick
 * (105 vertices, 181 edges: linear segments are four times as fast as network simplex and smaller); then the cheapest.
 */
function effort(edges: number): Record<string, string> {
  if (edges <= 80)
    return {
      'elk.layered.thoroughness': '10',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
    };
  if (edges <= 600)
    return {
      'elk.layered.thoroughness': '3',
      'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS',
    };
  return {
    'elk.layered.thoroughness': '3',
    'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
    'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  };
}

/** A long chain is broken into rows, like text, once one row of it would be too small to read on a screen. */
const WRAP = { width: 1500, aspect: 3, vertices: 300 };
const WRAPPED = {
  'elk.aspectRatio': '2.2',
  'elk.layered.wrapping.strategy': 'MULTI_EDGE',
  'elk.layered.wrapping.additionalEdgeSpacing': '20',
};

function isLong(children: readonly { depth: number; width: number; height: number }[]): boolean {
  const layers = new Map<number, { width: number; height: number }>();
  for (const { depth, width, height } of children) {
    const layer = layers.get(depth) ?? { width: 0, height: 0 };
    layers.set(depth, { width: Math.max(layer.width, width + 90), height: layer.height + height + 36 });
  }
  const sizes = [...layers.values()];
  const width = sizes.reduce((sum, layer) => sum + layer.width, 0);
  const height = sizes.reduce((most, layer) => Math.max(most, layer.height), 0);
  return children.length <= WRAP.vertices && width > WRAP.width && width > height * WRAP.aspect;
}

/** What ELK is asked for `graph`. `wrap`: long chains may be broken into rows. */
export function elkGraph(graph: FlowGraph, { wrap }: { wrap: boolean }): ElkGraph {
  const depth = depths(
    graph.vertices.map(({ name }) => name),
    graph.edges.filter((edge) => !edge.back),
  );
  const portIds = new Map<string, string>();
  const children = graph.vertices.map((vertex, index) => {
    const { width, height, ports } = vertexSize(vertex);
    return {
      id: `v${index}`,
      width,
      height,
      depth: depth.get(vertex.name) ?? 0,
      layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
      ports: ports.map(({ key, side, x, y }, port) => {
        const id = `v${index}p${port}`;
        portIds.set(`${side} ${key}`, id);
        return { id, x, y, width: 0, height: 0, layoutOptions: { 'elk.port.side': side.toUpperCase() } };
      }),
    };
  });
  // A stable sort: vertices of equal depth keep the structure's order.
  children.sort((a, b) => a.depth - b.depth);
  const inputs = new Map(
    graph.vertices.flatMap((vertex) =>
      vertex.inputs.flatMap((port) => port.edges.map((edge) => [edge.key, port.key])),
    ),
  );
  const outputs = new Map(
    graph.vertices.flatMap((vertex) =>
      vertex.outputs.flatMap((port) => port.edges.map((edge) => [edge.key, port.key])),
    ),
  );
  return {
    id: 'graph',
    layoutOptions: {
      ...OPTIONS,
      ...effort(graph.edges.length),
      ...(wrap && isLong(children) && WRAPPED),
    },
    children: children.map(({ depth: _depth, ...node }) => node),
    edges: graph.edges.map((edge, index) => {
      const label = labelSize(edge.kind);
      return {
        id: `e${index}`,
        sources: [portIds.get(`east ${outputs.get(edge.key)}`) ?? ''],
        targets: [portIds.get(`west ${inputs.get(edge.key)}`) ?? ''],
        ...(label && {
          labels: [
            {
              text: edge.kind,
              ...label,
              layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
            },
          ],
        }),
      };
    }),
  };
}

/** ELK's answer as a layout. Throws when a vertex or edge was not placed: a drawing with holes would be a lie. */
export function readElk(graph: FlowGraph, answer: ElkGraph): Layout {
  const nodes = new Map(answer.children.map((node) => [node.id, node]));
  const edges = new Map(answer.edges.map((edge) => [edge.id, edge]));
  return {
    width: answer.width ?? 0,
    height: answer.height ?? 0,
    vertices: new Map(
      graph.vertices.map(({ name }, index) => {
        const node = nodes.get(`v${index}`);
        if (node?.x === undefined || node.y === undefined) throw new Error(`vertex ${name} was not placed`);
        return [
          name,
          { x: Math.round(node.x), y: Math.round(node.y), width: node.width ?? 0, height: node.height ?? 0 },
        ];
      }),
    ),
    edges: new Map(
      graph.edges.map(({ key }, index) => {
        const edge = edges.get(`e${index}`);
        const points = (edge?.sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }) => [
          startPoint,
          ...(bendPoints ?? []),
          endPoint,
        ]);
        if (points.length < 2) throw new Error(`edge ${key} was not routed`);
        const label = edge?.labels?.[0];
        const placed = label?.x !== undefined && label.y !== undefined;
        return [
          key,
          {
            points: points.map(({ x, y }) => ({ x: Math.round(x * 2) / 2, y: Math.round(y * 2) / 2 })),
            label: placed
              ? { x: label.x ?? 0, y: label.y ?? 0, width: label.width ?? 0, height: label.height ?? 0 }
              : null,
          },
        ];
      }),
    ),
  };
}

/** The box around everything that is drawn: cards, ways of edges, labels. */
export function drawnBox(layout: Layout): Box {
  const boxes = [
    ...layout.vertices.values(),
    ...[...layout.edges.values()].flatMap(({ points, label }) => [
      ...points.map(({ x, y }) => ({ x, y, width: 0, height: 0 })),
      ...(label ? [label] : []),
    ]),
  ];
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y, width, height } of boxes) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + width);
    box.bottom = Math.max(box.bottom, y + height);
  }
  return { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top };
}

/**
 * The layout moved as a whole so that the vertices it shares with `before` stay where they were, as nearly as their new places allow:
 * a build that grows while it is watched must not jump.
 */
export function anchored(layout: Layout, before: Layout | undefined): Layout {
  const moves = [...layout.vertices].flatMap(([name, { x, y }]) => {
    const old = before?.vertices.get(name);
    return old ? [{ x: old.x - x, y: old.y - y }] : [];
  });
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const dx = middle(moves.map(({ x }) => x));
  const dy = middle(moves.map(({ y }) => y));
  if (dx === 0 && dy === 0) return layout;
  const moved = <Place extends Point>(place: Place): Place => ({
    ...place,
    x: place.x + dx,
    y: place.y + dy,
  });
  return {
    ...layout,
    vertices: new Map([...layout.vertices].map(([name, box]) => [name, moved(box)])),
    edges: new Map(
      [...layout.edges].map(([key, { points, label }]) => [
        key,
        { points: points.map(moved), label: label && moved(label) },
      ]),
    ),
  };
}
