'use client';
// The layout of a graph as a query. Placements of large finalized DAGs are also cached in IndexedDB.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { anchored, placementRequest, readPlacement, type Layout } from '@/lib/dag/layout';
import type { Heading, PlacementRequest } from '@/lib/dag/placement/request';
import { requestHash } from '@/lib/dag/placement/request';
import { createLayoutClient } from './layout-client';
import { createLayoutCache } from './layout-cache';

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

const store = createLayoutCache(globalThis.indexedDB, Date.now);

/** Starts the layout worker early. */
export function preloadLayout(): void {
  if (typeof Worker !== 'undefined') client.warm();
}

export const DEADLINE_MS = 20_000;
const KEPT_MS = 30 * 60_000;
/** Smaller graphs are placed faster than the cache responds. */
const CACHED_FROM = 150;

/** Yields to the page between the steps of a large layout. */
const yieldToPage = () => new Promise<void>((done) => setTimeout(done));

/** The last layout of each DAG by id and heading; the next one is aligned to it and keeps its row wrapping. */
const last = new Map<string, { layout: Layout; wrap: boolean }>();

/** A number per graph as its query key; graphs are immutable. */
const numbers = new WeakMap<FlowGraph, number>();
let counted = 0;

function numberOf(graph: FlowGraph): number {
  const known = numbers.get(graph);
  if (known !== undefined) return known;
  counted += 1;
  numbers.set(graph, counted);
  return counted;
}

export interface DrawnGraph {
  graph: FlowGraph;
  layout: Layout;
}

interface LayoutOptions {
  object_id: string;
  heading: Heading;
  /** Finalized: its layout can be cached and wrapped into rows. */
  sealed: boolean;
  enabled: boolean;
  deadline_ms?: number;
}

async function placed(
  request: PlacementRequest,
  isKept: boolean,
  options: { signal: AbortSignal; deadline_ms: number },
) {
  if (!isKept) return client.run(request, options);
  const key = requestHash(request);
  const known = await store.get(key);
  if (known) return known;
  const result = await client.run(request, options);
  void store.put(key, result);
  return result;
}

/** `cancel` aborts a running layout. While a build grows, the previous layout stays until the next is ready. */
export function useLayout(
  graph: FlowGraph,
  { object_id, heading, sealed, enabled, deadline_ms = DEADLINE_MS }: LayoutOptions,
) {
  const name = `${object_id} ${heading}`;
  const queries = useQueryClient();
  const layout = useQuery({
    queryKey: ['graph-layout', name, numberOf(graph), sealed, deadline_ms],
    queryFn: async ({ signal }): Promise<DrawnGraph> => {
      const before = last.get(name);
      const wrap = before?.wrap ?? sealed;
      const isLarge = graph.vertices.length >= CACHED_FROM;
      if (isLarge) await yieldToPage();
      const request = placementRequest(graph, { wrap, heading });
      if (isLarge) await yieldToPage();
      const result = await placed(request, isLarge && sealed, { signal, deadline_ms });
      const layout = anchored(readPlacement(graph, request, result), before?.layout);
      if (isLarge) await yieldToPage();
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
