import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryStructure } from '@/lib/dag/testing/arbitrary-structure';
import { documentReview, edge, structure, unfinished, wide } from '@/lib/dag/testing/structures';
import { depths, onLoops } from './back-edges';
import { edgeKey, flowGraph, inputKey, outputKey } from './flow-graph';
import { preflight } from './preflight';
import { edgesBy, forwardEdges, reachable } from './traverse';
import { edgeText, graphText, inputText, outputText, vertexText } from './wording';

const graph = flowGraph(documentReview);
const vertex = (name: string, of = graph) => of.vertices.find((found) => found.name === name)!;
const input = (name: string, port: string, of = graph) =>
  vertex(name, of).inputs.find((found) => found.port === port)!;

describe('the graph of a structure', () => {
  it('gives every vertex the ports that edges, entry groups, defaults and outputs name', () => {
    expect(vertex('fetch').inputs.map(({ port }) => port)).toEqual(['url', 'timeout_ms']);
    expect(vertex('fetch').outputs.map(({ key }) => key)).toEqual(['fetch.ok.body', 'fetch.err.reason']);
    expect(vertex('notify').outputs.map(({ declared }) => declared)).toEqual([true]);
    expect(input('policy', 'key').entry_groups).toEqual(['by_address', 'by_upload']);
    expect(input('split', 'text').edges.map(({ from }) => from.vertex)).toEqual(['fetch', 'upload']);
  });

  it('turns vertices that are only referred to into ghosts, after the real ones', () => {
    const found = flowGraph(unfinished).vertices.map(({ name, ghost }) => [name, ghost]);
    expect(found).toEqual([
      ['quote', false],
      ['settle', 'awaited'],
      ['oracle', 'awaited'],
    ]);
    const sealed = flowGraph({ ...unfinished, finalized_at: '2026-11-20T09:00:00Z' });
    expect(sealed.vertices.map(({ ghost }) => ghost)).toEqual([false, 'missing', 'missing']);
  });

  it('distinguishes equal edges by number and different ones by key', () => {
    const twice = flowGraph(
      structure({ edges: [edge('a.ok.x', 'b.y'), edge('a.ok.x', 'b.y'), edge('a.err.x', 'b.y')] }),
    );
    expect(twice.edges.map(({ key }) => key)).toEqual(['a.ok.x->b.y', 'a.ok.x->b.y#2', 'a.err.x->b.y']);
  });

  it('cuts the do_while edge of a loop, not an edge of its body', () => {
    expect(graph.edges.filter(({ back }) => back).map(({ key }) => key)).toEqual([
      'revise.ok.score->compare.a',
    ]);
  });

  it('cuts an undeclared loop where a run would return', () => {
    const loop = flowGraph(
      structure({
        edges: [edge('b.ok.x', 'c.x'), edge('c.ok.x', 'a.y'), edge('a.ok.x', 'b.x')],
        entry_groups: [{ name: 'start', ports: [{ vertex: 'a', port: 'go' }] }],
      }),
    );
    expect(loop.edges.filter(({ back }) => back).map(({ key }) => key)).toEqual(['c.ok.x->a.y']);
  });

  it('survives a chain longer than a call stack', () => {
    const edges = Array.from({ length: 20_000 }, (_, index) => edge(`v${index}.ok.x`, `v${index + 1}.x`));
    const long = flowGraph(structure({ edges }));
    expect(preflight(long)).toMatchObject({ loops: 0, mode: 'outline' });
    const names = long.vertices.map(({ name }) => name);
    expect(depths(names, long.edges).get('v20000')).toBe(20_000);
  });

  it('counts two hundred ports', () => {
    expect(preflight(flowGraph(wide))).toEqual({
      vertices: 1,
      edges: 0,
      ports: 200,
      loops: 0,
      mode: 'full',
      onServer: true,
    });
  });

  it('finds the vertices from which a loop leads back', () => {
    fc.assert(
      fc.property(arbitraryStructure, (dag) => {
        const { vertices, edges } = flowGraph(dag);
        const names = vertices.map(({ name }) => name);
        const out = edgesBy(edges, 'from');
        const returns = (name: string) =>
          (out.get(name) ?? []).some(({ to }) => reachable([to.vertex], out, 'to').has(name));
        expect([...onLoops(names, edges)]).toEqual(names.filter(returns));
        expect(onLoops(names, forwardEdges({ edges })).size).toBe(0);
      }),
    );
  });

  it('contains everything an arbitrary structure names, and no cycle once back edges are cut', () => {
    fc.assert(
      fc.property(arbitraryStructure, (dag) => {
        const graph = flowGraph(dag);
        const inputs = new Set(graph.vertices.flatMap((found) => found.inputs.map(({ key }) => key)));
        const outputs = new Set(graph.vertices.flatMap((found) => found.outputs.map(({ key }) => key)));
        expect(graph.edges).toHaveLength(dag.edges.length);
        expect(new Set(graph.edges.map(({ key }) => key)).size).toBe(dag.edges.length);
        for (const { to, from } of dag.edges) {
          expect(inputs).toContain(inputKey(to.vertex, to.port));
          expect(outputs).toContain(outputKey(from.vertex, from.variant, from.port));
        }
        for (const { vertex: name, port } of [
          ...dag.default_values,
          ...dag.entry_groups.flatMap(({ ports }) => ports),
        ])
          expect(inputs).toContain(inputKey(name, port));
        for (const { vertex: name, variant, port } of dag.output_variants)
          expect(outputs).toContain(outputKey(name, variant, port));
        const forward = graph.edges.filter(({ back }) => !back);
        const depth = depths(
          graph.vertices.map(({ name }) => name),
          forward,
        );
        for (const { from, to } of forward)
          expect(depth.get(to.vertex)!).toBeGreaterThan(depth.get(from.vertex)!);
      }),
      { numRuns: 300 },
    );
  });
});

describe('keys', () => {
  it('are unique for any characters in names', () => {
    const names = fc.string({
      minLength: 0,
      maxLength: 4,
      unit: fc.constantFrom('.', '\\', '>', '-', 'a', 'b'),
    });
    const ends = fc.tuple(names, names, names, names, names);
    const key = ([vertex, variant, port, target, into]: [string, string, string, string, string]) =>
      edgeKey({ from: { vertex, variant, port }, to: { vertex: target, port: into } });
    fc.assert(
      fc.property(ends, ends, (a, b) => {
        expect(key(a) === key(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
      { numRuns: 2000 },
    );
  });

  it('of parallel edges are unlike that of a port with a number in its name', () => {
    const { edges } = flowGraph(
      structure({ edges: [edge('a.ok.x', 'b.y'), edge('a.ok.x', 'b.y'), edge('a.ok.x', 'b.y#2')] }),
    );
    expect(new Set(edges.map(({ key }) => key)).size).toBe(3);
  });
});

describe('the words', () => {
  it('describe an edge from port to port, with its kind unless it is normal', () => {
    const texts = graph.edges.map(edgeText);
    expect(texts).toContain('fetch.ok.body -> split.text');
    expect(texts).toContain('split.ok.parts -> review.part, for each');
    expect(edgeText({ ...graph.edges[0]!, kind: 'fan_in' })).toBe('fetch.ok.body -> split.text, fan_in');
  });

  it('describe vertices and ports by their sources and targets', () => {
    expect(vertexText(vertex('record'))).toBe(
      'record, com.papertrail.ledger.append@2, on-chain, 1 input, 2 outputs',
    );
    expect(vertexText(vertex('settle', flowGraph(unfinished)))).toBe(
      'settle, not added yet, 1 input, 0 outputs',
    );
    const sealed = flowGraph({ ...unfinished, finalized_at: '2026-11-20T09:00:00Z' });
    expect(vertexText(vertex('settle', sealed))).toBe('settle, not in the structure, 1 input, 0 outputs');
    expect(inputText(input('split', 'text'))).toBe('from fetch.ok.body; from upload.ok.text');
    expect(inputText(input('policy', 'key'))).toBe('supplied by the caller (by_address, by_upload)');
    expect(outputText(vertex('notify').outputs[0]!)).toBe('DAG output');
    expect(graphText(graph)).toBe('12 vertices, 14 edges, 2 entry groups, 1 loop');
  });
});
