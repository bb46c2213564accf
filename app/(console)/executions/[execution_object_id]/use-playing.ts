'use client';
// Playing a run: steps come when they are due in compressed real time. With reduced motion it steps without haste and nothing moves in between.
import { useEffect, useMemo, useRef, useState } from 'react';
import { playPlan } from '@/lib/dag/replay/clock';
import { nextStep } from '@/lib/dag/replay/steps';
import type { ReplayView } from './use-replay';

const REDUCED = '(prefers-reduced-motion: reduce)';
const CALM_STEP_MS = 700;

export function usePlaying(view: ReplayView): { playing: boolean; toggle: () => void; stop: () => void } {
  const [playing, setPlaying] = useState(false);
  const { clock, at, replay } = view;
  const plan = useMemo(() => playPlan(clock.times), [clock.times]);
  const latest = useRef({ view, plan });
  useEffect(() => {
    latest.current = { view, plan };
  });
  const { step } = at;
  const last = replay.moments.length;

  useEffect(() => {
    if (!playing) return;
    const { view: now, plan: due } = latest.current;
    const next = nextStep(now.replay.moments, step, 1, now.pace, now.walk);
    // The end is reached after a last look at it, so that "playing" does not end before its last step is seen.
    const reduced = window.matchMedia(REDUCED).matches;
    const wait = next === step ? 0 : reduced ? CALM_STEP_MS : (due[next - 1] ?? 0) - (due[step - 1] ?? 0);
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
