// What a server draws before the page's scripts run: no more than takes it little time.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DagStructure } from '@/lib/contract/dags';
import { flowGraph } from '@/lib/dag/flow-graph';
import { placementRequest } from '@/lib/dag/layout';
import { preflight, serverLimits } from '@/lib/dag/preflight';
import { chain, tangle } from '@/lib/dag/testing/large-structures';
import { documentReview } from '@/lib/dag/testing/structures';
import { Drawing } from './drawing';
import { NO_OVERLAY } from './testing/no-overlay';
import { MOST_PLACEMENTS, cachedPlacement } from './placement-cache';

const nothing = () => undefined;

function drawnOnServer(structure: DagStructure, isWhole = true): string {
  const graph = flowGraph(structure);
  const drawing = createElement(Drawing, {
    structure,
    graph,
    isWhole,
    scope: '',
    heading: 'right',
    cost: preflight(graph),
    overlay: NO_OVERLAY,
    position: null,
    onPosition: nothing,
    onEdge: null,
    onSelect: nothing,
    onAround: nothing,
    onTable: nothing,
  });
  return renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, drawing));
}

test('an ordinary DAG is drawn on the server', () => {
  for (const structure of [documentReview, chain(30), tangle(30, 40)])
    expect(drawnOnServer(structure)).toContain('static-card');
});

test('a server places neither many vertices nor many edges, and no part of a graph', () => {
  const { vertices, edges } = serverLimits;
  for (const structure of [chain(vertices + 1), tangle(vertices, edges + 20), tangle(120, 3_000)])
    expect(drawnOnServer(structure)).not.toContain('static-card');
  expect(drawnOnServer(chain(30), false)).not.toContain('static-card');
});

test('a graph is placed once while it is opened more often than others', () => {
  const request = (count: number) =>
    placementRequest(flowGraph(chain(count)), { wrap: true, heading: 'right' });
  const first = cachedPlacement(request(2));
  for (let count = 3; count < MOST_PLACEMENTS + 10; count += 1) {
    cachedPlacement({ ...request(3), sizes: [{ width: count, height: 1 }], edges: [] });
    expect(cachedPlacement(request(2))).toBe(first);
  }
});
