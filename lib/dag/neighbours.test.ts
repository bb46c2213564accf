import { describe, expect, it } from 'vitest';
import { documentReview } from './fixtures/structures';
import { laidOut } from './fixtures/laid-out';
import { flowGraph } from './flow-graph';
import { firstVertex, neighbour, type Direction } from './neighbours';

const graph = flowGraph(documentReview);
const layout = laidOut(graph);

describe('walking by arrow keys', () => {
  it('starts where a caller does', () => {
    expect(firstVertex(graph, layout)).toBe('fetch');
  });

  it('follows edges to the right and back to the left', () => {
    expect(neighbour(graph, layout, 'split', 'right')).toBe('review');
    expect(neighbour(graph, layout, 'gather', 'right')).toBe('score');
    expect(neighbour(graph, layout, 'gather', 'left')).toBe('review');
  });

  it('takes the way back of a loop when it is the only way', () => {
    expect(neighbour(graph, layout, 'revise', 'right')).toBe('compare');
  });

  it('reaches every vertex', () => {
    const reached = new Set<string>();
    const waiting = [firstVertex(graph, layout)!];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (reached.has(name)) continue;
      reached.add(name);
      for (const direction of ['left', 'right', 'up', 'down'] as Direction[]) {
        const next = neighbour(graph, layout, name, direction);
        if (next !== null) waiting.push(next);
      }
    }
    expect([...reached].sort()).toEqual(graph.vertices.map(({ name }) => name).sort());
  });
});
