import { describe, expect, it } from 'vitest';
import { event, fees, finished, recorded, reviewLines, eventsFrom } from '@/lib/dag/testing/recorded-runs';
import { data, documentReview, structure } from '@/lib/dag/testing/structures';
import { clockOf } from './clock';
import { incidentsOf } from './incidents';
import { type Compared, compareRuns } from './compare-runs';
import { prepareReplay } from './replay';
import type { RecordedRun } from './recorded-run';

function run(parts: Partial<RecordedRun>): Compared {
  const replay = prepareReplay(recorded({ execution: finished(false, false), ...parts }));
  return {
    replay,
    clock: clockOf(replay.moments, new Map(), new Set()),
    incidents: incidentsOf(replay),
  };
}

const twice = run({
  events: eventsFrom(reviewLines),
  ledger: [fees(40, 10n, 5n, 1n, { tx_digest: 'tx 7' })],
});
// The second run leaves the loop immediately, on another variant.
const once = run({
  events: eventsFrom(
    reviewLines
      .filter(([, place]) => place !== 'revise[0]' && place !== 'compare[1]')
      .map((line) => (line[2] === 'lt' ? ([line[0], line[1], 'eq', line[3]] as typeof line) : line)),
  ),
});

describe('two runs of one DAG', () => {
  const difference = compareRuns(twice, once);
  const at = (vertex: string) => difference?.vertices.find((row) => row.vertex === vertex);

  it('differ in path only where state, visits or variants differ', () => {
    const differing = difference?.vertices.filter(({ parts }) => parts.includes('path'));
    expect(differing?.map(({ vertex }) => vertex)).toEqual(['compare', 'revise']);
    expect(at('compare')?.sides.map(({ visits, variants }) => [visits, variants])).toEqual([
      [2, ['gt', 'lt']],
      [1, ['eq']],
    ]);
    expect(at('revise')?.sides.map(({ state, took }) => [state, took])).toEqual([
      ['done', 1_000],
      ['not_reached', null],
    ]);
    expect(difference?.only.map((edges) => edges.map(({ key }) => key))).toEqual([
      ['compare.lt.a->revise.score', 'revise.ok.score->compare.a', 'compare.gt.a->record.score'],
      ['compare.eq.a->record.score'],
    ]);
  });

  it('have their own duration and cost, unknown if not recorded', () => {
    expect(difference?.took).toEqual([39_000, 28_000]);
    expect(difference).toMatchObject({
      clocks: ['indexed', 'indexed'],
      statuses: ['succeeded', 'succeeded'],
    });
    expect(difference?.cost).toEqual([16n, null]);
    expect(at('fetch')?.sides.map(({ cost }) => cost)).toEqual([16n, null]);
  });

  it('differ in values port by port, with all values of a loop in order', () => {
    expect(at('compare')?.parts).toEqual(expect.arrayContaining(['path', 'inputs', 'outputs']));
    const input = at('compare')?.ports.find(({ direction, port }) => direction === 'input' && port === 'a');
    expect(input?.values).toEqual([[data(6), data(8)], [data(6)]]);
    expect(at('split')?.ports).toEqual([]);
  });

  it('differ in the reason of a failure', () => {
    const failing = (failure_reason: string) =>
      run({
        events: [
          event(1, 'RequestWalkExecution', 'fetch', 0),
          event(2, 'WalkFailed', 'fetch', 0, { failure_reason }),
        ],
      });
    const [fetch] = compareRuns(failing('timeout'), failing('refused'))?.vertices ?? [];
    expect(fetch?.sides.map(({ reasons }) => reasons)).toEqual([['timeout'], ['refused']]);
    expect(fetch?.parts).toEqual(['reason']);
  });

  it('are equal where nothing differs and nothing is unknown', () => {
    const equal = (a: Compared, b: Compared) =>
      compareRuns(a, b)
        ?.vertices.filter((row) => row.equal)
        .map(({ vertex }) => vertex);
    expect(equal(twice, twice)).toHaveLength(twice.replay.graph?.vertices.length ?? 0);
    // Without fees the cost of visited vertices is unknown; these were not visited.
    expect(equal(once, once)).toEqual(['upload', 'revise', 'alert']);
  });

  it('of different DAGs are not compared', () => {
    const other = structure({ ...documentReview, object_id: `0x${'0'.repeat(64)}` });
    expect(compareRuns(twice, run({ structure: other }))).toBeNull();
  });
});
