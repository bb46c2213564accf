'use client';
// What the URL says about a graph: the chosen vertex, the lit entry group, drawing or table. A link gives the same screen again.
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

export const graphForms = ['graph', 'table'] as const;
export type GraphForm = (typeof graphForms)[number];

const address = {
  vertex: parseAsString,
  group: parseAsString,
  view: parseAsStringLiteral(graphForms),
};

export interface GraphAddress {
  vertex: string | null;
  group: string | null;
  /** Null: whatever suits the screen. */
  view: GraphForm | null;
}

/** The address and how to change parts of it. A change is a step that Back undoes. */
export function useGraphAddress(): [GraphAddress, (change: Partial<GraphAddress>) => void] {
  const [state, set] = useQueryStates(address, { history: 'push' });
  return [state, (change) => void set(change)];
}
