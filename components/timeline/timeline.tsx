'use client';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Clock } from '@/lib/view/time';
import { formatDuration } from '@/lib/view/time';
import { scaleOf } from '@/lib/dag/replay/clock';
import type { Bar, TimelineRow } from '@/lib/dag/replay/timeline';
import { Button } from '@/components/ui/button';
import { useMountedRows } from '@/components/ui/use-mounted-rows';
import { ShowMore } from '@/components/values/show-more';
import { Axis, Folds, TimelineLegend } from './axis';
import { Brush, type Span } from './brush';
import { TimelineLane } from './timeline-lane';
import { useRowLimit } from '@/components/ui/use-row-limit';

const PAGE = 40;

export interface TimelineProps {
  rows: readonly TimelineRow[];
  times: readonly number[];
  clock: Clock;
  now: number;
  /** The current step; later bars are pale. */
  step: number;
  selected: string | null;
  span: Span | null;
  onSpan: (span: Span | null) => void;
  onBar: (bar: Bar) => void;
  onMoment: (at: number) => void;
}

/** A run over time: a lane per walk, a bar per visit, idle time shortened, and a brush to zoom. */
export function Timeline(props: TimelineProps) {
  const { rows, times, now, step, selected, span, onSpan, onBar, onMoment } = props;
  const [limit, setLimit] = useRowLimit(PAGE);
  const [current, setCurrent] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const whole = useMemo(() => scaleOf(times), [times]);
  const scale = useMemo(
    () =>
      span === null ? whole : scaleOf(times, { from: whole.from + span.from, to: whole.from + span.to }),
    [times, span, whole],
  );
  const rowsInSpan = useMemo(
    () =>
      rows.filter(
        (row) =>
          row.bars.some((bar) => bar.to >= scale.from && bar.from <= scale.to) ||
          row.marks.some(({ time }) => time >= scale.from && time <= scale.to),
      ),
    [rows, scale],
  );
  const mountedCount = useMountedRows(Math.min(limit, rowsInSpan.length));
  const stop = current ?? rows[0]?.bars[0]?.visit.key ?? null;

  /** Left and right along a row, up and down between rows. */
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (move === undefined) return;
    const bars = [...(box.current?.querySelectorAll<HTMLElement>('[data-bar]') ?? [])];
    const at = bars.indexOf(document.activeElement as HTMLElement);
    if (at === -1) return;
    event.preventDefault();
    const rowOf = (bar: HTMLElement | undefined) => bar?.dataset['row'];
    const [down = 0, right = 0] = move;
    let next = bars[at + right];
    if (down !== 0) next = bars.filter((_, index) => (index - at) * down > 0).at(down > 0 ? 0 : -1);
    while (down !== 0 && next !== undefined && rowOf(next) === rowOf(bars[at]))
      next = bars[bars.indexOf(next) + down];
    next?.focus();
  };

  const folded = scale.idle.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <div data-testid="timeline">
      <div ref={box} className="relative" onKeyDown={onKeyDown}>
        <Folds scale={scale} />
        <Axis scale={scale} from={whole.from} now={now} />
        {rowsInSpan.slice(0, mountedCount).map((row) => (
          <TimelineLane
            key={row.key}
            row={row}
            scale={scale}
            now={now}
            step={step}
            selected={selected}
            current={stop}
            onCurrent={setCurrent}
            onBar={onBar}
            onMoment={onMoment}
          />
        ))}
        {rowsInSpan.length === 0 && <p className="px-3 py-4 text-center text-3">No events in this window</p>}
      </div>
      <ShowMore
        shown={limit}
        total={rowsInSpan.length}
        noun="rows"
        onMore={() => setLimit(limit * 5)}
        className="border-t border-line px-3 py-1.5"
      />
      <Brush scale={whole} times={times} span={span} onSpan={onSpan} />
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 px-3 pb-2 text-2xs text-3">
        <p>
          {formatDuration(whole.to - whole.from)} total
          {span !== null && `, showing +${formatDuration(span.from)} to +${formatDuration(span.to)}`}
          {folded > 0 && `, ${formatDuration(folded)} of idle time shortened`}
        </p>
        <TimelineLegend folded={folded > 0} />
        {span !== null && (
          <Button size="small" onClick={() => onSpan(null)}>
            Whole run
          </Button>
        )}
      </div>
    </div>
  );
}
