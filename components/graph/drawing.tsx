'use client';
import {
  createElement,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { DagStructure } from '@/lib/contract/dags';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import type { Heading } from '@/lib/dag/placement/request';
import type { Preflight } from '@/lib/dag/preflight';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useCanvas } from './canvas-loader';
import type { DrawingControls } from './graph-context';
import { useLayout } from './layout/use-layout';
import { Outline } from './outline';
import { StaticImage } from './static-image';

interface DrawingProps extends DrawingControls {
  structure: DagStructure;
  subject?: string | undefined;
  graph: FlowGraph;
  /** False for a part of it, or with folds. */
  isWhole: boolean;
  /** Distinguishes drawings of different parts of one DAG. */
  scope: string;
  heading: Heading;
  cost: Preflight;
  /** Shows the neighbourhood of the selected vertex. */
  onAround: () => void;
  onTable: () => void;
}

/** The drawing, or what replaces it while loading, when too large, too slow or failed. */
export function Drawing(props: DrawingProps) {
  const { structure, subject, graph, isWhole, scope, heading, cost, onTable, onAround, ...canvasProps } =
    props;
  const [forced, setForced] = useState(false);
  const [stopped, setStopped] = useState<FlowGraph | null>(null);
  const isStopped = stopped === graph;
  const canDraw = cost.mode !== 'outline' || forced;
  const { layout, cancel } = useLayout(graph, {
    object_id: `${structure.object_id} ${scope}`,
    heading,
    sealed: structure.finalized_at !== null,
    enabled: canDraw && !isStopped,
  });
  const canvas = useCanvas();
  const key = `${structure.object_id} ${scope} ${heading}`;
  const reduced = cost.mode !== 'full';
  const [frame, size] = useFrameSize(`${key} ${layout.dataUpdatedAt}`);
  const ready = useMemo(
    () =>
      layout.data && size !== null && canvas.data
        ? { key, canvas: canvas.data, drawn: layout.data, reduced, size }
        : null,
    [key, canvas.data, layout.data, reduced, size],
  );
  // Deferred, so that React renders the large drawing in interruptible steps.
  const drawing = useDeferredValue(ready);
  const table = (
    <Button size="small" onClick={onTable}>
      View table
    </Button>
  );
  const framed = (inside: ReactNode) => (
    <div ref={frame} className="h-full w-full">
      {inside}
    </div>
  );
  const outline = (words: ReactNode) =>
    framed(
      <Outline
        graph={graph}
        selected={canvasProps.overlay.selected}
        onSelect={canvasProps.onSelect}
        large={!canDraw}
      >
        {words}
      </Outline>,
    );

  if (graph.vertices.length === 0)
    return framed(
      <EmptyState kind="nothing-yet" title="Nothing to draw">
        {structure.finalized_at === null ? 'No vertices yet' : 'The DAG was finalized without vertices.'}
      </EmptyState>,
    );
  if (!canDraw)
    return outline(
      <>
        <span className="text-3">Too large to draw automatically.</span>
        {canvasProps.overlay.selected !== null && (
          <Button size="small" tone="primary" onClick={onAround}>
            Draw around {canvasProps.overlay.selected}
          </Button>
        )}
        <Button size="small" onClick={() => setForced(true)}>
          Draw everything
        </Button>
      </>,
    );
  if (layout.isError || canvas.isError) {
    const again = () => {
      if (canvas.isError) void canvas.refetch();
      if (layout.isError) void layout.refetch();
    };
    return framed(
      <EmptyState
        kind="failed"
        title={layout.isError ? 'Layout failed' : 'The drawing could not be loaded'}
        action={
          <span className="flex gap-2">
            {table}
            <Button size="small" onClick={again}>
              Retry
            </Button>
          </span>
        }
      >
        {layout.error?.message ?? 'Its code could not be loaded.'}
      </EmptyState>,
    );
  }
  if (ready === null || drawing === null) {
    // A part of a graph is placed in the browser: a DAG has one drawing on the server, but as many parts as there are URLs.
    if (cost.onServer && isWhole)
      return framed(<StaticImage graph={graph} sealed={structure.finalized_at !== null} heading={heading} />);
    const stop = () => {
      setStopped(graph);
      cancel();
    };
    return outline(
      isStopped ? (
        <>
          <span className="text-3">Layout stopped</span>
          <Button size="small" onClick={() => setStopped(null)}>
            Draw
          </Button>
        </>
      ) : (
        <>
          <span className="text-3">Computing layout…</span>
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        </>
      ),
    );
  }
  return framed(
    createElement(drawing.canvas, {
      key: drawing.key,
      drawn: drawing.drawn,
      reduced: drawing.reduced,
      ...drawing.size,
      caption: [
        ...(subject === undefined ? [] : [subject]),
        `DAG ${structure.object_id}, ${structure.finalized_at === null ? 'being built' : `finalized ${structure.finalized_at}`}`,
      ],
      ...canvasProps,
    }),
  );
}

interface FrameSize {
  width: number;
  height: number;
}

/** The size of the drawing's frame, observed before drawing and whenever `key` changes; null before that. */
function useFrameSize(key: string): [frame: RefObject<HTMLDivElement | null>, size: FrameSize | null] {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<FrameSize | null>(null);
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    // Reading the size here instead would lay out the whole page in the task that has just mounted it.
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      const { clientWidth: width, clientHeight: height } = box;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [key]);
  return [frame, size];
}
