'use client';
// The layout of a graph as a query: pending, failed, cancelled and cached like any other answer.
// A sealed DAG never changes, so its layout is kept under its id and sealing time; a build is known by the shape of what it has so far.
import { useQuery } from '@tanstack/react-query';
import type { DagStructure } from '@/lib/contract/dags';
import { flowGraph, type FlowGraph } from '@/lib/dag/flow-graph';
import { anchored, elkGraph, readElk, type Layout } from '@/lib/dag/layout';
import { shapeHash } from '@/lib/dag/shape-hash';
import { createLayoutClient } from './layout-client';

const client = createLayoutClient({
  spawn: () =>
    new Worker(new URL('./layout.worker.ts', import.meta.url), {
      type: 'module',
      name: 'layout',
    }),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
});

/** Loads the layout worker while something else is still on its way. */
export function warmLayout(): void {
  if (typeof Worker !== 'undefined') client.warm();
}

export const DEADLINE_MS = 20_000;
const KEPT_MS = 30 * 60_000;

/** The last layout of each DAG of this visit: the next one is moved to where it was, and stays in rows or not. */
const last = new Map<string, { layout: Layout; wrap: boolean }>();

export interface DrawnGraph {
  graph: FlowGraph;
  layout: Layout;
}

/** `enabled` false: nothing is laid out. While a build grows, the former drawing stays until the next one is there. */
export function useLayout(structure: DagStructure, options: { enabled: boolean; deadline_ms?: number }) {
  const { object_id, finalized_at } = structure;
  const deadline_ms = options.deadline_ms ?? DEADLINE_MS;
  return useQuery({
    queryKey: ['graph-layout', object_id, finalized_at, shapeHash(structure), deadline_ms],
    queryFn: async ({ signal }): Promise<DrawnGraph> => {
      const graph = flowGraph(structure);
      const before = last.get(object_id);
      const wrap = before?.wrap ?? finalized_at !== null;
      const answer = await client.run(elkGraph(graph, { wrap }), { signal, deadline_ms });
      const layout = anchored(readElk(graph, answer), before?.layout);
      last.set(object_id, { layout, wrap });
      return { graph, layout };
    },
    enabled: options.enabled,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    retry: false,
    structuralSharing: false,
    placeholderData: (former, query) => (query?.queryKey[1] === object_id ? former : undefined),
  });
}
