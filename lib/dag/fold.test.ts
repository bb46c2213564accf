import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryStructure } from '@/lib/dag/testing/arbitrary-structure';
import { documentReview, edge, structure } from '@/lib/dag/testing/structures';
import { laidOut } from '@/lib/dag/testing/laid-out';
import { flowGraph } from './flow-graph';
import { folded, foldedName } from './fold';
import { regionsOf } from './fold';
import { neighbourhood, part } from './traverse';

const graph = flowGraph(documentReview);
const region = (key: string) => regionsOf(graph).filter((each) => each.key === key);

describe('folding', () => {
  it('offers fan-outs, loops and tools with two or more vertices', () => {
    const long = structure({
      vertices: ['a', 'b', 'c'].map((name) => ({ name, kind: 'off_chain', tool_fqn: 'x.tool@1' })),
      edges: [edge('a.ok.x', 'b.x', 'for_each'), edge('b.ok.x', 'c.x'), edge('c.ok.x', 'd.x', 'collect')],
    });
    const regions = regionsOf(flowGraph(long));
    expect(regions.map(({ key, members }) => [key, [...members]])).toEqual([
      ['each:a', ['b', 'c']],
      ['tool:x.tool@1', ['a', 'b', 'c']],
    ]);
    expect(region('loop:revise').map(({ members }) => [...members].sort())).toEqual([['compare', 'revise']]);
  });

  it('replaces a loop by one vertex with the edges that lead in and out', () => {
    const result = folded(graph, region('loop:revise'));
    expect(result.vertices).toHaveLength(11);
    const loop = result.vertices.find(({ members }) => members)!;
    expect(loop.members).toEqual(['compare', 'revise']);
    expect(loop.inputs.map(({ port }) => port)).toEqual(['compare.a', 'compare.b']);
    expect(loop.outputs.map(({ variant, port }) => `${variant}.${port}`)).toEqual([
      'compare.gt.a',
      'compare.eq.a',
    ]);
    expect(result.edges.some(({ back }) => back)).toBe(false);
  });

  it('merges equal edges of a tool', () => {
    const dag = structure({
      vertices: ['s', 'a', 'b', 'e'].map((name) => ({
        name,
        kind: 'off_chain',
        tool_fqn: name === 'a' || name === 'b' ? 'x.twice@1' : `x.${name}@1`,
      })),
      edges: ['a', 'b'].flatMap((name) => [edge('s.ok.x', `${name}.in`), edge(`${name}.ok.out`, 'e.x')]),
    });
    const whole = flowGraph(dag);
    const result = folded(
      whole,
      regionsOf(whole).filter(({ what }) => what === 'tool'),
    );
    expect(result.vertices.map(({ name }) => name)).toEqual(['s', '⟨x.twice@1⟩', 'e']);
    expect(result.edges).toHaveLength(2);
  });

  it('keeps every vertex for any regions, and the result can be placed', () => {
    fc.assert(
      fc.property(arbitraryStructure, fc.integer({ min: 0, max: 7 }), (dag, choice) => {
        const whole = flowGraph(dag);
        const regions = regionsOf(whole).filter((_, index) => (choice >> (index % 3)) & 1);
        const result = folded(whole, regions);
        const names = result.vertices.flatMap(({ name, members }) => members ?? [name]);
        expect(names.sort()).toEqual(whole.vertices.map(({ name }) => name).sort());
        for (const at of [...result.edges].flatMap(({ from, to }) => [from.vertex, to.vertex]))
          expect(result.vertices.some(({ name }) => name === at)).toBe(true);
        expect(new Set(result.edges.map(({ key }) => key)).size).toBe(result.edges.length);
        const layout = laidOut(result);
        expect(layout.vertices.size).toBe(result.vertices.length);
      }),
      { numRuns: 80 },
    );
  });

  it('gives a folded vertex a unique name', () => {
    for (const each of regionsOf(graph))
      expect(graph.vertices.map(({ name }) => name)).not.toContain(foldedName(each));
  });
});

describe('the neighbourhood of a vertex', () => {
  const around = (name: string, side: 'both' | 'up' | 'down', hops: number | null) =>
    [...neighbourhood(graph, name, { side, hops })].sort();

  it('is everything within a number of edges, upstream, downstream or both', () => {
    expect(around('review', 'up', 1)).toEqual(['policy', 'review', 'split']);
    expect(around('review', 'up', 2)).toEqual(['fetch', 'policy', 'review', 'split', 'upload']);
    expect(around('review', 'down', 1)).toEqual(['gather', 'review']);
    expect(around('score', 'both', 1)).toEqual(['compare', 'gather', 'score']);
    expect(around('fetch', 'down', null)).toHaveLength(10);
    expect(around('revise', 'both', 0)).toEqual(['revise']);
  });

  it('keeps inner edges, and the ports of edges that lead out', () => {
    const small = part(graph, neighbourhood(graph, 'review', { side: 'up', hops: 1 }));
    expect(small.edges.map(({ from, to }) => `${from.vertex} ${to.vertex}`)).toEqual([
      'split review',
      'policy review',
    ]);
    const review = small.vertices.find(({ name }) => name === 'review')!;
    expect(review.outputs.map(({ edges }) => edges)).toEqual([[]]);
  });
});
