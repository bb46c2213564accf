import { describe, expect, it } from 'vitest';
import { event, EXECUTION, failure, recorded } from '@/lib/dag/testing/recorded-runs';
import { clockOf } from './clock';
import { readHistory } from './history';
import { prepareReplay } from './replay';
import { missedAt, timelineOf } from './timeline';

const requested = (id: number, place: string) => event(id, 'RequestWalkExecution', place, 0);

describe('the timeline', () => {
  const replay = prepareReplay(
    recorded({
      events: [
        requested(1, 'compare[0]'),
        event(3, 'WalkAdvanced', 'compare[0]', 0, { variant: 'lt' }),
        requested(4, 'compare[1]'),
        event(7, 'WalkAdvanced', 'compare[1]', 0, { variant: 'gt' }),
        requested(8, 'record'),
      ],
      failures: [
        failure(2, 'compare[0]', 0, { reason: 'the first was late' }),
        failure(5, 'compare[1]', 0, { reason: 'late again' }),
        failure(6, 'compare[1]', 0, { reason: 'the second as well' }),
      ],
    }),
  );
  const clock = clockOf(replay.moments, new Map(), new Set());
  const rows = timelineOf(replay, clock, readHistory([], EXECUTION));

  it('has a row per vertex of a walk and a bar per visit; open bars extend to the end', () => {
    expect(rows.map(({ vertex, head, bars }) => [vertex, head, bars.map(({ closed }) => closed)])).toEqual([
      ['compare', true, [true, true]],
      ['record', false, [false]],
    ]);
    expect(rows[1]?.bars[0]?.to).toBe(clock.times.at(-1));
  });

  it('assigns failed leaders to the visit of their iteration', () => {
    const [compare] = rows;
    const missed = compare?.bars.map((bar) => missedAt(compare, bar).map(({ row }) => row.reason));
    expect(missed).toEqual([['the first was late'], ['late again', 'the second as well']]);
  });
});
