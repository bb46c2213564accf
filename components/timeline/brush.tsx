'use client';
import { memo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Scale } from '@/lib/dag/replay/clock';
import { formatDuration } from '@/lib/view/time';
import { GUTTER } from './axis';

/** Milliseconds since the start of the run. */
export interface Span {
  from: number;
  to: number;
}

const STEP = 0.02;
/** Less than this is a click, not a selection. */
const LEAST = 0.01;

/** A mark per row, as one path: a run has thousands. */
const Ticks = memo(function Ticks({ scale, times }: Pick<BrushProps, 'scale' | 'times'>) {
  const places = [...new Set(times)].map((time) => `M${scale.place(time).toFixed(5)} 0V1`);
  return (
    <svg
      aria-hidden
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      className="absolute top-1 h-3 w-full stroke-line-strong"
    >
      <path d={places.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
});

interface BrushProps {
  scale: Scale;
  times: readonly number[];
  span: Span | null;
  onSpan: (span: Span | null) => void;
}

/** The whole run as a strip; drag, or move its ends with the arrow keys, to select a window. */
export function Brush({ scale, times, span, onSpan }: BrushProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null);
  const begin = scale.from;
  const ends =
    span === null
      ? { from: 0, to: 1 }
      : { from: scale.place(begin + span.from), to: scale.place(begin + span.to) };
  const from = drag === null ? ends.from : Math.min(drag.start, drag.end);
  const to = drag === null ? ends.to : Math.max(drag.start, drag.end);
  const set = (left: number, right: number) => {
    const low = Math.max(0, Math.min(left, right));
    const high = Math.min(1, Math.max(left, right));
    if (high - low < LEAST || (low === 0 && high === 1)) onSpan(null);
    else onSpan({ from: Math.round(scale.time(low) - begin), to: Math.round(scale.time(high) - begin) });
  };
  const placeOf = (event: PointerEvent) => {
    const box = strip.current?.getBoundingClientRect();
    return box ? Math.max(0, Math.min(1, (event.clientX - box.left) / Math.max(1, box.width))) : 0;
  };
  const onKey = (end: 'from' | 'to') => (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP, PageDown: -STEP * 5, PageUp: STEP * 5 }[event.key];
    if (by === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    if (by === undefined) onSpan(null);
    else if (end === 'from') set(Math.min(from + by, to - STEP), to);
    else set(from, Math.max(to + by, from + STEP));
  };
  const handle = (end: 'from' | 'to', place: number) => (
    <button
      type="button"
      role="slider"
      aria-label={end === 'from' ? 'Start of the window' : 'End of the window'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(place * 100)}
      aria-valuetext={`+${formatDuration(scale.time(place) - begin)}`}
      onKeyDown={onKey(end)}
      onPointerDown={(event) => {
        event.stopPropagation();
        strip.current?.setPointerCapture(event.pointerId);
        setDrag({ start: end === 'from' ? to : from, end: place });
      }}
      className="absolute top-0 h-full w-2 -translate-x-1/2 cursor-ew-resize rounded-sm border border-line-strong bg-surface-3"
      style={{ left: `${place * 100}%` }}
    />
  );
  return (
    <div className={`mt-1 mr-3 mb-1 ${GUTTER}`}>
      <div
        ref={strip}
        className="relative h-5 cursor-crosshair touch-none rounded-sm border border-line bg-surface-2"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const place = placeOf(event);
          setDrag({ start: place, end: place });
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, end: placeOf(event) })}
        onPointerUp={() => {
          if (drag) set(drag.start, drag.end);
          setDrag(null);
        }}
        onPointerCancel={() => setDrag(null)}
      >
        <Ticks scale={scale} times={times} />
        <span
          aria-hidden
          className="absolute inset-y-0 rounded-sm bg-accent-weak/60 ring-1 ring-accent/50"
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
        {handle('from', from)}
        {handle('to', to)}
      </div>
    </div>
  );
}
