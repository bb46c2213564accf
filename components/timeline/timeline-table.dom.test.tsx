import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { event, EXECUTION, failure, recorded } from '@/lib/dag/testing/recorded-runs';
import { clockOf } from '@/lib/dag/replay/clock';
import { readHistory } from '@/lib/dag/replay/history';
import { prepareReplay } from '@/lib/dag/replay/replay';
import { timelineOf } from '@/lib/dag/replay/timeline';
import { TimelineTable } from './timeline-table';

function show(events: ReturnType<typeof event>[], failures: ReturnType<typeof failure>[]) {
  const replay = prepareReplay(recorded({ events, failures }));
  const clock = clockOf(replay.moments, new Map(), new Set());
  const rows = timelineOf(replay, clock, readHistory([], EXECUTION));
  const gone: unknown[] = [];
  render(
    <TimelineTable
      rows={rows}
      from={clock.times[0] ?? 0}
      onBar={({ visit }) => gone.push(visit.vertex)}
      onMoment={(at) => gone.push(at)}
    />,
  );
  return gone;
}

const texts = (attribute: string) =>
  [...document.querySelectorAll(`[${attribute}]`)].map((row) => row.textContent);

describe('the timeline in tables', () => {
  it('has a row for each visit and one for each leader that failed, with or without a visit', () => {
    const gone = show(
      [event(1, 'RequestWalkExecution', 'compare[0]', 0), event(3, 'WalkAdvanced', 'compare[0]', 0)],
      [
        failure(2, 'compare[0]', 0, { reason: 'the first was late' }),
        failure(4, 'record', 0, { reason: 'no response' }),
      ],
    );
    expect(texts('data-timeline-visit')).toHaveLength(1);
    expect(
      texts('data-timeline-failure').map((text) => /the first was late|no response/.exec(text)?.[0]),
    ).toEqual(['the first was late', 'no response']);
    const failed = screen.getByRole('table', { name: 'Submission failures' });
    fireEvent.click(within(failed).getByRole('button', { name: 'record' }));
    fireEvent.click(screen.getAllByRole('button', { name: /^compare/ })[0]!);
    expect(gone).toEqual([3, 'compare']);
  });

  it('lists the walks, the slowest first, with the slowest visit of each', () => {
    const at = (id: number, type: string, place: string, walk: number, second: number) =>
      event(id, type, place, walk, {
        created_at: `2026-11-01T12:00:${String(second).padStart(2, '0')}.000Z`,
      });
    const gone = show(
      [
        at(1, 'RequestWalkExecution', 'compare', 0, 0),
        at(2, 'RequestWalkExecution', 'quote', 1, 1),
        at(3, 'WalkAdvanced', 'compare', 0, 2),
        at(4, 'WalkAdvanced', 'quote', 1, 4),
        at(5, 'RequestWalkExecution', 'record', 1, 4),
        at(6, 'EndStateReached', 'record', 1, 9),
      ],
      [],
    );
    expect(texts('data-timeline-walk')).toEqual([
      expect.stringMatching(/^18(\.0)? s\+1(\.0)? s2record 5(\.0)? s$/),
      expect.stringMatching(/^02(\.0)? s\+0 ?m?s1compare 2(\.0)? s$/),
    ]);
    const walks = screen.getByRole('table', { name: 'Walks' });
    fireEvent.click(within(walks).getByRole('button', { name: 'record' }));
    expect(gone).toEqual(['record']);
  });

  it('lists failures where no visit was recorded', () => {
    show([], [failure(1, 'record', 0, { reason: 'no response' })]);
    expect(screen.queryByRole('table', { name: 'Visits' })).toBeNull();
    expect(texts('data-timeline-failure')).toHaveLength(1);
  });
});
