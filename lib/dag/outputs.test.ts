import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DagStructure } from '@/lib/contract/dags';
import { depths } from './back-edges';
import { branchingOf, ENTRY } from './branching';
import { flowGraph, type GraphVertex } from './flow-graph';
import { loopsOf } from './loops';
import { classifiedOutputs } from './outputs';
import { arbitraryStructure } from './testing/arbitrary-structure';
import { documentReview, edge, structure } from './testing/structures';
import { forwardEdges } from './traverse';

const entry = (vertex: string, name = 'main') => ({ name, ports: [{ vertex, port: 'in' }] });
const output = (text: string) => {
  const [vertex = '', variant = '', port = ''] = text.split('.');
  return { vertex, variant, port };
};

/** Every tool has exactly the variants that the structure names, unless `contracts` says otherwise. */
function classes(of: DagStructure, contracts: Record<string, readonly string[] | null> = {}) {
  const used = ({ name, outputs }: GraphVertex) =>
    contracts[name] === undefined ? outputs.map(({ variant }) => variant) : contracts[name];
  const outputs = classifiedOutputs(flowGraph(of), used);
  return outputs.map(({ vertex, variant, outputClass, reason }) => [
    `${vertex}.${variant}`,
    outputClass,
    reason,
  ]);
}

const chain = structure({
  edges: [edge('fetch.ok.body', 'store.body')],
  entry_groups: [entry('fetch')],
  output_variants: [output('store.ok.receipt')],
});

const branches = structure({
  edges: [
    edge('compare.lt.a', 'buy.price'),
    edge('compare.gt.a', 'sell.price'),
    edge('buy.ok.order', 'book.order'),
    edge('sell.ok.order', 'book.order'),
  ],
  entry_groups: [entry('compare')],
  output_variants: [output('buy.ok.note'), output('sell.ok.note'), output('book.ok.id')],
});

describe('the outputs of a DAG', () => {
  it('are guaranteed where every vertex on the way has one variant', () => {
    expect(classes(chain)).toEqual([
      ['store.ok', 'guaranteed', 'store runs on every path and always ends with ok'],
    ]);
  });

  it('are conditional where a variant ends the walk earlier, or may', () => {
    expect(classes(chain, { fetch: ['ok', 'err'] })).toEqual([
      ['store.ok', 'conditional', 'Only if fetch takes ok'],
    ]);
    expect(classes(chain, { store: null })).toEqual([['store.ok', 'conditional', 'Only if store takes ok']]);
  });

  it('are exclusive on the branches of one decision, and guaranteed where all branches meet again', () => {
    expect(classes(branches)).toEqual([
      ['buy.ok', 'exclusive', 'Never together with sell.ok.note: compare takes lt or gt'],
      ['sell.ok', 'exclusive', 'Never together with buy.ok.note: compare takes gt or lt'],
      ['book.ok', 'guaranteed', 'book runs on every path and always ends with ok'],
    ]);
    expect(classes(branches, { compare: ['lt', 'eq', 'gt'] }).at(-1)).toEqual([
      'book.ok',
      'conditional',
      'Only in 2 cases, such as: compare takes lt',
    ]);
  });

  it('are exclusive as two variants of one vertex', () => {
    const two = structure({
      entry_groups: [entry('ask')],
      output_variants: [output('ask.ok.answer'), output('ask.err.reason')],
    });
    expect(classes(two).map(([, outputClass]) => outputClass)).toEqual(['exclusive', 'exclusive']);
  });

  it('are exclusive where only one entry group leads to each', () => {
    const groups = structure({
      entry_groups: [entry('a', 'by_mail'), entry('b', 'by_app')],
      output_variants: [output('a.ok.x'), output('b.ok.x')],
    });
    expect(classes(groups)[0]).toEqual([
      'a.ok',
      'exclusive',
      'Never together with b.ok.x: the run starts with by_mail or by_app',
    ]);
  });

  it('are not exclusive where each element of a list takes its own branch', () => {
    const each = structure({
      edges: [
        edge('split.ok.parts', 'check.part', 'for_each'),
        edge('check.good.part', 'keep.part'),
        edge('check.bad.part', 'drop.part'),
      ],
      entry_groups: [entry('split')],
      output_variants: [output('keep.ok.x'), output('drop.ok.x')],
    });
    expect(classes(each).map(([, outputClass]) => outputClass)).toEqual(['conditional', 'conditional']);
  });

  it('wait for every input of a vertex', () => {
    const join = structure({
      edges: [edge('left.ok.x', 'join.a'), edge('right.yes.x', 'join.b'), edge('right.no.x', 'stop.a')],
      entry_groups: [
        {
          name: 'main',
          ports: [
            { vertex: 'left', port: 'in' },
            { vertex: 'right', port: 'in' },
          ],
        },
      ],
      output_variants: [output('join.ok.x')],
    });
    expect(classes(join)[0]?.slice(1)).toEqual(['conditional', 'Only if right takes yes']);
  });

  it('assume that a loop ends, exactly once', () => {
    const loop = structure({
      edges: [
        edge('open.ok.offer', 'counter.offer'),
        edge('counter.ok.offer', 'decide.offer'),
        edge('counter.off.offer', 'log.offer'),
        edge('decide.again.offer', 'counter.offer', 'do_while'),
        edge('decide.agreed.offer', 'lock.offer', 'break'),
      ],
      entry_groups: [entry('open')],
      output_variants: [output('lock.ok.x'), output('log.ok.x')],
    });
    // In a loop, counter may take one variant now and another later.
    expect(classes(loop).map(([, outputClass, reason]) => [outputClass, reason])).toEqual([
      ['conditional', 'Only if counter takes off'],
      ['conditional', 'Only if counter takes ok'],
    ]);
    const edges = loop.edges.filter(({ from }) => from.variant !== 'off');
    expect(classes({ ...loop, edges })[0]?.[1]).toBe('guaranteed');
  });

  it('are exclusive where an entry group and a variant together exclude each other', () => {
    const [notify, alert] = classes(documentReview);
    expect([notify?.[1], alert?.[1]]).toEqual(['exclusive', 'exclusive']);
  });

  it('are reported as unreachable when nothing leads to them', () => {
    expect(classes(structure({ output_variants: [output('alone.ok.x')] }))[0]?.[2]).toBe(
      'No edge or entry group leads to alone',
    );
  });
});

/** Everything that runs with these choices, by walking the graph. */
function ran(of: DagStructure, choices: ReadonlyMap<string, string>): Set<string> {
  const graph = flowGraph(of);
  const depth = depths(
    graph.vertices.map(({ name }) => name),
    forwardEdges(graph),
  );
  const done = new Set<string>();
  for (const vertex of [...graph.vertices].sort(
    (a, b) => (depth.get(a.name) ?? 0) - (depth.get(b.name) ?? 0),
  )) {
    const fed = vertex.inputs.filter(
      ({ edges, entry_groups }) => entry_groups.length > 0 || edges.some(({ back }) => !back),
    );
    const arrives = fed.every(
      ({ edges, entry_groups }) =>
        entry_groups.includes(choices.get(ENTRY) ?? '') ||
        edges.some(
          ({ back, from }) => !back && done.has(from.vertex) && choices.get(from.vertex) === from.variant,
        ),
    );
    if (fed.length > 0 && arrives) done.add(vertex.name);
  }
  return done;
}

/** Every combination of variants that continue; null if there are too many. */
function combinations(of: DagStructure): Map<string, string>[] | null {
  const graph = flowGraph(of);
  let all: Map<string, string>[] = [new Map()];
  const choose = (decision: string, options: readonly string[]) => {
    if (options.length > 0)
      all = all.flatMap((choices) => options.map((option) => new Map(choices).set(decision, option)));
  };
  choose(ENTRY, [...new Set(graph.entry_groups)]);
  for (const { name, outputs } of graph.vertices) {
    const continuing = outputs.filter(({ edges, declared }) => declared || edges.some(({ back }) => !back));
    choose(name, [...new Set(continuing.map(({ variant }) => variant))]);
    if (all.length > 3000) return null;
  }
  return all;
}

describe('the classes of arbitrary structures', () => {
  it('hold in every combination of choices', () => {
    let guaranteed = 0;
    let exclusive = 0;
    fc.assert(
      fc.property(arbitraryStructure, (of) => {
        const graph = flowGraph(of);
        const variantsOf = ({ outputs }: GraphVertex) => outputs.map(({ variant }) => variant);
        const runs = combinations(of)?.map((choices) => ({ choices, done: ran(of, choices) }));
        if (!runs) return;
        const outputs = classifiedOutputs(graph, variantsOf);
        const branching = branchingOf(graph, variantsOf);
        const produces = (
          { choices, done }: (typeof runs)[number],
          output: { vertex: string; variant: string },
        ) => done.has(output.vertex) && choices.get(output.vertex) === output.variant;
        for (const output of outputs) {
          const ways = branching.waysTo(output.vertex, output.variant);
          const always = runs.every((run) => produces(run, output));
          if (output.outputClass === 'guaranteed') expect(always).toBe(true);
          else if (ways !== null) expect(always).toBe(false);
          if (output.outputClass === 'guaranteed') guaranteed += 1;
          if (output.outputClass !== 'exclusive') continue;
          exclusive += 1;
          const apart = outputs.filter(
            (other) => !runs.some((run) => produces(run, output) && produces(run, other)),
          );
          expect(apart.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 400, seed: 7 },
    );
    expect(guaranteed).toBeGreaterThan(5);
    expect(exclusive).toBeGreaterThan(5);
  });
});

describe('the loops of a graph', () => {
  it('list their targets and exits', () => {
    expect(loopsOf(flowGraph(documentReview))).toEqual([
      {
        from: 'revise',
        to: 'compare',
        repeats: ['ok'],
        exits: [],
      },
    ]);
    const loop = structure({
      edges: [
        edge('open.ok.x', 'ask.x'),
        edge('ask.again.x', 'ask.x', 'do_while'),
        edge('ask.done.x', 'sign.x', 'break'),
      ],
      entry_groups: [entry('open')],
    });
    expect(loopsOf(flowGraph(loop))).toEqual([
      { from: 'ask', to: 'ask', repeats: ['again'], exits: [{ variant: 'done', to: ['sign'] }] },
    ]);
  });
});
