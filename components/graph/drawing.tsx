'use client';
import {
  createElement,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Viewport } from 'reactflow';
import type { DagStructure } from '@/lib/contract/dags';
import type { Finding } from '@/lib/dag/contract-check/finding';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import type { Heading } from '@/lib/dag/placement/request';
import type { Preflight } from '@/lib/dag/preflight';
import type { RunState } from '@/lib/dag/run-state';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { loadCanvas, useCanvas } from './canvas-loader';
import type { GraphMarks } from './graph-context';
import { LayoutError } from './layout/layout-client';
import { DEADLINE_MS, useLayout } from './layout/use-layout';
import { Outline } from './outline';
import { StaticImage } from './static-image';

interface DrawingProps {
  structure: DagStructure;
  /** What is laid over it, for the caption of an exported picture. */
  subject?: string | undefined;
  /** What is drawn of it. */
  graph: FlowGraph;
  /** Tells the drawings of different parts of one DAG apart. */
  scope: string;
  heading: Heading;
  cost: Preflight;
  selected: string | null;
  edge: string | null;
  group: string | null;
  run: RunState | null;
  findings: ReadonlyMap<string, readonly Finding[]>;
  marks: GraphMarks | null;
  position: Viewport | null;
  onPosition: (position: Viewport | null) => void;
  onSelect: (name: string | null) => void;
  onEdge: ((key: string | null) => void) | null;
  /** Draws the neighbourhood of the chosen vertex. */
  onAround: () => void;
  onTable: () => void;
}

/** Up to here a graph is placed while the page is made, and its first picture comes with it. */
const STILL_UP_TO = 120;

/** The drawing and everything that can stand in its place: waiting, too large, too late, failed. List and tables are the way on in each. */
export function Drawing(props: DrawingProps) {
  const { structure, subject, graph, scope, heading, cost, onTable, onAround, ...shown } = props;
  const [insisted, setInsisted] = useState(false);
  const [patience, setPatience] = useState(DEADLINE_MS);
  /** The reader did not want to wait for it. */
  const [stopped, setStopped] = useState<FlowGraph | null>(null);
  const isStopped = stopped === graph;
  const canDraw = cost.mode !== 'outline' || insisted;
  const { layout, cancel } = useLayout(graph, {
    object_id: `${structure.object_id} ${scope}`,
    heading,
    sealed: structure.finalized_at !== null,
    enabled: canDraw && !isStopped,
    deadline_ms: patience,
  });
  const canvas = useCanvas();
  const key = `${structure.object_id} ${scope} ${heading}`;
  const reduced = cost.mode !== 'full';
  const [frame, size] = useFrameSize(`${key} ${layout.dataUpdatedAt}`);
  const ready = useMemo(
    () =>
      layout.data && size !== null && canvas !== null && canvas !== 'failed'
        ? { key, canvas, drawn: layout.data, reduced, size }
        : null,
    [key, canvas, layout.data, reduced, size],
  );
  // What was waited for comes at once, and React would draw all of it in one go; as a value that may come later it is drawn in pieces.
  const drawing = useDeferredValue(ready);
  const table = (
    <Button size="small" onClick={onTable}>
      Open the table
    </Button>
  );
  const framed = (inside: ReactNode) => (
    <div ref={frame} className="h-full w-full">
      {inside}
    </div>
  );
  const outline = (words: ReactNode) =>
    framed(
      <Outline graph={graph} selected={shown.selected} onSelect={shown.onSelect} large={!canDraw}>
        {words}
      </Outline>,
    );

  if (graph.vertices.length === 0)
    return framed(
      <EmptyState kind="nothing-yet" title="Nothing to draw">
        {structure.finalized_at === null
          ? 'No vertex has been added yet.'
          : 'The DAG was finalized without a vertex.'}
      </EmptyState>,
    );
  if (!canDraw)
    return outline(
      <>
        <span className="text-3">Too large to be drawn at a glance.</span>
        {shown.selected !== null && (
          <Button size="small" tone="primary" onClick={onAround}>
            Draw what is around {shown.selected}
          </Button>
        )}
        <Button size="small" onClick={() => setInsisted(true)}>
          Draw it all
        </Button>
      </>,
    );
  if (layout.isError || canvas === 'failed') {
    const late = layout.error instanceof LayoutError && layout.error.reason === 'deadline';
    const again = () => {
      loadCanvas();
      if (late) setPatience(patience * 3);
      else if (layout.isError) void layout.refetch();
    };
    return framed(
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
      </EmptyState>,
    );
  }
  if (ready === null || drawing === null) {
    if (cost.vertices <= STILL_UP_TO)
      return framed(<StaticImage graph={graph} sealed={structure.finalized_at !== null} heading={heading} />);
    const stop = () => {
      setStopped(graph);
      cancel();
    };
    return outline(
      isStopped ? (
        <>
          <span className="text-3">Not drawn: the placing was stopped.</span>
          <Button size="small" onClick={() => setStopped(null)}>
            Draw it
          </Button>
        </>
      ) : (
        <>
          <span className="text-3">Placing the vertices…</span>
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
        `DAG ${structure.object_id}, ${structure.finalized_at === null ? 'a snapshot of a build in progress' : `finalized ${structure.finalized_at}`}`,
      ],
      ...shown,
    }),
  );
}

export interface FrameSize {
  width: number;
  height: number;
}

/** The size of the frame that a drawing will stand in, measured before it is drawn and again with each `moment`; null before the frame stands. */
export function useFrameSize(
  moment: string,
): [frame: RefObject<HTMLDivElement | null>, size: FrameSize | null] {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<FrameSize | null>(null);
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const { clientWidth: width, clientHeight: height } = box;
    setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
  }, [moment]);
  return [frame, size];
}
