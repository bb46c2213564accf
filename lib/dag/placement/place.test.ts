import { describe, expect, it } from 'vitest';
import type { DagStructure } from '@/lib/contract/dags';
import { collisions } from '@/lib/dag/testing/collisions';
import { generatedSet } from '@/lib/dag/testing/generated-set';
import { chain, fan, tangle } from '@/lib/dag/testing/large-structures';
import { edge, structure } from '@/lib/dag/testing/structures';
import { flowGraph, type FlowGraph } from '@/lib/dag/flow-graph';
import { placementRequest, readPlacement } from '@/lib/dag/layout';
import { labelSize, vertexSize, type PortPlace } from '@/lib/dag/vertex-size';
import { isLong } from '@/scripts/test-size';
import { place } from './place';
import { headings, type Heading } from './request';

function placed(dag: DagStructure, wrap = true, heading: Heading = 'right') {
  const graph = flowGraph(dag);
  const request = placementRequest(graph, { wrap, heading });
  const result = place(request);
  return { graph, request, result, layout: readPlacement(graph, heading, result) };
}

const twice = generatedSet['the same edge four times']!();

/** Ports whose space overlaps another's or exceeds the card. */
function crowded(graph: FlowGraph, heading: Heading): string[] {
  return graph.vertices.flatMap((vertex) => {
    const { width, ports } = vertexSize(vertex, heading);
    const byLine = new Map<number, PortPlace[]>();
    for (const place of ports) byLine.set(place.y, [...(byLine.get(place.y) ?? []), place]);
    return [...byLine.values()].flatMap((line) => {
      const inOrder = [...line].sort((a, b) => a.left - b.left);
      return inOrder.flatMap(({ key, left, room }, index) => {
        const before = inOrder[index - 1];
        const meets = left < (before ? before.left + before.room : 0) || left + room > width;
        return meets ? [key] : [];
      });
    });
  });
}

const LARGE = new Set(['5,000 vertices', 'a tangle of 1,000']);

/** Both headings share one algorithm, so a large one runs once, and the largest only in the long form. */
const casesOf = (heading: Heading) =>
  Object.entries(generatedSet).filter(
    ([name]) => isLong || !LARGE.has(name) || (heading === 'right' && name !== '5,000 vertices'),
  );

describe.each(headings)('placement running %s', (heading) => {
  it.each(casesOf(heading))('places %s completely and without overlap', (_, build) => {
    const { graph, layout } = placed(build(), true, heading);
    expect(layout.vertices.size).toBe(graph.vertices.length);
    expect(collisions(layout)).toEqual([]);
    expect(crowded(graph, heading)).toEqual([]);
    const wrong: string[] = [];
    for (const { key, kind } of graph.edges) {
      const way = layout.edges.get(key)!;
      if (way.points.length < 2 || (way.label !== null) !== (labelSize(kind) !== null)) wrong.push(key);
    }
    for (const vertex of graph.vertices) {
      const box = layout.vertices.get(vertex.name)!;
      const { ports } = vertexSize(vertex, heading);
      for (const [index, port] of [...vertex.inputs, ...vertex.outputs].entries())
        for (const { key } of port.edges) {
          const { points } = layout.edges.get(key)!;
          const end = index < vertex.inputs.length ? points.at(-1)! : points[0]!;
          const { x, y } = ports[index]!;
          if (Math.abs(end.x - box.x - x) > 0.5 || Math.abs(end.y - box.y - y) > 0.5) wrong.push(key);
        }
    }
    expect(wrong).toEqual([]);
  });
});

describe('placement', () => {
  it('routes a loop around the vertices it repeats', () => {
    const { layout } = placed(
      structure({
        edges: [
          edge('a.ok.x', 'b.x'),
          edge('b.ok.x', 'c.x'),
          edge('c.more.x', 'a.x', 'do_while'),
          edge('c.done.x', 'd.x', 'break'),
        ],
      }),
    );
    const { points } = layout.edges.get('c.more.x->a.x')!;
    const low = Math.max(
      ...['a', 'b', 'c'].map((name) => layout.vertices.get(name)!).map((box) => box.y + box.height),
    );
    const high = Math.min(...['a', 'b', 'c'].map((name) => layout.vertices.get(name)!.y));
    expect(points.some(({ y }) => y > low || y < high)).toBe(true);
  });

  it('separates edges between the same two ports', () => {
    const { layout } = placed(twice);
    const ways = [...layout.edges].map(([, { points }]) => JSON.stringify(points));
    expect(new Set(ways).size).toBe(4);
  });

  it('does not put a wide fan into one long column', () => {
    const { layout } = placed(fan(1000));
    expect(layout.box.height / layout.box.width).toBeLessThan(12);
  });

  it('runs down in rank order', () => {
    const { layout } = placed(chain(12), false, 'down');
    const tops = [...layout.vertices.values()].map(({ y }) => y);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(new Set(tops).size).toBe(12);
  });

  it('gives equal requests equal results', () => {
    const [first, second] = [placed(tangle(60, 120)), placed(tangle(60, 120))];
    expect(first.result).toEqual(second.result);
  });
});
