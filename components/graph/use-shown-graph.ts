'use client';
// The part of a graph that is drawn: all of it with regions folded, or the neighbourhood of a vertex.
import { useMemo } from 'react';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { folded } from '@/lib/dag/fold';
import { regionsOf } from '@/lib/dag/fold';
import { neighbourhood, part } from '@/lib/dag/traverse';
import type { GraphAddress } from './graph-address';

export interface ShownGraph {
  graph: FlowGraph;
  /** Distinguishes drawings of different parts of one DAG. */
  scope: string;
}

export function useShownGraph(graph: FlowGraph, { vertex, around, fold }: GraphAddress): ShownGraph {
  const keys = (fold ?? []).join('~');
  const withFolds = useMemo(() => {
    if (keys === '') return graph;
    const wanted = keys.split('~');
    return folded(
      graph,
      regionsOf(graph).filter(({ key }) => wanted.includes(key)),
    );
  }, [graph, keys]);
  const centre =
    around &&
    withFolds.vertices.find(({ name, members }) => name === vertex || members?.includes(vertex ?? ''));
  const [name, side, hops] = [centre?.name ?? null, around?.side ?? 'both', around?.hops ?? null];
  const shown = useMemo(
    () => (name === null ? withFolds : part(withFolds, neighbourhood(withFolds, name, { side, hops }))),
    [withFolds, name, side, hops],
  );
  return { graph: shown, scope: name === null ? keys : `${keys} ${name} ${side} ${hops}` };
}
