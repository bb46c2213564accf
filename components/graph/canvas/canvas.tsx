'use client';
import 'reactflow/dist/style.css';
import { ReactFlow, ReactFlowProvider, useReactFlow, type Viewport } from 'reactflow';
import { lazy, type MouseEvent, Suspense, useCallback, useMemo, useState } from 'react';
import type { Finding } from '@/lib/dag/contract-check/finding';
import { firstVertex } from '@/lib/dag/keyboard-navigation';
import type { RunState } from '@/lib/dag/run-state';
import { edgeText, graphText } from '@/lib/dag/wording';
import { CanvasTools, ExportMenu } from './tools';
import { edgeTypes } from './edge-line';
import { OverviewLayer } from './overview-layer';
import { useVisibleElements } from './use-visible-elements';
import type { FlowEdge, VertexNode as VertexNodeType } from './flow-elements';
import { type GraphMarks, GraphContext } from '@/components/graph/graph-context';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';
import { MiniMap } from './mini-map';
import { useFit } from './use-fit';
import { useKeepInView, useKeyboardFocus } from './use-keyboard';
import { VertexNode } from './vertex-node';
import { leastZoom, ZOOM } from './viewport';

/**
 * The drawing. Loaded on its own, in the browser only: it is the heaviest part of the console. `width` and `height`: of its frame, known before, so that
 * the graph is never seen in another place first.
 */
export function Canvas(props: FlowProps) {
  return (
    <div className="relative h-full w-full">
      <ReactFlowProvider>
        <Flow {...props} />
      </ReactFlowProvider>
    </div>
  );
}

/** Most graphs do not grow while they are looked at. */
const NewVertices = lazy(async () => ({ default: (await import('./new-vertices')).NewVertices }));

const nodeTypes = { vertex: VertexNode };
/** From here on a map helps to know where one is. */
const MAP_FROM = 30;

export interface FlowProps {
  drawn: DrawnGraph;
  /** Too large to have every vertex mounted: seen from afar it is one picture. */
  reduced: boolean;
  selected: string | null;
  edge: string | null;
  group: string | null;
  run: RunState | null;
  /** What the contract check found, by vertex. */
  findings: ReadonlyMap<string, readonly Finding[]>;
  marks: GraphMarks | null;
  /** What an exported picture says under it. */
  caption: readonly string[];
  /** Where a link says that one should look first; null shows the whole. */
  position: Viewport | null;
  /** The reader has moved to `position`; null: shows the whole again. */
  onPosition: (position: Viewport | null) => void;
  onSelect: (name: string | null) => void;
  /** Shows what went along an edge; null where there is no run. */
  onEdge: ((key: string | null) => void) | null;
  width: number;
  height: number;
}

export function Flow(props: FlowProps) {
  const {
    drawn,
    reduced,
    selected,
    edge,
    group,
    run,
    findings,
    marks,
    caption,
    position,
    onPosition,
    onSelect,
    onEdge,
    width,
    height,
  } = props;
  const { graph, layout } = drawn;
  const flow = useReactFlow<VertexNodeType, FlowEdge>();
  const { first, fit } = useFit(layout, position, { width, height });
  const showWhole = () => {
    fit();
    onPosition(null);
  };
  const entry = useMemo(() => firstVertex(graph, layout), [graph, layout]);
  const [began] = useState(layout);
  const { current, walking, onWalk, onCurrent, onGo } = useKeyboardFocus(drawn, selected ?? entry, reduced);
  const { nodes, edges, far } = useVisibleElements(drawn, reduced, [selected, walking ? current : null]);
  const [pointed, setPointed] = useState<string | null>(null);
  const [restored] = useState(position !== null);
  useKeepInView(drawn, selected, restored, reduced);

  const view = useMemo(
    () => ({ selected, edge, current, group, run, walking, findings, marks, onCurrent, onWalk }),
    [selected, edge, current, group, run, walking, findings, marks, onCurrent, onWalk],
  );
  const choose = useCallback(
    (name: string | null) => onSelect(name === selected ? null : name),
    [onSelect, selected],
  );
  /** The vertex under the pointer, where none is mounted. */
  const under = ({ clientX, clientY }: MouseEvent): string | null => {
    if (!far) return null;
    const { x, y } = flow.screenToFlowPosition({ x: clientX, y: clientY });
    for (const [name, box] of layout.vertices)
      if (x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height) return name;
    return null;
  };

  return (
    <GraphContext value={view}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodeClick={(_event, node) => choose(node.id)}
        onEdgeClick={onEdge ? (_event, { id }) => onEdge(id === edge ? null : id) : undefined}
        onPaneClick={(event) => choose(under(event))}
        onPaneMouseMove={far ? (event) => setPointed(under(event)) : undefined}
        onEdgeMouseEnter={(_event, edge) => setPointed(edge.data ? edgeText(edge.data.edge) : null)}
        onEdgeMouseLeave={() => setPointed(null)}
        onMoveEnd={(event, viewport) => event !== null && onPosition(viewport)}
        defaultViewport={first}
        minZoom={leastZoom(layout, width, height)}
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
        data-overview={far || undefined}
        // Cards are made as wide as their texts are by the font itself, not as rounded to the pixels of a screen.
        className="bg-surface [text-rendering:geometricPrecision] [background-image:radial-gradient(var(--line)_0.8px,transparent_0.9px)] [background-size:18px_18px]"
      >
        {reduced && <OverviewLayer drawn={drawn} run={run} selected={selected} visible={far} />}
        {layout !== began && (
          <Suspense>
            <NewVertices
              began={began}
              layout={layout}
              onShown={(vertex, view) => {
                onGo(vertex);
                onPosition(view);
              }}
            />
          </Suspense>
        )}
        <CanvasTools onFit={showWhole} onMoved={onPosition}>
          <ExportMenu drawn={drawn} caption={caption} run={run} marks={marks} />
        </CanvasTools>
        {layout.vertices.size >= MAP_FROM && <MiniMap layout={layout} run={run} onMoved={onPosition} />}
      </ReactFlow>
      <p
        aria-hidden
        className="pointer-events-none absolute bottom-2 left-2 max-w-[70%] truncate rounded-sm bg-surface-3 px-2 py-0.5 mono text-2 empty:hidden"
      >
        {pointed}
      </p>
    </GraphContext>
  );
}
