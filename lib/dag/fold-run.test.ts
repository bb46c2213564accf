import { describe, expect, it } from 'vitest';
import { finished, recorded, reviewLines, told } from './fixtures/recorded-runs';
import { documentReview } from './fixtures/structures';
import { flowGraph } from './flow-graph';
import { folded, foldedName } from './fold';
import { foldedRun } from './fold-run';
import { regionsOf, type Region } from './fold-regions';
import { prepareReplay, replayAt } from './replay/replay';
import { vertexRunLabel, vertexRunText, type RunState } from './run-state';

const graph = flowGraph(documentReview);
const replay = prepareReplay(recorded({ events: told(reviewLines), execution: finished(false, false) }));
const stateAt = (step: number): RunState => replayAt(replay, step).state!;
const loop = regionsOf(graph).find(({ key }) => key === 'loop:revise')!;
/** What no region of this graph has: members of every state at the end. */
const group: Region = {
  key: 'tool:x',
  what: 'tool',
  title: 'x',
  members: new Set(['fetch', 'split', 'alert', 'upload']),
};

describe('a run on folded vertices', () => {
  it('is the same run where nothing is folded', () => {
    const run = stateAt(5);
    expect(foldedRun(graph, run)).toBe(run);
  });

  it('gives a folded vertex the sum of its members at every step, and leaves the others as they were', () => {
    for (const region of [loop, group]) {
      const shown = folded(graph, [region]);
      for (let step = 0; step <= reviewLines.length; step += 1) {
        const run = stateAt(step);
        const both = foldedRun(shown, run);
        const sum = both.vertices.get(foldedName(region))!;
        const own = [...region.members].map((name) => run.vertices.get(name)!);
        for (const [state, count] of Object.entries(sum.members!))
          expect(own.filter((each) => each.state === state)).toHaveLength(count);
        expect(sum.steps).toHaveLength(own.flatMap(({ steps }) => steps).length);
        expect(sum.counts.done).toBe(own.reduce((all, { counts }) => all + counts.done, 0));
        expect(both.vertices.get('record')).toBe(run.vertices.get('record'));
        expect(both.totals).toBe(run.totals);
      }
    }
  });

  it('tells how many members are done, and all that there are', () => {
    const end = foldedRun(folded(graph, [group]), stateAt(reviewLines.length));
    const sum = end.vertices.get('⟨x⟩')!;
    expect(sum.state).toBe('done');
    expect(vertexRunLabel(sum)).toBe('2/4 done');
    expect(vertexRunText('x', sum)).toBe('x: of 4 vertices 2 done, 2 not reached');
    const start = foldedRun(folded(graph, [group]), stateAt(1));
    expect(start.vertices.get('⟨x⟩')!.state).toBe('active');
  });

  it('names variants as the folded vertex has its ports', () => {
    const shown = folded(graph, [loop]);
    const sum = foldedRun(shown, stateAt(reviewLines.length)).vertices.get(foldedName(loop))!;
    const ports = shown.vertices.find(({ members }) => members)!.outputs.map(({ variant }) => variant);
    expect(ports.some((variant) => sum.variants.includes(variant))).toBe(true);
  });

  it('moves along the edge that stands for the one that is moving', () => {
    const shown = folded(graph, [loop]);
    const into = shown.edges.find(({ members }) => members?.includes('score.ok.mean->compare.a'))!;
    const steps = Array.from({ length: reviewLines.length + 1 }, (_, step) => stateAt(step));
    const moved = steps.filter(({ moving }) => moving.has('score.ok.mean->compare.a'));
    expect(moved.length).toBeGreaterThan(0);
    for (const run of moved) expect(foldedRun(shown, run).moving.has(into.key)).toBe(true);
    expect(foldedRun(shown, steps.at(-1)!).edges.get(into.key)).toEqual(
      steps.at(-1)!.edges.get('score.ok.mean->compare.a'),
    );
  });
});
