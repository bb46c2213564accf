import { describe, expect, it } from 'vitest';
import { partsOf, recorded, eventsFrom } from '@/lib/dag/testing/recorded-runs';
import { data } from '@/lib/dag/testing/structures';
import { stateOfWalk } from './replay';
import { prepareReplay, replayAt } from './replay';

const replay = prepareReplay(
  recorded({
    events: eventsFrom([
      [0, 'fetch', 'runs'],
      [0, 'fetch', 'ok', { body: data('one two') }],
      [0, 'split', 'runs'],
      [0, 'split', 'ok', { parts: partsOf('one', 'two') }],
      [1, 'review[0]', 'runs'],
      [2, 'review[1]', 'runs'],
      [1, 'review[0]', 'ok', { score: data(7) }],
    ]),
  }),
);
const at = (step: number) => replayAt(replay, step);
const stateAt = (step: number, walk: bigint) => stateOfWalk(replay, at(step), walk);

describe('the state of a single walk', () => {
  it('distinguishes its own vertices, those of other walks, and those not reached', () => {
    const state = stateAt(99, 1n);
    const states = ['fetch', 'split', 'review', 'gather'].map((name) => state?.vertices.get(name)?.state);
    expect(states).toEqual(['not_by_walk', 'not_by_walk', 'done', 'not_reached']);
    expect(state?.vertices.get('review')?.steps.map(({ walk_index }) => walk_index)).toEqual([1n]);
    expect(stateAt(99, 2n)?.vertices.get('review')).toMatchObject({ state: 'active', variants: [] });
    expect(state?.totals).toMatchObject({ not_by_walk: 2, done: 1, active: 0 });
  });

  it('has the edges it crossed with the counts of the whole run, and only its own tokens', () => {
    const edges = (walk: bigint) =>
      [...(stateAt(99, walk)?.edges.keys() ?? [])].map((key) => key.split('->')[0]);
    expect(edges(1n)).toEqual(['review.ok.score']);
    expect(edges(2n)).toEqual([]);
    const [collect] = [...(stateAt(99, 1n)?.edges.values() ?? [])];
    expect(collect).toEqual(at(99).state?.edges.get([...(stateAt(99, 1n)?.edges.keys() ?? [])][0] ?? ''));
    expect(collect).toMatchObject({ done: 1, total: 2 });
    expect([stateAt(7, 1n)?.moving.size, stateAt(7, 2n)?.moving.size]).toEqual([1, 0]);
  });

  it('leaves unrecorded vertices unknown', () => {
    const cut = prepareReplay(
      recorded({ events: eventsFrom([[1, 'split', 'ok', { parts: partsOf('one') }]]) }),
    );
    const stateIn = (walk: bigint, vertex: string) =>
      stateOfWalk(cut, replayAt(cut, 99), walk)?.vertices.get(vertex)?.state;
    expect(stateIn(1n, 'fetch')).toBe('unknown');
    // Walk 0 has no row at all, so whether it reached the vertices of walk 1 is unknown.
    expect([stateIn(1n, 'split'), stateIn(0n, 'split')]).toEqual(['done', 'unknown']);
    expect(stateOfWalk(prepareReplay(recorded({ structure: null })), at(0), 0n)).toBeNull();
  });
});
