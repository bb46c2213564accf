import { describe, expect, it } from 'vitest';
import type { DagStructure } from '@/lib/contract/dags';
import { collisions } from '@/lib/dag/fixtures/collisions';
import { chain, fan, islands, tangle } from '@/lib/dag/fixtures/large-structures';
import { edge, structure } from '@/lib/dag/fixtures/structures';
import { flowGraph } from '@/lib/dag/flow-graph';
import { placementQuestion, readPlacement } from '@/lib/dag/layout';
import { labelSize, vertexSize } from '@/lib/dag/vertex-size';
import { place } from './place';
import { questionHash } from './question-hash';

function placed(given: DagStructure, wrap = true) {
  const graph = flowGraph(given);
  const question = placementQuestion(graph, { wrap });
  const answer = place(question);
  return { graph, question, answer, layout: readPlacement(graph, answer) };
}

const NAMES = ['one', 'two words', '価格を確認する', 'Ünïcode ünd Leerzeichen', '🛰️ relay', 'x'.repeat(80)];
const odd = structure({
  vertices: NAMES.map((name) => ({ name, kind: 'off_chain', tool_fqn: 'xyz.names.odd@1' })),
  edges: NAMES.flatMap((name, index) =>
    ['normal', 'for_each', 'collect', 'do_while', 'break', 'static'].map((kind, port) => ({
      from: { vertex: name, variant: 'ok', port: `p ${port}` },
      to: { vertex: NAMES[(index + 1 + port) % NAMES.length]!, port: `q ${port}` },
      kind,
    })),
  ),
  entry_groups: [{ name: 'dangling', ports: [{ vertex: 'nowhere', port: 'in' }] }],
});

const twice = structure({
  edges: ['normal', 'normal', 'static', 'normal'].map((kind) => edge('a.ok.x', 'b.x', kind)),
});

const manyPorts = structure({
  edges: Array.from({ length: 200 }, (_, index) => edge(`hub.ok.p${index}`, `spoke_${index % 50}.p${index}`)),
});

const CASES: [string, DagStructure][] = [
  ['one vertex', chain(1)],
  ['a chain of 12', chain(12)],
  ['a chain of 1,000', chain(1000)],
  ['a fan of 100', fan(100)],
  ['a fan of 1,000', fan(1000)],
  ['a tangle of 100', tangle(100, 300)],
  ['a tangle of 1,000 with 3,000 edges', tangle(1000, 3000)],
  ['a tangle without reach', tangle(300, 900, 300)],
  ['1,000 vertices in parts', islands(1000)],
  ['odd names and all kinds', odd],
  ['the same edge more than once', twice],
  ['two hundred ports on one vertex', manyPorts],
  ['5,000 vertices', tangle(5000, 15_000)],
];

describe('the placement', () => {
  it.each(CASES)('of %s is whole and nothing covers anything', (_, given) => {
    const { graph, layout } = placed(given);
    expect(layout.vertices.size).toBe(graph.vertices.length);
    expect(collisions(layout)).toEqual([]);
    for (const { key, kind } of graph.edges) {
      const way = layout.edges.get(key)!;
      expect(way.points.length).toBeGreaterThan(1);
      expect(way.label !== null).toBe(labelSize(kind) !== null);
    }
  });

  it.each(CASES)('of %s leads every edge from its port to its port', (_, given) => {
    const { graph, layout } = placed(given);
    const wrong: string[] = [];
    for (const vertex of graph.vertices) {
      const box = layout.vertices.get(vertex.name)!;
      const { ports } = vertexSize(vertex);
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

  it('draws loops around what they repeat', () => {
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

  it('keeps edges between the same two ports apart', () => {
    const { layout } = placed(twice);
    const ways = [...layout.edges.values()].map(({ points }) => JSON.stringify(points));
    expect(new Set(ways).size).toBe(4);
  });

  it('does not let a wide fan become one endless column', () => {
    const { layout } = placed(fan(1000));
    expect(layout.height / layout.width).toBeLessThan(12);
  });

  it('answers the same question alike, and tells questions apart', () => {
    const [one, two] = [placed(tangle(60, 120)), placed(tangle(60, 120))];
    expect(one.answer).toEqual(two.answer);
    expect(questionHash(one.question)).toBe(questionHash(two.question));
    const others = [tangle(60, 121), tangle(61, 120), chain(60)].map((each) =>
      questionHash(placed(each).question),
    );
    others.push(questionHash({ ...one.question, wrap: false }));
    expect(new Set([questionHash(one.question), ...others]).size).toBe(5);
  });
});
