'use client';
// The edges, drawn by us beneath React Flow's nodes: the layout routes them, so React Flow's edges would only add work (measured: a
// third of the time to mount a view of a large graph).
import { memo, type MouseEvent, type ReactNode } from 'react';
import { ViewportPortal } from 'reactflow';
import { edgeMarkers, edgePath, edgeStyle } from '@/lib/dag/edge-style';
import type { GraphEdge } from '@/lib/dag/flow-graph';
import type { Box, Heading } from '@/lib/dag/placement/request';
import { edgeRunLabel } from '@/lib/dag/run-state';
import { edgeLabel, edgeText } from '@/lib/dag/wording';
import { edgeColour, EdgeKindIcon } from '@/components/graph/appearance';
import { type GraphOverlay, useGraphContext } from '@/components/graph/graph-context';
import type { RoutedEdge } from './visible-elements';
import { useZoomLevel } from './viewport';

/** The colour of an edge: of the selection, of a change, or of the run. */
function lineColour(edge: GraphEdge, overlay: GraphOverlay): string {
  const { selected, edge: selectedEdge, run } = overlay;
  const isSelected = selectedEdge === edge.key || [edge.from.vertex, edge.to.vertex].includes(selected ?? '');
  if (isSelected) return 'var(--color-accent)';
  return edgeColour(edge, overlay) ?? (run ? 'var(--color-line-strong)' : 'var(--color-text-3)');
}

interface LineProps extends RoutedEdge {
  heading: Heading;
  colour: string;
  isRemoved: boolean;
  /** The step at which something moves along the edge; null at other steps. */
  movesAt: number | null;
}

/** An edge along its route, in the style of its kind. */
const EdgeLine = memo(function EdgeLine({ edge, route, heading, colour, isRemoved, movesAt }: LineProps) {
  const style = edgeStyle(edge.kind);
  const path = edgePath(route.points);
  const ends = edgeMarkers(style, route.points, heading);
  return (
    <g role="img" aria-label={edgeText(edge)} data-edge={edge.key} data-edge-kind={edge.kind}>
      <path d={path} fill="none" stroke="transparent" strokeWidth={14} className="[pointer-events:stroke]" />
      <path
        d={path}
        fill="none"
        stroke={colour}
        strokeWidth={style.width}
        strokeDasharray={isRemoved ? '3 5' : style.dash}
        strokeLinecap="round"
      />
      {movesAt !== null && (
        <circle
          key={movesAt}
          r={5}
          data-token={edge.key}
          className="flow-token"
          style={{ offsetPath: `path('${path}')`, fill: colour }}
        />
      )}
      {ends !== '' && (
        <path
          d={ends}
          fill="none"
          stroke={colour}
          strokeWidth={1.6}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </g>
  );
});

interface LabelProps {
  kind: string;
  box: Box;
  colour: string;
  /** Zoomed out: a larger icon without the word. */
  brief: boolean;
  count: string | null;
}

const Label = memo(function Label({ kind, box, colour, brief, count }: LabelProps) {
  return (
    <div
      aria-hidden
      data-edge-label={kind}
      className="absolute top-0 left-0 flex items-center justify-center"
      style={{ transform: `translate(${box.x}px, ${box.y}px)`, width: box.width, height: box.height }}
    >
      <span
        translate="no"
        className="inline-flex h-full max-w-full items-center gap-1 truncate rounded-full border bg-surface px-1.5 font-mono text-[10.5px] text-2"
        style={{ borderColor: colour }}
      >
        <EdgeKindIcon kind={kind} size={brief ? 16 : 11} />
        {!brief && edgeLabel(kind)}
        {!brief && count !== null && <b className="font-medium text-text">{count}</b>}
      </span>
    </div>
  );
});

interface EdgeLayerProps {
  edges: readonly RoutedEdge[];
  heading: Heading;
  /** Null where edges cannot be selected. */
  onSelect: ((key: string) => void) | null;
  onHover: (words: string | null) => void;
}

export function EdgeLayer({ edges, heading, onSelect, onHover }: EdgeLayerProps): ReactNode {
  const overlay = useGraphContext();
  const level = useZoomLevel();
  const { run, marks } = overlay;
  const visibleEdges = edges
    .filter(({ route }) => route.points.length > 1)
    .map((routed) => ({ ...routed, colour: lineColour(routed.edge, overlay) }));
  const under = ({ target }: MouseEvent) => (target as Element).closest('[data-edge]');
  return (
    <ViewportPortal>
      {/* A cursor of its own: otherwise a press, which changes the pane's, computes the style of every edge. */}
      <div className="absolute top-0 left-0 -z-1 cursor-grab">
        <svg
          className="absolute overflow-visible"
          onClick={(event) => {
            const key = under(event)?.getAttribute('data-edge');
            if (typeof key === 'string') onSelect?.(key);
          }}
          onPointerOver={(event) => onHover(under(event)?.getAttribute('aria-label') ?? null)}
          onPointerOut={() => onHover(null)}
        >
          {visibleEdges.map(({ edge, route, colour }) => (
            <EdgeLine
              key={edge.key}
              edge={edge}
              route={route}
              heading={heading}
              colour={colour}
              isRemoved={marks?.edges.get(edge.key) === 'removed'}
              movesAt={run?.moving.has(edge.key) === true ? run.step : null}
            />
          ))}
        </svg>
        {level !== 'block' &&
          visibleEdges.map(
            ({ edge: { key, kind }, route: { label }, colour }) =>
              label && (
                <Label
                  key={key}
                  kind={kind}
                  box={label}
                  colour={colour}
                  brief={level === 'brief'}
                  count={edgeRunLabel(kind, run?.edges.get(key))}
                />
              ),
          )}
      </div>
    </ViewportPortal>
  );
}
