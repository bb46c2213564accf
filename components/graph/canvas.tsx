'use client';
import 'reactflow/dist/style.css';
import { useCallback, useMemo, useState, type MouseEvent } from 'react';
import { MiniMap, ReactFlow, ReactFlowProvider, useReactFlow, useStoreApi } from 'reactflow';
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
const FIT = { padding: 0.06, maxZoom: 1, minZoom: 0.05 };
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

function Flow({ drawn, selected, group, run, onSelect }: CanvasProps) {
  const { graph, layout } = drawn;
  const flow = useReactFlow<VertexNodeType, FlowEdge>();
  const store = useStoreApi();
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
        fitView
        fitViewOptions={FIT}
        minZoom={0.05}
        maxZoom={2}
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
        <CanvasTools fit={FIT} />
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
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}
