'use client';
// The layout of a graph as a query.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { anchored, placementRequest, readPlacement, type Layout } from '@/lib/dag/layout';
import type { Heading } from '@/lib/dag/placement/request';
import { createLayoutClient } from './layout-client';

const client = createLayoutClient(
  () => new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module', name: 'layout' }),
);

/** Starts the layout worker early. */
export function preloadLayout(): void {
  if (typeof Worker !== 'undefined') client.warm();
}

const KEPT_MS = 30 * 60_000;

/** Yields to the page between the steps of a layout: each is noticeable for a large graph. */
const yieldToPage = () => new Promise<void>((done) => setTimeout(done));

/** The last layout of each DAG by id and heading; the next one is aligned to it and keeps its row wrapping. */
const last = new Map<string, { layout: Layout; wrap: boolean }>();

/** A number per graph as its query key; graphs are immutable. */
const numbers = new WeakMap<FlowGraph, number>();
let nextNumber = 0;

function numberOf(graph: FlowGraph): number {
  const number = numbers.get(graph) ?? nextNumber++;
  numbers.set(graph, number);
  return number;
}

export interface DrawnGraph {
  graph: FlowGraph;
  layout: Layout;
}

interface LayoutOptions {
  object_id: string;
  heading: Heading;
  /** Finalized: its layout can be wrapped into rows. */
  sealed: boolean;
  enabled: boolean;
}

/** `cancel` aborts a running layout. While a build grows, the previous layout stays until the next is ready. */
export function useLayout(graph: FlowGraph, { object_id, heading, sealed, enabled }: LayoutOptions) {
  const name = `${object_id} ${heading}`;
  const queries = useQueryClient();
  const layout = useQuery({
    queryKey: ['graph-layout', name, numberOf(graph), sealed],
    queryFn: async ({ signal }): Promise<DrawnGraph> => {
      const before = last.get(name);
      const wrap = before?.wrap ?? sealed;
      await yieldToPage();
      const result = await client.run(placementRequest(graph, { wrap, heading }), signal);
      await yieldToPage();
      const layout = anchored(readPlacement(graph, heading, result), before?.layout);
      last.set(name, { layout, wrap });
      return { graph, layout };
    },
    enabled,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    retry: false,
    structuralSharing: false,
    placeholderData: (former, query) => (query?.queryKey[1] === name ? former : undefined),
  });
  const cancel = () => void queries.cancelQueries({ queryKey: ['graph-layout', name] });
  return { layout, cancel };
}
