'use client';
import { type PointerEvent, useMemo, useRef } from 'react';
import { Panel, useReactFlow, useStore, type Viewport } from 'reactflow';
import type { Layout } from '@/lib/dag/layout';
import type { RunState } from '@/lib/dag/run-state';
import { changeColour, stateColour } from '@/components/graph/appearance';
import { type GraphMarks, useGraphContext } from '@/components/graph/graph-context';

const WIDTH = 176;
const HEIGHT = 110;

interface MiniMapProps {
  layout: Layout;
  onMoved: (view: Viewport) => void;
}

/** One path per colour keeps the map small for large graphs. */
function blocks(
  layout: Layout,
  run: RunState | null,
  marks: GraphMarks | null,
): [colour: string, path: string][] {
  const paths = new Map<string, string[]>();
  for (const [name, { x, y, width, height }] of layout.vertices) {
    const change = marks?.vertices.get(name) ?? 'same';
    const colour = run
      ? stateColour[run.vertices.get(name)?.state ?? 'not_reached']
      : change === 'same'
        ? 'var(--color-idle)'
        : changeColour[change];
    const path = paths.get(colour) ?? [];
    paths.set(colour, path);
    path.push(`M${x} ${y}h${width}v${height}h${-width}z`);
  }
  return [...paths].map(([colour, path]) => [colour, path.join('')]);
}

/** A map of the whole graph with the visible area; click or drag to move. */
export function MiniMap({ layout, onMoved }: MiniMapProps) {
  const flow = useReactFlow();
  const map = useRef<SVGSVGElement>(null);
  const whole = layout.box;
  const { run, marks } = useGraphContext();
  const paths = useMemo(() => blocks(layout, run, marks), [layout, run, marks]);
  const x = useStore(({ transform }) => -transform[0] / transform[2]);
  const y = useStore(({ transform }) => -transform[1] / transform[2]);
  const width = useStore((state) => state.width / state.transform[2]);
  const height = useStore((state) => state.height / state.transform[2]);

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
          x={x}
          y={y}
          width={width}
          height={height}
          className="fill-accent/10 stroke-accent"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </Panel>
  );
}
