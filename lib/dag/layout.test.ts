import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DagStructure } from '@/lib/contract/dags';
import { arbitraryStructure } from '@/lib/dag/testing/arbitrary-structure';
import { collisions } from '@/lib/dag/testing/collisions';
import { documentReview, edge, structure } from '@/lib/dag/testing/structures';
import { laidOut } from '@/lib/dag/testing/laid-out';
import { flowGraph } from './flow-graph';
import { anchored, type Layout } from './layout';
import { headings, type Heading } from '@/lib/dag/placement/request';

function layoutOf(dag: DagStructure, wrap = false, heading: Heading = 'right') {
  const graph = flowGraph(dag);
  return { graph, layout: laidOut(graph, wrap, heading) };
}

const aspect = ({ box }: Layout) => box.width / box.height;

describe('layout', () => {
  it.each([
    ['left to right', 'right', 'x'],
    ['from the top down', 'down', 'y'],
  ] as const)('runs %s, except for back edges', (_, heading, axis) => {
    const { graph, layout } = layoutOf(documentReview, false, heading);
    for (const { from, to, back } of graph.edges) {
      const [source, target] = [layout.vertices.get(from.vertex)!, layout.vertices.get(to.vertex)!];
      expect(source[axis] < target[axis]).toBe(!back);
    }
  });

  it('breaks a long chain into rows and leaves a graph that fits unchanged', () => {
    const long = layoutOf(documentReview, true);
    const plain = layoutOf(documentReview);
    expect(collisions(long.layout)).toEqual([]);
    expect(aspect(plain.layout)).toBeGreaterThan(5);
    expect(aspect(long.layout)).toBeLessThan(3.2);
    const small = structure({ edges: [edge('a.ok.x', 'b.x')] });
    expect(layoutOf(small, true).layout).toEqual(layoutOf(small).layout);
  });

  it('aligns a new layout with the previous one', () => {
    const { layout } = layoutOf(documentReview);
    const vertices = new Map(
      [...layout.vertices].map(([name, box]) => [name, { ...box, x: box.x + 120, y: box.y - 40 }]),
    );
    const anchoredLayout = anchored(layout, { ...layout, vertices });
    expect(anchoredLayout.vertices).toEqual(vertices);
    const [key, { points }] = [...layout.edges][0]!;
    expect(anchoredLayout.edges.get(key)!.points[0]).toEqual({ x: points[0]!.x + 120, y: points[0]!.y - 40 });
    expect(anchored(layout, undefined)).toBe(layout);
  });

  it('keeps known vertices in place when one is added at the end', () => {
    const before = layoutOf(structure({ edges: [edge('a.ok.x', 'b.x'), edge('a.ok.y', 'c.x')] }));
    const after = layoutOf(
      structure({ edges: [edge('a.ok.x', 'b.x'), edge('a.ok.y', 'c.x'), edge('c.ok.x', 'd.x')] }),
    );
    for (const [name, box] of before.layout.vertices) expect(after.layout.vertices.get(name)).toEqual(box);
  });

  it('lays out arbitrary structures without a collision', () => {
    fc.assert(
      fc.property(arbitraryStructure, fc.boolean(), fc.constantFrom(...headings), (dag, wrap, heading) => {
        const { graph, layout } = layoutOf(dag, wrap, heading);
        expect(layout.vertices.size).toBe(graph.vertices.length);
        expect(layout.edges.size).toBe(graph.edges.length);
        expect(collisions(layout)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
