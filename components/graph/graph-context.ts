'use client';
// What the parts of one drawing share: selection, highlights, and the run laid over the graph.
import { createContext, use } from 'react';
import type { Viewport } from 'reactflow';
import type { Finding } from '@/lib/dag/contract-check/rules';
import type { Change } from '@/lib/dag/structure-diff';
import type { Direction } from '@/lib/dag/keyboard-navigation';
import type { RunState } from '@/lib/dag/run-state';
import type { VertexHeat } from './heat';

/** The change of each part, where two graphs are shown as one. */
export interface GraphMarks {
  vertices: ReadonlyMap<string, Change>;
  edges: ReadonlyMap<string, Change>;
  words?: Readonly<Partial<Record<Change, string>>>;
}

/** What is laid over a graph. */
export interface GraphOverlay {
  /** The vertex whose inspector is open. */
  selected: string | null;
  edge: string | null;
  /** The entry group whose inputs are highlighted. */
  group: string | null;
  run: RunState | null;
  /** The vertex of the failure that is looked at: centred, and marked whatever other walks do there. */
  failed: string | null;
  findings: ReadonlyMap<string, readonly Finding[]>;
  marks: GraphMarks | null;
  /** By vertex; null without figures. */
  heat: ReadonlyMap<string, VertexHeat> | null;
}

/** An overlay and a view, and what the reader does in the drawing. */
export interface DrawingControls {
  overlay: GraphOverlay;
  /** Initial viewport; null fits the whole graph. */
  position: Viewport | null;
  /** The reader moved; null after fitting the whole graph. */
  onPosition: (position: Viewport | null) => void;
  onSelect: (name: string | null) => void;
  /** Null where edges cannot be selected. */
  onEdge: ((key: string | null) => void) | null;
}

export interface GraphContextValue extends GraphOverlay {
  /** The vertex with keyboard focus: the only tab stop of the drawing. */
  current: string | null;
  /** The reader navigates by keyboard: the current vertex takes focus. */
  keyboard: boolean;
  onCurrent: (name: string) => void;
  onArrow: (from: string, direction: Direction) => void;
}

export const GraphContext = createContext<GraphContextValue | null>(null);

export function useGraphContext(): GraphContextValue {
  const context = use(GraphContext);
  if (context === null) throw new Error('useGraphContext needs a drawing');
  return context;
}
