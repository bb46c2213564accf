'use client';
// The replay of the page: a prepared run; step, pace and selected walk from the URL.
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { startTransition, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Incident } from '@/lib/dag/replay/incidents';
import { replayAt, type RunAt, stateOfWalk } from '@/lib/dag/replay/replay';
import { keyOfStep, nextStep, type Pace, paces, stepOfKey } from '@/lib/dag/replay/recorded-run';
import type { RunState } from '@/lib/dag/run-state';
import type { PreparedRun } from './prepare-run';

const address = {
  step: parseAsString,
  pace: parseAsStringLiteral(paces).withDefault('event'),
  walk: parseAsString,
  failure: parseAsString,
};

/** Requested steps whose addresses may still come and go. */
const MOST_PENDING = 20;

export interface ReplayView extends PreparedRun {
  at: RunAt;
  pace: Pace;
  /** The only walk shown; null shows all. */
  walk: bigint | null;
  /** The run state on the graph, of all walks or the selected one; null without the structure. */
  state: RunState | null;
  /** Whether the latest step is followed. */
  following: boolean;
  incident: Incident | null;
  goTo: (step: number) => void;
  /** To the next or previous step at the pace of the replay. */
  stepBy: (direction: 1 | -1) => void;
  /** The same without a change of the URL, which would undo a link that was followed meanwhile. `goTo` ends it. */
  play: (step: number) => void;
  follow: () => void;
  setPace: (pace: Pace) => void;
  setWalk: (walk: bigint | null) => void;
  openIncident: (incident: Incident | null) => void;
}

export function useReplay(prepared: PreparedRun | null): ReplayView | null {
  // Browsers reject too frequent URL updates.
  const [state, set] = useQueryStates(address, { history: 'replace', throttleMs: 300 });
  // The step last requested. The address follows later, and for a moment nuqs goes back to the step before.
  const [requested, setRequested] = useState<{ key: string | null; before: (string | null)[] } | null>(null);
  const isRequested = requested !== null && [requested.key, ...requested.before].includes(state.step);
  const key = isRequested ? requested.key : state.step;
  /** Ahead of the rendered step while keys are pressed faster than it renders. */
  const latest = useRef(key);
  useLayoutEffect(() => {
    latest.current = key;
  }, [key]);
  const step = prepared === null ? 0 : stepOfKey(prepared.replay.moments, key);
  const at = useMemo(() => (prepared === null ? null : replayAt(prepared.replay, step)), [prepared, step]);
  const walk = state.walk !== null && /^\d{1,19}$/.test(state.walk) ? BigInt(state.walk) : null;
  const runState = useMemo(() => {
    if (prepared === null || at === null) return null;
    return walk === null ? at.state : stateOfWalk(prepared.replay, at, walk);
  }, [prepared, at, walk]);
  if (prepared === null || at === null) return null;
  const { replay, incidents } = prepared;
  const request = (next: number) => {
    const change = { step: keyOfStep(replay.moments, next) };
    setRequested((last) => ({
      key: change.step,
      before: [...(last?.before ?? []), last?.key ?? null, state.step].slice(-MOST_PENDING),
    }));
    latest.current = change.step;
    return change;
  };
  // A step of a large run takes longer than a frame to render, so React may interrupt it.
  const goTo = (next: number) => startTransition(() => void set(request(next)));
  return {
    ...prepared,
    at,
    pace: state.pace,
    walk,
    state: runState,
    following: key === null,
    incident: incidents.find(({ rows }) => rows.some(({ key }) => key === state.failure)) ?? null,
    goTo,
    stepBy: (direction) =>
      goTo(nextStep(replay.moments, stepOfKey(replay.moments, latest.current), direction, state.pace, walk)),
    play: (next) => startTransition(() => void request(next)),
    follow: () =>
      startTransition(() => {
        setRequested(null);
        void set({ step: null });
      }),
    setPace: (pace) => void set({ pace }),
    setWalk: (next) => void set({ walk: next === null ? null : String(next) }),
    openIncident: (incident) =>
      startTransition(() => {
        const failure = incident?.key ?? null;
        void set({ failure, ...(incident !== null && request(incident.failed_at + 1)) });
      }),
  };
}
