import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DagStructure } from '@/lib/contract/dags';
import { arbitraryStructure } from './fixtures/arbitrary-structure';
import { collisions } from './fixtures/collisions';
import { documentReview, edge, market, structure, unfinished, wide } from './fixtures/structures';
import { flowGraph } from './flow-graph';
import { anchored, placementQuestion, readPlacement } from './layout';
import { place } from './placement/place';
import { vertexSize } from './vertex-size';

function layoutOf(given: DagStructure, wrap = false) {
  const graph = flowGraph(given);
  return { graph, layout: readPlacement(graph, place(placementQuestion(graph, { wrap }))) };
}

describe('layout', () => {
  it('places ports of edges where the cards have them', () => {
    const { graph, layout } = layoutOf(documentReview);
    for (const vertex of graph.vertices) {
      const box = layout.vertices.get(vertex.name)!;
      for (const place of vertexSize(vertex).ports) {
        const port = [...vertex.inputs, ...vertex.outputs].find(({ key }) => key === place.key)!;
        for (const { key } of port.edges) {
          const { points } = layout.edges.get(key)!;
          const end = place.side === 'east' ? points[0]! : points.at(-1)!;
          expect(end.x).toBeCloseTo(box.x + place.x, 0);
          expect(end.y).toBeCloseTo(box.y + place.y, 0);
        }
      }
    }
  });

  it('runs left to right but for the edges that lead back', () => {
    const { graph, layout } = layoutOf(documentReview);
    for (const { from, to, back } of graph.edges)
      expect(layout.vertices.get(from.vertex)!.x < layout.vertices.get(to.vertex)!.x).toBe(!back);
  });

  it('breaks a long chain into rows, and a graph that fits stays as it is', () => {
    const long = layoutOf(documentReview, true);
    const plain = layoutOf(documentReview);
    expect(collisions(long.layout)).toEqual([]);
    expect(plain.layout.width / plain.layout.height).toBeGreaterThan(5);
    expect(long.layout.width / long.layout.height).toBeLessThan(3.2);
    const small = structure({ edges: [edge('a.ok.x', 'b.x')] });
    expect(layoutOf(small, true).layout).toEqual(layoutOf(small).layout);
  });

  it('moves a new layout to where the known vertices were', () => {
    const { layout } = layoutOf(documentReview);
    const vertices = new Map(
      [...layout.vertices].map(([name, box]) => [name, { ...box, x: box.x + 120, y: box.y - 40 }]),
    );
    const moved = anchored(layout, { ...layout, vertices });
    expect(moved.vertices).toEqual(vertices);
    const [key, { points }] = [...layout.edges][0]!;
    expect(moved.edges.get(key)!.points[0]).toEqual({ x: points[0]!.x + 120, y: points[0]!.y - 40 });
    expect(anchored(layout, undefined)).toBe(layout);
  });

  it('leaves the known part where it was when a vertex is added at the end', () => {
    const before = layoutOf(structure({ edges: [edge('a.ok.x', 'b.x'), edge('a.ok.y', 'c.x')] }));
    const after = layoutOf(
      structure({ edges: [edge('a.ok.x', 'b.x'), edge('a.ok.y', 'c.x'), edge('c.ok.x', 'd.x')] }),
    );
    for (const [name, box] of before.layout.vertices) expect(after.layout.vertices.get(name)).toEqual(box);
  });

  it.each([
    ['the document review', documentReview],
    ['an unfinished build', unfinished],
    ['two hundred ports', wide],
    ['sixty vertices with loops', market(10, 6)],
    ['more than three hundred vertices', market(32, 10)],
    [
      'one vertex',
      structure({ vertices: [{ name: 'alone', kind: 'on_chain', tool_fqn: 'io.meridian.time.now@1' }] }),
    ],
    ['nothing at all', structure({})],
    [
      'a loop on itself',
      structure({
        edges: [edge('poll.wait.x', 'poll.x', 'do_while'), edge('poll.done.x', 'end.x', 'break')],
      }),
    ],
    [
      'four edges between one pair',
      structure({
        edges: ['a', 'b', 'c', 'd'].map((variant) => edge(`pick.${variant}.x`, 'end.x', 'break')),
      }),
    ],
  ])(
    'keeps %s free of collisions',
    (_, given) => {
      const { layout } = layoutOf(given);
      expect(collisions(layout)).toEqual([]);
    },
    30_000,
  );

  it('lays out arbitrary structures without a collision', () => {
    fc.assert(
      fc.property(arbitraryStructure, fc.boolean(), (given, wrap) => {
        const { graph, layout } = layoutOf(given, wrap);
        expect(layout.vertices.size).toBe(graph.vertices.length);
        expect(layout.edges.size).toBe(graph.edges.length);
        expect(collisions(layout)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
