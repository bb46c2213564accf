'use client';
// The replay of the page: the recorded run prepared once; step, pace and selected walk from the URL.
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { causeOf } from '@/lib/contract/failure-cause';
import { clockOf, type RunClock } from '@/lib/dag/replay/clock';
import { type History, readHistory } from '@/lib/dag/replay/history';
import { type Incident, incidentsOf } from '@/lib/dag/replay/incidents';
import { prepareReplay, type Replay, replayAt, type RunAt, stateOfWalk } from '@/lib/dag/replay/replay';
import { keyOfStep, type Pace, paces, stepOfKey } from '@/lib/dag/replay/recorded-run';
import type { RunState } from '@/lib/dag/run-state';
import type { ExecutionParts } from './use-execution';

const address = {
  step: parseAsString,
  pace: parseAsStringLiteral(paces).withDefault('event'),
  walk: parseAsString,
  failure: parseAsString,
};

export interface PreparedRun {
  replay: Replay;
  history: History;
  clock: RunClock;
  incidents: Incident[];
  /** What made the run fail; null if every failure was recovered. */
  cause: Incident | null;
}

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
  follow: () => void;
  setPace: (pace: Pace) => void;
  setWalk: (walk: bigint | null) => void;
  openIncident: (incident: Incident | null) => void;
}

/** Everything that does not depend on the step; null until the events are loaded. */
export function usePrepared(parts: ExecutionParts): PreparedRun | null {
  const { execution_object_id, execution, structure, events, failures, ledger, payment, history } = parts;
  const loaded = history.data;
  return useMemo(() => {
    if (!events.data) return null;
    const replay = prepareReplay({
      execution_object_id,
      execution,
      structure: structure.data ?? null,
      events: events.data.items,
      failures: failures.data?.items ?? [],
      ledger: ledger.data?.items ?? null,
      payment,
      history: loaded?.items ?? [],
      whole: [events.data, failures.data, ledger.data].every((data) => data?.complete !== false),
    });
    const past = readHistory(loaded?.items ?? [], execution_object_id);
    const clock = clockOf(replay.moments, past.times, new Set(loaded?.digests));
    const incidents = incidentsOf(replay);
    return { replay, history: past, clock, incidents, cause: causeOf(incidents) };
  }, [
    execution_object_id,
    execution,
    structure.data,
    events.data,
    failures.data,
    ledger.data,
    payment,
    loaded,
  ]);
}

export function useReplay(parts: ExecutionParts): ReplayView | null {
  // Browsers reject too frequent URL updates.
  const [state, set] = useQueryStates(address, { history: 'replace', throttleMs: 300 });
  const prepared = usePrepared(parts);
  const step = prepared === null ? 0 : stepOfKey(prepared.replay.moments, state.step);
  const at = useMemo(() => (prepared === null ? null : replayAt(prepared.replay, step)), [prepared, step]);
  const walk = state.walk !== null && /^\d{1,19}$/.test(state.walk) ? BigInt(state.walk) : null;
  const shown = useMemo(() => {
    if (prepared === null || at === null) return null;
    return walk === null ? at.state : stateOfWalk(prepared.replay, at, walk);
  }, [prepared, at, walk]);
  if (prepared === null || at === null) return null;
  const { replay, incidents } = prepared;
  return {
    ...prepared,
    at,
    pace: state.pace,
    walk,
    state: shown,
    following: state.step === null,
    incident: incidents.find(({ rows }) => rows.some(({ key }) => key === state.failure)) ?? null,
    goTo: (next) => void set({ step: keyOfStep(replay.moments, next) }),
    follow: () => void set({ step: null }),
    setPace: (pace) => void set({ pace }),
    setWalk: (next) => void set({ walk: next === null ? null : String(next) }),
    openIncident: (incident) =>
      void set(
        incident === null
          ? { failure: null }
          : { failure: incident.key, step: keyOfStep(replay.moments, incident.failed_at + 1) },
      ),
  };
}
