'use client';
// What the parts of one drawing share: selection, highlights, and the run laid over the graph.
import { createContext, useContext } from 'react';
import type { Finding } from '@/lib/dag/contract-check/finding';
import type { Change } from '@/lib/dag/structure-diff';
import type { Direction } from '@/lib/dag/keyboard-navigation';
import type { RunState } from '@/lib/dag/run-state';

/** What became of each part of a graph, where two are shown as one. */
export interface GraphMarks {
  vertices: ReadonlyMap<string, Change>;
  /** By edge key. */
  edges: ReadonlyMap<string, Change>;
  /** Other words for the changes. */
  words?: Readonly<Partial<Record<Change, string>>>;
}

export interface GraphContextValue {
  /** The vertex whose inspector is open. */
  selected: string | null;
  /** The edge whose values are shown. */
  edge: string | null;
  /** The vertex the keyboard is at: the one stop for Tab in the whole drawing. */
  current: string | null;
  /** The entry group whose inputs are lit. */
  group: string | null;
  run: RunState | null;
  /** True once the reader walks by keys: the current vertex then takes the focus. */
  walking: boolean;
  /** What the contract check found, by vertex. */
  findings: ReadonlyMap<string, readonly Finding[]>;
  marks: GraphMarks | null;
  onCurrent: (name: string) => void;
  onWalk: (from: string, direction: Direction) => void;
}

export const GraphContext = createContext<GraphContextValue>({
  selected: null,
  edge: null,
  current: null,
  group: null,
  run: null,
  walking: false,
  findings: new Map(),
  marks: null,
  onCurrent: () => undefined,
  onWalk: () => undefined,
});

export function useGraphContext(): GraphContextValue {
  return useContext(GraphContext);
}
