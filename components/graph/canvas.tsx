'use client';
import 'reactflow/dist/style.css';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import {
  getViewportForBounds,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
  type Viewport,
} from 'reactflow';
import { drawnBox, type Layout } from '@/lib/dag/layout';
import { firstVertex, neighbour, type Direction } from '@/lib/dag/neighbours';
import type { RunState } from '@/lib/dag/run-state';
import { edgeText, graphText } from '@/lib/dag/wording';
import { CanvasTools } from './canvas-tools';
import { edgeTypes } from './edges/edge-kinds';
import { flowEdges, flowNodes, type FlowEdge, type VertexNode as VertexNodeType } from './flow-elements';
import { GraphViewContext } from './graph-view';
import type { DrawnGraph } from './layout/use-layout';
import { stateColour } from './run-colours';
import { VertexNode } from './vertices/vertex-node';

const nodeTypes = { vertex: VertexNode };
const ZOOM = { least: 0.05, fitted: 1, most: 2 };
/** Room around the whole graph, in pixels of the screen: the tools stand in it. */
const ROOM = { x: 44, y: 20 };
/** From here on a map helps to know where one is. */
const MAP_FROM = 30;
/** Smaller graphs are drawn whole: moving them is then smoother than mounting what comes into view. */
const VIRTUAL_FROM = 60;

interface CanvasProps {
  drawn: DrawnGraph;
  selected: string | null;
  group: string | null;
  run: RunState | null;
  onSelect: (name: string | null) => void;
}

/** True when the whole box lies in the part of the drawing that is in sight. */
function inSight(
  box: { x: number; y: number; width: number; height: number },
  state: { transform: [number, number, number]; width: number; height: number },
) {
  const [left, top, zoom] = state.transform;
  const x = box.x * zoom + left;
  const y = box.y * zoom + top;
  return x >= 0 && y >= 0 && x + box.width * zoom <= state.width && y + box.height * zoom <= state.height;
}

/** The view that shows everything, ways of edges included, and enlarges nothing. */
function wholeView(layout: Layout, width: number, height: number): Viewport {
  const { least, fitted } = ZOOM;
  const padding = { x: `${ROOM.x}px`, y: `${ROOM.y}px` } as const;
  return getViewportForBounds(drawnBox(layout), width, height, least, fitted, padding);
}

/** Of a graph that would be nameless blocks in a narrow frame, the first view shows the beginning instead, large enough to read. */
const NARROW = { frame: 640, vertices: 60, zoom: 0.36 };

function firstView(layout: Layout, width: number, height: number): Viewport {
  const whole = wholeView(layout, width, height);
  const { frame, vertices, zoom } = NARROW;
  if (width >= frame || whole.zoom >= zoom || layout.vertices.size > vertices) return whole;
  const box = drawnBox(layout);
  const spare = (height - box.height * zoom) / 2;
  return { zoom, x: ROOM.y - box.x * zoom, y: Math.max(ROOM.y, spare) - box.y * zoom };
}

interface FlowProps extends CanvasProps {
  width: number;
  height: number;
}

function Flow({ drawn, selected, group, run, onSelect, width, height }: FlowProps) {
  const { graph, layout } = drawn;
  const flow = useReactFlow<VertexNodeType, FlowEdge>();
  const store = useStoreApi();
  // Only the first: a graph that grows must not move the view.
  const [first] = useState(() => firstView(layout, width, height));
  const nodes = useMemo(() => flowNodes(graph, layout), [graph, layout]);
  const edges = useMemo(() => flowEdges(graph, layout), [graph, layout]);
  const [at, setAt] = useState<{ name: string; walking: boolean } | null>(null);
  const [pointed, setPointed] = useState<FlowEdge | null>(null);
  const entry = useMemo(() => firstVertex(graph, layout), [graph, layout]);
  const current =
    [at?.name, selected, entry].find((name) => typeof name === 'string' && layout.vertices.has(name)) ?? null;

  const onWalk = useCallback(
    (from: string, direction: Direction) => {
      const next = neighbour(graph, layout, from, direction);
      const box = next === null ? undefined : layout.vertices.get(next);
      if (next === null || !box) return;
      setAt({ name: next, walking: true });
      if (!inSight(box, store.getState()))
        void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, {
          zoom: flow.getZoom(),
          duration: 120,
        });
    },
    [graph, layout, flow, store],
  );
  const onCurrent = useCallback(
    (name: string) => setAt((before) => ({ name, walking: before?.name === name && before.walking })),
    [],
  );
  const view = useMemo(
    () => ({ selected, current, group, run, walking: at?.walking ?? false, onCurrent, onWalk }),
    [selected, current, group, run, at?.walking, onCurrent, onWalk],
  );
  const onVertex = useCallback(
    (_event: MouseEvent, node: VertexNodeType) => onSelect(node.id === selected ? null : node.id),
    [onSelect, selected],
  );

  // Whoever chooses a vertex sees it: also when the inspector that opens takes the room it stood in.
  const room = useStore((state) => state.width);
  const chosen = selected === null ? undefined : layout.vertices.get(selected);
  useEffect(() => {
    if (!chosen || room === 0 || inSight(chosen, store.getState())) return;
    const { x, y, width: wide, height: high } = chosen;
    void flow.setCenter(x + wide / 2, y + high / 2, { zoom: flow.getZoom(), duration: 160 });
  }, [chosen, room, flow, store]);

  const fit = () => {
    const state = store.getState();
    void flow.setViewport(wholeView(layout, state.width, state.height), { duration: 160 });
  };

  return (
    <GraphViewContext value={view}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodeClick={onVertex}
        onPaneClick={() => onSelect(null)}
        onEdgeMouseEnter={(_event, edge) => setPointed(edge)}
        onEdgeMouseLeave={() => setPointed(null)}
        onlyRenderVisibleElements={nodes.length >= VIRTUAL_FROM}
        defaultViewport={first}
        minZoom={ZOOM.least}
        maxZoom={ZOOM.most}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        zoomActivationKeyCode={['Meta', 'Control']}
        preventScrolling={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        proOptions={{ hideAttribution: true }}
        aria-label={`Flow graph: ${graphText(graph)}`}
        data-testid="flow-graph"
        className="bg-surface [background-image:radial-gradient(var(--line)_0.8px,transparent_0.9px)] [background-size:18px_18px]"
      >
        <CanvasTools onFit={fit} />
        {nodes.length >= MAP_FROM && (
          <MiniMap
            pannable
            zoomable
            ariaLabel="Map of the graph"
            position="bottom-right"
            bgColor="var(--surface-2)"
            maskColor="color-mix(in srgb, var(--bg) 60%, transparent)"
            nodeColor={(node) =>
              run ? stateColour[run.vertices.get(node.id)?.state ?? 'not_reached'] : 'var(--idle)'
            }
          />
        )}
      </ReactFlow>
      <p
        aria-hidden
        className="pointer-events-none absolute bottom-2 left-2 max-w-[70%] truncate rounded-sm bg-surface-3 px-2 py-0.5 mono text-2 empty:hidden"
      >
        {pointed?.data && edgeText(pointed.data.edge)}
      </p>
    </GraphViewContext>
  );
}

/** The drawing. Loaded on its own, in the browser only: it is the heaviest part of the console. */
export function Canvas(props: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  // Measured before the first paint, so that the graph is never seen in another place first.
  useLayoutEffect(() => {
    const box = frame.current;
    if (box) setSize({ width: box.clientWidth, height: box.clientHeight });
  }, []);
  return (
    <div ref={frame} className="h-full w-full">
      {size && (
        <ReactFlowProvider>
          <Flow {...props} {...size} />
        </ReactFlowProvider>
      )}
    </div>
  );
}
