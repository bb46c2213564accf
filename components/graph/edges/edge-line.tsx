'use client';
import type { ReactNode } from 'react';
import { EdgeLabelRenderer, type EdgeProps } from 'reactflow';
import { edgePath } from '@/lib/dag/edge-path';
import type { Box, Point } from '@/lib/dag/layout';
import { edgeRunLabel, type EdgeRun } from '@/lib/dag/run-state';
import { edgeLabel } from '@/lib/dag/wording';
import type { FlowEdge } from '@/components/graph/flow-elements';
import { useGraphView } from '@/components/graph/graph-view';
import { stateColour } from '@/components/graph/run-colours';
import { useZoomLevel } from '@/components/graph/zoom-level';
import { KindGlyph } from './kind-glyph';

/** How one kind of edge is drawn: the stroke, and what stands at its two ends. */
export interface EdgeForm {
  width: number;
  dash?: string;
  source?: (at: Point) => string;
  target?: (at: Point) => string;
}

type EdgeLineProps = EdgeProps<FlowEdge> & { form: EdgeForm };

/** The colour of an edge: of what was chosen, else of the run that went along it, else quiet. */
function useEdgeColour(data: NonNullable<FlowEdge['data']>): string {
  const { selected, run } = useGraphView();
  const { from, to } = data.edge;
  if (selected !== null && (from.vertex === selected || to.vertex === selected)) return 'var(--accent)';
  const source = run?.vertices.get(from.vertex);
  if (!source?.variants.includes(from.variant)) return run ? 'var(--line-strong)' : 'var(--text-3)';
  return stateColour[source.state];
}

interface LabelProps {
  kind: string;
  box: Box;
  colour: string;
  /** Seen from afar the word is too small to read: the sign alone, larger. */
  brief: boolean;
  /** What went along it in the run. */
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
          <KindGlyph kind={kind} size={brief ? 16 : 11} />
          {!brief && edgeLabel(kind)}
          {!brief && count !== null && <b className="font-medium text-text">{count}</b>}
        </span>
      </div>
    </EdgeLabelRenderer>
  );
}

/** An edge along the way that the layout found for it. */
export function EdgeLine({ data, form }: EdgeLineProps) {
  const level = useZoomLevel();
  const colour = useEdgeColour(data ?? NOTHING);
  const { run } = useGraphView();
  const first = data?.points[0];
  const last = data?.points.at(-1);
  if (!data || !first || !last) return null;
  const path = edgePath(data.points);
  const ends = `${form.source?.(first) ?? ''}${form.target?.(last) ?? ''}`;
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
          strokeWidth: form.width,
          strokeDasharray: form.dash,
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
      {data.label && level !== 'block' && (
        <Label
          kind={data.edge.kind}
          box={data.label}
          colour={colour}
          brief={level === 'brief'}
          run={run?.edges.get(data.edge.key)}
        />
      )}
    </>
  );
}

const NOTHING: NonNullable<FlowEdge['data']> = {
  edge: {
    key: '',
    from: { vertex: '', variant: '', port: '' },
    to: { vertex: '', port: '' },
    kind: '',
    back: false,
  },
  points: [],
  label: null,
};

const END = 7;

/** The crow's foot, "many": three toes at a port. `side` is where the port lies, seen from the line. */
export function crowsFoot({ x, y }: Point, side: 'ahead' | 'behind'): string {
  const tip = side === 'ahead' ? x - END : x + END;
  const heel = side === 'ahead' ? tip - 11 : tip + 11;
  return `M${heel} ${y}L${tip} ${y - 6}M${heel} ${y}L${tip} ${y + 6}`;
}

export function arrowHead({ x, y }: Point): string {
  const tip = x - END;
  return `M${tip - 6} ${y - 4.5}L${tip} ${y}L${tip - 6} ${y + 4.5}`;
}
