'use client';
// What the parts of one drawing share: selection, highlights, and the run laid over the graph.
import { createContext, useContext } from 'react';
import type { Finding } from '@/lib/dag/contract-check/rules';
import type { Change } from '@/lib/dag/structure-diff';
import type { Direction } from '@/lib/dag/keyboard-navigation';
import type { RunState } from '@/lib/dag/run-state';

/** The change of each part, where two graphs are shown as one. */
export interface GraphMarks {
  vertices: ReadonlyMap<string, Change>;
  /** By edge key. */
  edges: ReadonlyMap<string, Change>;
  /** Replacement words for the changes. */
  words?: Readonly<Partial<Record<Change, string>>>;
}

export interface GraphContextValue {
  /** The vertex whose inspector is open. */
  selected: string | null;
  edge: string | null;
  /** The vertex with keyboard focus: the only tab stop of the drawing. */
  current: string | null;
  /** The entry group whose inputs are highlighted. */
  group: string | null;
  run: RunState | null;
  /** The reader navigates by keyboard: the current vertex takes focus. */
  keyboard: boolean;
  /** Contract findings by vertex. */
  findings: ReadonlyMap<string, readonly Finding[]>;
  marks: GraphMarks | null;
  onCurrent: (name: string) => void;
  onArrow: (from: string, direction: Direction) => void;
}

export const GraphContext = createContext<GraphContextValue>({
  selected: null,
  edge: null,
  current: null,
  group: null,
  run: null,
  keyboard: false,
  findings: new Map(),
  marks: null,
  onCurrent: () => undefined,
  onArrow: () => undefined,
});

export function useGraphContext(): GraphContextValue {
  return useContext(GraphContext);
}
