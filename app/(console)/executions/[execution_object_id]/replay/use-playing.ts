'use client';
// Plays a run in compressed real time. With reduced motion it steps at a fixed, slow pace.
import { useEffect, useMemo, useRef, useState } from 'react';
import { playPlan } from '@/lib/dag/replay/clock';
import { nextStep } from '@/lib/dag/replay/recorded-run';
import type { ReplayView } from './use-replay';

const REDUCED = '(prefers-reduced-motion: reduce)';
const CALM_STEP_MS = 700;

export function usePlaying(view: ReplayView): { playing: boolean; toggle: () => void; stop: () => void } {
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
    const { view: now, plan: due } = latest.current;
    const dueAt = (one: number) => (one === 0 ? 0 : (due[one - 1] ?? 0));
    const stopAfter = (one: number) => nextStep(now.replay.moments, one, 1, now.pace, now.walk);
    const reduced = window.matchMedia(REDUCED).matches;
    began.current ??= performance.now() - dueAt(step);
    const passed = performance.now() - began.current;
    let next = stopAfter(step);
    // Rendering takes time: steps that are already due are skipped to keep the total duration.
    if (!reduced)
      for (let later = stopAfter(next); later !== next && dueAt(later) <= passed; later = stopAfter(next))
        next = later;
    const wait = next === step ? 0 : reduced ? CALM_STEP_MS : dueAt(next) - passed;
    const timer = setTimeout(() => (next === step ? setPlaying(false) : now.goTo(next)), Math.max(16, wait));
    return () => clearTimeout(timer);
  }, [playing, step, last]);

  return {
    playing,
    toggle: () => {
      if (!playing && step >= last) view.goTo(0);
      setPlaying(!playing);
    },
    stop: () => setPlaying(false),
  };
}
