'use client';
import { isNavigating } from '@/lib/client/pending-navigation';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { memo, startTransition, useEffect, useMemo, useOptimistic, useRef, useState } from 'react';
import { groupBy } from '@/lib/dag/traverse';
import { playPlan } from '@/lib/dag/replay/clock';
import { type Moment, nextStep, type Pace } from '@/lib/dag/replay/recorded-run';
import { formatDuration } from '@/lib/view/time';
import { useShortcut } from '@/components/shell/shortcuts';
import { prefersReducedMotion } from '@/components/ui/use-media';
import { Button, IconButton } from '@/components/ui/button';
import { Choice, Toggle } from '@/components/ui/chip';
import { momentText } from './moment-text';
import { useRun } from './run-context';
import type { ReplayView } from './use-replay';
import { Mono } from '@/components/ui/mono';

const CALM_STEP_MS = 700;

/** Plays a run in compressed real time. With reduced motion it steps at a fixed, slow pace. */
function usePlaying(view: ReplayView): { playing: boolean; toggle: () => void; stop: () => void } {
  const [playing, setPlaying] = useState(false);
  const { clock, at, replay } = view;
  const plan = useMemo(() => playPlan(clock.times), [clock.times]);
  const latest = useRef({ view, plan });
  /** When playback of the first step would have started. */
  const began = useRef<number | null>(null);
  useEffect(() => {
    latest.current = { view, plan };
  });
  const { step } = at;
  const last = replay.moments.length;

  useEffect(() => {
    if (!playing) {
      began.current = null;
      return;
    }
    const { view: now, plan: times } = latest.current;
    const timeOf = (target: number) => (target === 0 ? 0 : (times[target - 1] ?? 0));
    const stopAfter = (from: number) => nextStep(now.replay.moments, from, 1, now.pace, now.walk);
    const reduced = prefersReducedMotion();
    began.current ??= performance.now() - timeOf(step);
    const passed = performance.now() - began.current;
    let next = stopAfter(step);
    // Rendering takes time: late steps are skipped to keep the total duration.
    if (!reduced)
      for (let later = stopAfter(next); later !== next && timeOf(later) <= passed; later = stopAfter(next))
        next = later;
    const atEnd = next === step;
    const pause = reduced ? CALM_STEP_MS : timeOf(next) - passed;
    const wait = atEnd ? 0 : pause;
    const timer = setTimeout(
      () => {
        if (!atEnd) return now.play(next);
        setPlaying(false);
        if (!isNavigating()) now.goTo(step);
      },
      Math.max(16, wait),
    );
    return () => clearTimeout(timer);
  }, [playing, step, last]);

  return {
    playing,
    toggle: () => {
      if (playing) {
        // At once, or the timer would play a further step.
        setPlaying(false);
        view.goTo(step);
        return;
      }
      // Together: playing from the last step would stop at once.
      startTransition(() => {
        if (step >= last) view.play(0);
        setPlaying(true);
      });
    },
    stop: () => setPlaying(false),
  };
}

const PACES: { value: Pace; label: string }[] = [
  { value: 'event', label: 'event' },
  { value: 'walk', label: 'walk' },
  { value: 'transaction', label: 'transaction' },
];
/** Failures, refills and results are marked on the slider. */
function markOf(moment: Moment): string | null {
  if (moment.type === 'failure') return 'var(--color-fail)';
  if (moment.type === 'ledger')
    return moment.row.kind === 'refilled' || moment.row.kind === 'insufficient_settlement'
      ? 'var(--color-warn)'
      : null;
  const { event_type } = moment.row;
  if (['WalkFailed', 'WalkAborted', 'TerminalErrEvalRecorded'].includes(event_type))
    return 'var(--color-fail)';
  return event_type === 'EndStateReached' || event_type === 'WalkAdvanced' ? 'var(--color-ok)' : null;
}

/** A path per colour: a run has thousands of moments. */
const Marks = memo(function Marks({ moments }: { moments: readonly Moment[] }) {
  const places = moments.flatMap((moment, index) => {
    const colour = markOf(moment);
    return colour === null ? [] : [{ colour, place: (index + 1) / moments.length }];
  });
  return (
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" className="h-full w-full overflow-visible">
      {[...groupBy(places, ({ colour }) => colour)].map(([colour, marks]) => (
        <path
          key={colour}
          d={marks.map(({ place }) => `M${place.toFixed(5)} 0V1`).join('')}
          stroke={colour}
          strokeWidth={2}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
});

/** Replay controls: play, step by event, walk or transaction, seek, and what happened at this step. */
export function ReplayBar() {
  const { view } = useRun();
  const playing = usePlaying(view);
  const { replay, at, clock, pace, incidents } = view;
  useShortcut('run-play', () => playing.toggle());
  const { moments } = replay;
  const count = moments.length;
  const { step } = at;
  // The slider moves at once; the page follows as fast as it can be rendered.
  const [place, setPlace] = useOptimistic(step);
  const begin = clock.times[0] ?? 0;
  const passed = step === 0 ? 0 : (clock.times[step - 1] ?? begin) - begin;
  const move = (direction: 1 | -1) => {
    playing.stop();
    view.stepBy(direction);
  };
  return (
    <section
      aria-label="Replay"
      data-testid="replay-bar"
      data-step={step}
      data-steps={count}
      className="sticky bottom-0 z-10 border-t border-line bg-surface px-3 py-2"
    >
      {/* On a phone the bar is over what it replays: one line of controls. */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:flex-nowrap max-sm:gap-x-2">
        <Button onClick={playing.toggle} disabled={count === 0} className="sm:w-[92px]">
          {playing.playing ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
          <span className="max-sm:sr-only">{playing.playing ? 'Pause' : 'Replay'}</span>
        </Button>
        <span className="flex">
          <IconButton label="Step back  [" onClick={() => move(-1)} disabled={step === 0}>
            <ChevronLeft size={15} aria-hidden />
          </IconButton>
          <IconButton label="Step forward  ]" onClick={() => move(1)} disabled={step === count}>
            <ChevronRight size={15} aria-hidden />
          </IconButton>
        </span>
        <span translate="no" className="w-[104px] whitespace-nowrap text-2 mono max-sm:sr-only">
          step {step} / {count}
        </span>
        <span className="relative min-w-16 flex-1 sm:min-w-40">
          <span aria-hidden className="pointer-events-none absolute inset-x-2 top-1/2 h-3 -translate-y-1/2">
            <Marks moments={moments} />
          </span>
          <input
            type="range"
            aria-label="Replay step"
            aria-valuetext={`step ${step} of ${count}: ${momentText(at.moment)}`}
            min={0}
            max={count}
            step={1}
            value={place}
            onChange={({ target }) => {
              const next = Number(target.value);
              playing.stop();
              startTransition(() => {
                setPlace(next);
                view.goTo(next);
              });
            }}
            className="relative block w-full opacity-80 accent-(--color-accent)"
          />
        </span>
        <Mono className="text-right whitespace-nowrap text-2 sm:w-20">+{formatDuration(passed)}</Mono>
        <Toggle
          pressed={view.following}
          onPressedChange={(on) => {
            playing.stop();
            if (on) view.follow();
            else view.goTo(Math.max(0, count - 1));
          }}
        >
          {replay.over === false ? 'Follow live' : 'End'}
        </Toggle>
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span
          className="line-clamp-2 min-w-0 flex-1 basis-60 text-2 max-sm:min-h-10 max-sm:basis-full sm:line-clamp-1"
          aria-live={playing.playing ? 'off' : 'polite'}
        >
          {momentText(at.moment)}
        </span>
        {incidents[0] !== undefined && (
          <Button
            size="small"
            tone="danger"
            // There the page begins with it.
            className="max-sm:hidden"
            onClick={() => view.openIncident(incidents[0] ?? null)}
          >
            First failure{' '}
            <kbd translate="no" className="font-mono text-2xs text-3">
              f
            </kbd>
          </Button>
        )}
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5 max-sm:hidden">
          <span className="text-3">Step by</span>
          <Choice label="Step by" value={pace} options={PACES} onChange={view.setPace} />
        </span>
      </div>
    </section>
  );
}
