import { describe, expect, it } from 'vitest';
import { finished, partsOf, recorded, reviewLines, eventsFrom } from '@/lib/dag/testing/recorded-runs';
import { documentReview, edge, structure } from '@/lib/dag/testing/structures';
import { flowGraph } from './flow-graph';
import { folded, foldedName } from './fold';
import { foldedRun } from './fold';
import { regionsOf, type Region } from './fold';
import { prepareReplay, replayAt } from './replay/replay';
import { edgeRunLabel, vertexRunLabel, vertexRunText, type RunState } from './run-state';

const graph = flowGraph(documentReview);
const replay = prepareReplay(
  recorded({ events: eventsFrom(reviewLines), execution: finished(false, false) }),
);
const stateAt = (step: number): RunState => replayAt(replay, step).state!;
const loop = regionsOf(graph).find(({ key }) => key === 'loop:revise')!;
/** Members in every final state, which no region of this graph has. */
const group: Region = {
  key: 'tool:x',
  what: 'tool',
  title: 'x',
  members: new Set(['fetch', 'split', 'alert', 'upload']),
};

describe('a run on folded vertices', () => {
  it('returns the same run when nothing is folded', () => {
    const run = stateAt(5);
    expect(foldedRun(graph, run)).toBe(run);
  });

  it('gives a folded vertex the sum of its members at every step and leaves the others unchanged', () => {
    for (const region of [loop, group]) {
      const foldedGraph = folded(graph, [region]);
      for (let step = 0; step <= reviewLines.length; step += 1) {
        const run = stateAt(step);
        const both = foldedRun(foldedGraph, run);
        const sum = both.vertices.get(foldedName(region))!;
        const memberRuns = [...region.members].map((name) => run.vertices.get(name)!);
        for (const [state, count] of Object.entries(sum.members!))
          expect(memberRuns.filter((each) => each.state === state)).toHaveLength(count);
        expect(sum.steps).toHaveLength(memberRuns.flatMap(({ steps }) => steps).length);
        expect(sum.counts.done).toBe(memberRuns.reduce((all, { counts }) => all + counts.done, 0));
        expect(both.vertices.get('record')).toBe(run.vertices.get('record'));
        expect(both.totals).toBe(run.totals);
      }
    }
  });

  it('counts how many of its members are done', () => {
    const end = foldedRun(folded(graph, [group]), stateAt(reviewLines.length));
    const sum = end.vertices.get('⟨x⟩')!;
    expect(sum.state).toBe('done');
    expect(vertexRunLabel(sum)).toBe('2/4 settled');
    expect(vertexRunText('x', sum)).toBe('x: 4 vertices, 2 settled, 2 not reached');
    const start = foldedRun(folded(graph, [group]), stateAt(1));
    expect(start.vertices.get('⟨x⟩')!.state).toBe('active');
  });

  it('names variants like the ports of the folded vertex', () => {
    const foldedGraph = folded(graph, [loop]);
    const sum = foldedRun(foldedGraph, stateAt(reviewLines.length)).vertices.get(foldedName(loop))!;
    const ports = foldedGraph.vertices.find(({ members }) => members)!.outputs.map(({ variant }) => variant);
    expect(ports.some((variant) => sum.variants.includes(variant))).toBe(true);
  });

  it('counts the total of a port once when several collect edges lead into it', () => {
    const dag = structure({
      vertices: ['a', 'b', 'c', 'd'].map((name) => ({ name, kind: 'off_chain', tool_fqn: `t.${name}@1` })),
      edges: [
        edge('a.ok.list', 'b.x', 'for_each'),
        edge('b.left.x', 'c.x'),
        edge('b.right.x', 'd.x'),
        edge('c.ok.x', 'e.xs', 'collect'),
        edge('d.ok.x', 'e.xs', 'collect'),
      ],
    });
    const events = eventsFrom([
      [0, 'a', 'ok', { list: partsOf(1, 2) }],
      [1, 'b[0]', 'left', { x: partsOf(1) }],
      [2, 'b[1]', 'right', { x: partsOf(2) }],
      [1, 'c[0]', 'ok', { x: partsOf(1) }],
      [2, 'd[1]', 'ok', { x: partsOf(2) }],
    ]);
    const both: Region = { key: 'tool:t', what: 'tool', title: 't', members: new Set(['c', 'd']) };
    const foldedGraph = folded(flowGraph(dag), [both]);
    const run = prepareReplay(recorded({ structure: dag, events }));
    const collect = foldedGraph.edges.find(({ kind }) => kind === 'collect')!;
    const label = (step: number) =>
      edgeRunLabel('collect', foldedRun(foldedGraph, replayAt(run, step).state!).edges.get(collect.key));
    expect([3, 4, 5].map(label)).toEqual(['0/2', '1/2', '2/2']);
  });

  it('marks the folded edge as moving when one of its members is', () => {
    const foldedGraph = folded(graph, [loop]);
    const into = foldedGraph.edges.find(({ members }) => members?.includes('score.ok.mean->compare.a'))!;
    const steps = Array.from({ length: reviewLines.length + 1 }, (_, step) => stateAt(step));
    const movingSteps = steps.filter(({ moving }) => moving.has('score.ok.mean->compare.a'));
    expect(movingSteps.length).toBeGreaterThan(0);
    for (const run of movingSteps) expect(foldedRun(foldedGraph, run).moving.has(into.key)).toBe(true);
    expect(foldedRun(foldedGraph, steps.at(-1)!).edges.get(into.key)).toEqual(
      steps.at(-1)!.edges.get('score.ok.mean->compare.a'),
    );
  });
});
