'use client';
import { memo, type ReactNode } from 'react';
import { EdgeLabelRenderer, type EdgeProps } from 'reactflow';
import { edgeMarkers, edgeStyle, edgePath } from '@/lib/dag/edge-style';
import type { GraphEdge } from '@/lib/dag/flow-graph';
import type { Box } from '@/lib/dag/placement/request';
import { type EdgeRun, edgeRunLabel } from '@/lib/dag/run-state';
import { edgeLabel } from '@/lib/dag/wording';
import { edgeColour, EdgeKindIcon } from '@/components/graph/appearance';
import type { FlowEdge } from './visible-elements';
import { useGraphContext } from '@/components/graph/graph-context';
import { useZoomLevel } from './viewport';
import { edgeKinds } from '@/lib/contract/dags';

/** The colour of an edge: of the selection, of a change, or of the run. */
function useLineColour(edge: GraphEdge): string {
  const { selected, edge: selectedEdge, run, marks } = useGraphContext();
  const isSelected = selectedEdge === edge.key || [edge.from.vertex, edge.to.vertex].includes(selected ?? '');
  if (isSelected) return 'var(--color-accent)';
  return edgeColour(edge, { run, marks }) ?? (run ? 'var(--color-line-strong)' : 'var(--color-text-3)');
}

interface LabelProps {
  kind: string;
  box: Box;
  colour: string;
  /** Zoomed out: a larger icon without the word. */
  brief: boolean;
  run: EdgeRun | undefined;
}

function Label({ kind, box, colour, brief, run }: LabelProps): ReactNode {
  const count = edgeRunLabel(kind, run);
  return (
    <EdgeLabelRenderer>
      <div
        aria-hidden
        data-edge-label={kind}
        className="absolute flex items-center justify-center"
        style={{ transform: `translate(${box.x}px, ${box.y}px)`, width: box.width, height: box.height }}
      >
        <span
          className="inline-flex h-full max-w-full items-center gap-1 truncate rounded-full border bg-surface px-1.5 font-mono text-[10.5px] text-2"
          style={{ borderColor: colour }}
        >
          <EdgeKindIcon kind={kind} size={brief ? 16 : 11} />
          {!brief && edgeLabel(kind)}
          {!brief && count !== null && <b className="font-medium text-text">{count}</b>}
        </span>
      </div>
    </EdgeLabelRenderer>
  );
}

/** An edge along its route, in the style of its kind. */
const EdgeLine = memo(function EdgeLine({ data }: EdgeProps<FlowEdge>) {
  return data && data.route.points.length > 1 ? <Line data={data} /> : null;
});

function Line({ data }: { data: NonNullable<FlowEdge['data']> }) {
  const level = useZoomLevel();
  const colour = useLineColour(data.edge);
  const { run, marks } = useGraphContext();
  const style = edgeStyle(data.edge.kind);
  const { points, label } = data.route;
  const path = edgePath(points);
  const ends = edgeMarkers(style, points, data.heading);
  return (
    <>
      <path
        d={path}
        fill="none"
        stroke="transparent"
        strokeWidth={14}
        className="react-flow__edge-interaction"
      />
      <path
        d={path}
        fill="none"
        className="flow-line"
        style={{
          stroke: colour,
          strokeWidth: style.width,
          strokeDasharray: marks?.edges.get(data.edge.key) === 'removed' ? '3 5' : style.dash,
          strokeLinecap: 'round',
        }}
      />
      {run?.moving.has(data.edge.key) && (
        <circle
          key={run.step}
          r={5}
          data-token={data.edge.key}
          className="flow-token"
          style={{ offsetPath: `path('${path}')`, fill: colour }}
        />
      )}
      {ends !== '' && (
        <path
          d={ends}
          fill="none"
          style={{ stroke: colour, strokeWidth: 1.6, strokeLinecap: 'round', strokeLinejoin: 'round' }}
        />
      )}
      {label && level !== 'block' && (
        <Label
          kind={data.edge.kind}
          box={label}
          colour={colour}
          brief={level === 'brief'}
          run={run?.edges.get(data.edge.key)}
        />
      )}
    </>
  );
}

export const edgeTypes = Object.fromEntries(edgeKinds.map((kind) => [kind, EdgeLine]));
