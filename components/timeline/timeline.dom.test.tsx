import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { event, EXECUTION, recorded } from '@/lib/dag/testing/recorded-runs';
import { clockOf } from '@/lib/dag/replay/clock';
import { readHistory } from '@/lib/dag/replay/history';
import { prepareReplay } from '@/lib/dag/replay/replay';
import { timelineOf } from '@/lib/dag/replay/timeline';
import { Timeline } from './timeline';

const START = Date.parse('2026-11-01T09:30:00.000Z');

/** A request of `fetch`, its end and a request of `split`, so many seconds after the beginning. */
function show(seconds: readonly [number, number, number]) {
  const lines = [
    event(1, 'RequestWalkExecution', 'fetch', 0),
    event(2, 'WalkAdvanced', 'fetch', 0, { variant: 'ok' }),
    event(3, 'RequestWalkExecution', 'split', 0),
  ];
  const events = lines.map((line, index) => ({
    ...line,
    created_at: new Date(START + (seconds[index] ?? 0) * 1_000).toISOString(),
  }));
  const replay = prepareReplay(recorded({ events }));
  const { times } = clockOf(replay.moments, new Map(), new Set());
  const clock = clockOf(replay.moments, new Map(), new Set());
  render(
    <Timeline
      rows={timelineOf(replay, clock, readHistory([], EXECUTION))}
      times={times}
      clock="indexed"
      now={times.at(-1) ?? 0}
      step={3}
      selected={null}
      span={null}
      onSpan={() => undefined}
      onBar={() => undefined}
      onMoment={() => undefined}
    />,
  );
}

const percent = (element: Element | null) =>
  ['left', 'width'].map((side) => Number.parseFloat((element as HTMLElement).style.getPropertyValue(side)));

describe('the timeline', () => {
  it('folds a long gap and perforates the bar that continues through it', () => {
    show([0, 600, 601]);
    const [band] = document.querySelectorAll('[data-fold]');
    expect(document.querySelectorAll('[data-fold]')).toHaveLength(1);
    expect(percent(band ?? null)).toEqual([0, expect.closeTo(85.7, 0)]);
    const folded = document.querySelectorAll('[data-bar] [data-folded]');
    expect(folded).toHaveLength(1);
    expect(percent(folded[0] ?? null)).toEqual([0, 100]);
    expect(screen.getByText('idle time, shortened')).toBeTruthy();
  });

  it('folds nothing without a long gap, and explains the bars', () => {
    show([0, 1, 2]);
    expect(document.querySelectorAll('[data-fold], [data-folded]')).toHaveLength(0);
    expect(screen.queryByText('idle time, shortened')).toBeNull();
    expect(screen.getByRole('list', { name: 'Legend' }).textContent).toContain('settling');
  });
});
