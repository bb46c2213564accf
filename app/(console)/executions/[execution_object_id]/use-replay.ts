'use client';
// The replay of the page: a prepared run; step, pace and selected walk from the URL.
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import type { Incident } from '@/lib/dag/replay/incidents';
import { replayAt, type RunAt, stateOfWalk } from '@/lib/dag/replay/replay';
import { keyOfStep, type Pace, paces, stepOfKey } from '@/lib/dag/replay/recorded-run';
import type { RunState } from '@/lib/dag/run-state';
import type { PreparedRun } from './prepare-run';

const address = {
  step: parseAsString,
  pace: parseAsStringLiteral(paces).withDefault('event'),
  walk: parseAsString,
  failure: parseAsString,
};

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
  // The step last asked for. The address follows later, and for a moment nuqs goes back to the step before.
  const [asked, setAsked] = useState<{ key: string | null; before: string | null } | null>(null);
  const isAsked = asked !== null && [asked.key, asked.before].includes(state.step);
  const key = isAsked ? asked.key : state.step;
  const step = prepared === null ? 0 : stepOfKey(prepared.replay.moments, key);
  const at = useMemo(() => (prepared === null ? null : replayAt(prepared.replay, step)), [prepared, step]);
  const walk = state.walk !== null && /^\d{1,19}$/.test(state.walk) ? BigInt(state.walk) : null;
  const shown = useMemo(() => {
    if (prepared === null || at === null) return null;
    return walk === null ? at.state : stateOfWalk(prepared.replay, at, walk);
  }, [prepared, at, walk]);
  if (prepared === null || at === null) return null;
  const { replay, incidents } = prepared;
  const ask = (next: number) => {
    const change = { step: keyOfStep(replay.moments, next) };
    setAsked({ key: change.step, before: state.step });
    return change;
  };
  return {
    ...prepared,
    at,
    pace: state.pace,
    walk,
    state: shown,
    following: key === null,
    incident: incidents.find(({ rows }) => rows.some(({ key }) => key === state.failure)) ?? null,
    goTo: (next) => void set(ask(next)),
    play: (next) => void ask(next),
    follow: () => {
      setAsked(null);
      void set({ step: null });
    },
    setPace: (pace) => void set({ pace }),
    setWalk: (next) => void set({ walk: next === null ? null : String(next) }),
    openIncident: (incident) =>
      void set(
        incident === null ? { failure: null } : { failure: incident.key, ...ask(incident.failed_at + 1) },
      ),
  };
}
