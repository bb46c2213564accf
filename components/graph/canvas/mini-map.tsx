'use client';
import { type PointerEvent, useMemo, useRef } from 'react';
import { Panel, useReactFlow, useStore, type Viewport, useViewport } from 'reactflow';
import type { Layout } from '@/lib/dag/layout';
import { groupBy } from '@/lib/dag/traverse';
import { vertexColour } from '@/components/graph/appearance';
import { type GraphOverlay, useGraphContext } from '@/components/graph/graph-context';

const WIDTH = 176;
const HEIGHT = 110;

interface MiniMapProps {
  layout: Layout;
  onMoved: (view: Viewport) => void;
}

/** One path per colour keeps the map small for large graphs. */
function blocks(
  layout: Layout,
  overlay: Pick<GraphOverlay, 'run' | 'marks'>,
): [colour: string, path: string][] {
  const byColour = groupBy(layout.vertices, ([name]) => vertexColour(name, overlay) ?? 'var(--color-idle)');
  return [...byColour].map(([colour, boxes]) => [
    colour,
    boxes.map(([, { x, y, width, height }]) => `M${x} ${y}h${width}v${height}h${-width}z`).join(''),
  ]);
}

/** A map of the whole graph with the visible area; click or drag to move. */
export function MiniMap({ layout, onMoved }: MiniMapProps) {
  const flow = useReactFlow();
  const map = useRef<SVGSVGElement>(null);
  const whole = layout.box;
  const { run, marks } = useGraphContext();
  const paths = useMemo(() => blocks(layout, { run, marks }), [layout, run, marks]);
  const { x, y, zoom } = useViewport();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);

  const go = ({ clientX, clientY }: PointerEvent) => {
    const at = map.current?.getScreenCTM()?.inverse();
    if (!at) return;
    const point = new DOMPoint(clientX, clientY).matrixTransform(at);
    void flow.setCenter(point.x, point.y, { zoom: flow.getZoom() });
  };
  return (
    <Panel
      position="bottom-right"
      className="m-2! overflow-hidden rounded-sm border border-line bg-surface-2 max-sm:hidden"
    >
      <svg
        ref={map}
        role="img"
        aria-label="Map of the graph"
        data-testid="mini-map"
        width={WIDTH}
        height={HEIGHT}
        viewBox={`${whole.x} ${whole.y} ${Math.max(1, whole.width)} ${Math.max(1, whole.height)}`}
        className="block cursor-crosshair touch-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          go(event);
        }}
        onPointerMove={(event) => event.buttons === 1 && go(event)}
        onPointerUp={() => onMoved(flow.getViewport())}
      >
        {paths.map(([colour, path]) => (
          // Strokes keep their width: blocks of a large graph are smaller than a pixel.
          <path
            key={colour}
            d={path}
            style={{ fill: colour, stroke: colour }}
            strokeWidth="1"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <rect
          x={-x / zoom}
          y={-y / zoom}
          width={width / zoom}
          height={height / zoom}
          className="fill-accent/10 stroke-accent"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </Panel>
  );
}
