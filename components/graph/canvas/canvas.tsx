'use client';
import 'reactflow/dist/style.css';
import { ReactFlow, ReactFlowProvider, useReactFlow, type Viewport } from 'reactflow';
import { type MouseEvent, useCallback, useMemo, useState } from 'react';
import { firstVertex } from '@/lib/dag/keyboard-navigation';
import { graphText } from '@/lib/dag/wording';
import { CanvasTools, ExportMenu } from './tools';
import { EdgeLayer } from './edge-layer';
import { OverviewLayer } from './overview-layer';
import { prefersReducedMotion } from '@/components/ui/use-media';
import { useVisibleElements } from './visible-elements';
import { type DrawingControls, GraphContext } from '@/components/graph/graph-context';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';
import { MiniMap } from './mini-map';
import { NewVertices } from './new-vertices';
import { useCentred, useFit, useKeepInView, useKeyboardFocus } from './use-viewport';
import { VertexNode } from './vertex-node';
import { leastZoom, ZOOM } from './viewport';

/** The drawing, loaded separately in the browser. `width` and `height` of its frame are known in advance to avoid a jump. */
export function Canvas(props: FlowProps) {
  return (
    <div className="relative h-full w-full">
      <ReactFlowProvider>
        <Flow {...props} />
      </ReactFlowProvider>
    </div>
  );
}

const nodeTypes = { vertex: VertexNode };
/** Graphs from this size have a mini map. */
const MAP_FROM = 30;

export interface FlowProps extends DrawingControls {
  drawn: DrawnGraph;
  /** Too large to mount every vertex: zoomed out it is an overview canvas. */
  reduced: boolean;
  caption: readonly string[];
  width: number;
  height: number;
}

export function Flow(props: FlowProps) {
  const { drawn, reduced, overlay, caption, position, onPosition, onSelect, onEdge, width, height } = props;
  const { selected, edge, group, run, failed, findings, marks, heat } = overlay;
  const { graph, layout } = drawn;
  const flow = useReactFlow();
  const { first, fit } = useFit(layout, position, { width, height }, reduced);
  const entry = useMemo(() => firstVertex(graph, layout), [graph, layout]);
  const [initial] = useState(layout);
  const { current, keyboard, onArrow, onCurrent, onGo } = useKeyboardFocus(drawn, selected ?? entry, reduced);
  const { nodes, edges, isOverview, isMounting } = useVisibleElements(drawn, reduced, [
    selected,
    failed,
    keyboard ? current : null,
  ]);
  const [hovered, setHovered] = useState<string | null>(null);
  const [restored] = useState(position !== null);
  const leave = useKeepInView(drawn, selected, restored, reduced);
  useCentred(drawn, failed, restored, reduced);
  const handleMove = useCallback(
    (view: Viewport | null) => {
      leave();
      onPosition(view);
    },
    [leave, onPosition],
  );
  // Another function would reach the subscribers of every node, for each few that are mounted.
  const onMoveEnd = useCallback(
    (event: unknown, viewport: Viewport) => {
      if (event !== null) handleMove(viewport);
    },
    [handleMove],
  );
  const showWhole = () => {
    fit();
    handleMove(null);
  };

  const view = useMemo(
    () => ({
      selected,
      edge,
      current,
      group,
      run,
      failed,
      keyboard,
      findings,
      marks,
      heat,
      onCurrent,
      onArrow,
    }),
    [selected, edge, current, group, run, failed, keyboard, findings, marks, heat, onCurrent, onArrow],
  );
  const choose = useCallback(
    (name: string | null) => onSelect(name === selected ? null : name),
    [onSelect, selected],
  );
  // Another function would render every node again.
  const onNodeClick = useCallback((_event: MouseEvent, { id }: { id: string }) => choose(id), [choose]);
  const under = ({ clientX, clientY }: MouseEvent): string | null => {
    if (!isOverview) return null;
    const { x, y } = flow.screenToFlowPosition({ x: clientX, y: clientY });
    for (const [name, box] of layout.vertices)
      if (x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height) return name;
    return null;
  };

  return (
    <GraphContext value={view}>
      <ReactFlow
        nodes={nodes}
        nodeTypes={nodeTypes}
        onNodeClick={onNodeClick}
        onPaneClick={(event) => choose(under(event))}
        onPaneMouseMove={isOverview ? (event) => setHovered(under(event)) : undefined}
        onMoveEnd={onMoveEnd}
        defaultViewport={first}
        minZoom={leastZoom(layout, width, height)}
        maxZoom={ZOOM.most}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        // Always animated.
        zoomOnDoubleClick={!prefersReducedMotion()}
        zoomActivationKeyCode={['Meta', 'Control']}
        preventScrolling={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        proOptions={{ hideAttribution: true }}
        aria-label={`Flow graph: ${graphText(graph)}`}
        data-testid="flow-graph"
        aria-busy={isMounting || undefined}
        // Cards are sized by exact font metrics, not by text rounded to screen pixels.
        className="bg-surface [text-rendering:geometricPrecision] [background-image:radial-gradient(var(--color-line)_0.8px,transparent_0.9px)] [background-size:18px_18px]"
      >
        <EdgeLayer
          edges={edges}
          heading={layout.heading}
          onSelect={onEdge && ((key) => onEdge(key === edge ? null : key))}
          onHover={setHovered}
        />
        {reduced && <OverviewLayer drawn={drawn} visible={isOverview} />}
        {layout !== initial && (
          <NewVertices
            initial={initial}
            layout={layout}
            onShown={(vertex, view) => {
              onGo(vertex);
              onPosition(view);
            }}
          />
        )}
        <CanvasTools onFit={showWhole} onMoved={handleMove}>
          <ExportMenu drawn={drawn} caption={caption} run={run} marks={marks} />
        </CanvasTools>
        {layout.vertices.size >= MAP_FROM && <MiniMap layout={layout} onMoved={handleMove} />}
      </ReactFlow>
      <p
        translate="no"
        aria-hidden
        className="pointer-events-none absolute bottom-2 left-2 max-w-[70%] truncate rounded-sm bg-surface-3 px-2 py-0.5 mono text-2 empty:hidden"
      >
        {hovered}
      </p>
    </GraphContext>
  );
}
