'use client';
import { createElement, useState } from 'react';
import type { DagStructure } from '@/lib/contract/dags';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import type { Preflight } from '@/lib/dag/preflight';
import type { RunState } from '@/lib/dag/run-state';
import { graphText } from '@/lib/dag/wording';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { loadCanvas, useCanvas } from './canvas-loader';
import { GraphSkeleton } from './graph-skeleton';
import { LayoutError } from './layout/layout-client';
import { DEADLINE_MS, useLayout } from './layout/use-layout';

interface DrawingProps {
  structure: DagStructure;
  graph: FlowGraph;
  cost: Preflight;
  selected: string | null;
  group: string | null;
  run: RunState | null;
  onSelect: (name: string | null) => void;
  onTable: () => void;
}

/** The drawing and everything that can stand in its place: waiting, too large, too late, failed. The tables are the way on in each. */
export function Drawing(props: DrawingProps) {
  const { structure, graph, cost, onTable, ...shown } = props;
  const [insisted, setInsisted] = useState(false);
  const [patience, setPatience] = useState(DEADLINE_MS);
  const canDraw = cost.verdict === 'draw' || insisted;
  const layout = useLayout(graph, {
    object_id: structure.object_id,
    sealed: structure.finalized_at !== null,
    enabled: canDraw,
    deadline_ms: patience,
  });
  const canvas = useCanvas();
  const table = (
    <Button size="small" onClick={onTable}>
      Open the table
    </Button>
  );

  if (!canDraw)
    return (
      <EmptyState
        kind="nothing-yet"
        title="This graph is large"
        action={
          <span className="flex gap-2">
            {table}
            <Button size="small" onClick={() => setInsisted(true)}>
              Draw it anyway
            </Button>
          </span>
        }
      >
        {graphText(graph)}, {cost.ports} ports, {cost.depth} deep. The table shows all of it at once; the
        drawing may take long.
      </EmptyState>
    );
  if (layout.isError || canvas === 'failed') {
    const late = layout.error instanceof LayoutError && layout.error.reason === 'deadline';
    const again = () => {
      loadCanvas();
      if (late) setPatience(patience * 3);
      else if (layout.isError) void layout.refetch();
    };
    return (
      <EmptyState
        kind="failed"
        title={layout.isError ? 'The graph could not be laid out' : 'The drawing could not be loaded'}
        action={
          <span className="flex gap-2">
            {table}
            <Button size="small" onClick={again}>
              {late ? 'Try again, with more time' : 'Try again'}
            </Button>
          </span>
        }
      >
        {layout.error?.message ?? 'Its code did not arrive.'}
      </EmptyState>
    );
  }
  if (layout.isPending || canvas === null) return <GraphSkeleton words="Placing the vertices…" />;
  return createElement(canvas, { key: structure.object_id, drawn: layout.data, ...shown });
}
