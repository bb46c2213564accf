import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryStructure } from '@/lib/dag/testing/arbitrary-structure';
import { documentReview, edge, structure } from '@/lib/dag/testing/structures';
import { laidOut } from '@/lib/dag/testing/laid-out';
import { flowGraph } from './flow-graph';
import { type Direction, firstVertex, neighbour } from './keyboard-navigation';

const graph = flowGraph(documentReview);
const layout = laidOut(graph);

describe('keyboard navigation', () => {
  it('starts at an entry vertex', () => {
    expect(firstVertex(graph, layout)).toBe('fetch');
  });

  it('follows edges to the right and back to the left', () => {
    expect(neighbour(graph, layout, 'split', 'right')).toBe('review');
    expect(neighbour(graph, layout, 'gather', 'right')).toBe('score');
    expect(neighbour(graph, layout, 'gather', 'left')).toBe('review');
  });

  it('follows a back edge if it is the only one', () => {
    expect(neighbour(graph, layout, 'revise', 'right')).toBe('compare');
  });

  it('does not lead back upstream from the end of a wrapped graph', () => {
    const chain = (length: number) => {
      const names = Array.from({ length }, (_, index) => `step_${index}`);
      return flowGraph(
        structure({
          vertices: names.map((name) => ({ name, kind: 'off_chain', tool_fqn: 't.x@1' })),
          edges: names.slice(1).map((name, index) => edge(`${names[index]}.ok.x`, `${name}.x`)),
        }),
      );
    };
    let short = 0;
    for (let length = 10; length < 24; length += 1) {
      const long = chain(length);
      const rows = laidOut(long);
      const end = rows.vertices.get(`step_${length - 1}`)!;
      // The last row is shorter than the others, so vertices of other rows lie further right.
      if ([...rows.vertices.values()].some(({ x }) => x > end.x + end.width)) short += 1;
      expect(neighbour(long, rows, `step_${length - 1}`, 'right')).toBeNull();
      expect(neighbour(long, rows, 'step_0', 'left')).toBeNull();
    }
    expect(short).toBeGreaterThan(0);
  });

  it('reaches every vertex of any graph', () => {
    fc.assert(
      fc.property(arbitraryStructure, (dag) => {
        const any = flowGraph(dag);
        const anyLayout = laidOut(any);
        const visited = new Set<string>();
        const waiting = [firstVertex(any, anyLayout) ?? []].flat();
        for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
          if (visited.has(name)) continue;
          visited.add(name);
          for (const direction of ['left', 'right', 'up', 'down'] as Direction[]) {
            const next = neighbour(any, anyLayout, name, direction);
            if (next !== null) waiting.push(next);
          }
        }
        expect([...visited].sort()).toEqual(any.vertices.map(({ name }) => name).sort());
      }),
      { numRuns: 150 },
    );
  });
});
