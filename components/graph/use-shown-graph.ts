'use client';
// What is drawn of a graph: the whole, with regions folded, or the part around the chosen vertex.
import { useMemo } from 'react';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { folded } from '@/lib/dag/fold';
import { regionsOf } from '@/lib/dag/fold';
import { neighbourhood, part } from '@/lib/dag/neighbourhood';
import type { GraphAddress } from './graph-address';

export interface ShownGraph {
  graph: FlowGraph;
  /** Tells drawings of the same DAG apart that show different parts of it. */
  scope: string;
}

export function useShownGraph(graph: FlowGraph, { vertex, around, fold }: GraphAddress): ShownGraph {
  const keys = (fold ?? []).join('~');
  const inFolds = useMemo(() => {
    if (keys === '') return graph;
    const wanted = keys.split('~');
    return folded(
      graph,
      regionsOf(graph).filter(({ key }) => wanted.includes(key)),
    );
  }, [graph, keys]);
  const centre =
    around &&
    inFolds.vertices.find(({ name, members }) => name === vertex || members?.includes(vertex ?? ''));
  const [name, side, hops] = [centre?.name ?? null, around?.side ?? 'both', around?.hops ?? null];
  const shown = useMemo(
    () => (name === null ? inFolds : part(inFolds, neighbourhood(inFolds, name, { side, hops }))),
    [inFolds, name, side, hops],
  );
  return { graph: shown, scope: name === null ? keys : `${keys} ${name} ${side} ${hops}` };
}
