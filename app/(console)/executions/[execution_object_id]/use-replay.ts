'use client';
// The replay of the page: everything that was read, prepared once; the step, the pace and the chosen walk from the address.
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { clockOf, type RunClock } from '@/lib/dag/replay/clock';
import { readHistory, type History } from '@/lib/dag/replay/history';
import { causeOf, incidentsOf, type Incident } from '@/lib/dag/replay/incidents';
import { stateOfWalk } from '@/lib/dag/replay/one-walk';
import { prepareReplay, replayAt, type Replay, type RunAt } from '@/lib/dag/replay/replay';
import { keyOfStep, paces, stepOfKey, type Pace } from '@/lib/dag/replay/steps';
import type { RunState } from '@/lib/dag/run-state';
import type { ExecutionParts } from './execution-parts';

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
  /** Why the run ended as it did; null where every failure was got over. */
  cause: Incident | null;
}

export interface ReplayView extends PreparedRun {
  at: RunAt;
  pace: Pace;
  /** The walk that is looked at alone. */
  walk: bigint | null;
  /** What the graph shows: the whole run at this moment, or the part of that walk; null while the structure is not known. */
  state: RunState | null;
  /** True while the last step is shown, whatever comes. */
  following: boolean;
  /** The failure whose panel is open. */
  incident: Incident | null;
  goTo: (step: number) => void;
  follow: () => void;
  setPace: (pace: Pace) => void;
  setWalk: (walk: bigint | null) => void;
  openIncident: (incident: Incident | null) => void;
}

/** What does not depend on the step; null until the events have been read. */
export function usePrepared(parts: ExecutionParts): PreparedRun | null {
  const { execution_object_id, execution, structure, events, failures, ledger, payment, history } = parts;
  const told = history.data;
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
      history: told?.items ?? [],
      whole: [events.data, failures.data, ledger.data].every((data) => data?.complete !== false),
    });
    const past = readHistory(told?.items ?? [], execution_object_id);
    const clock = clockOf(replay.moments, past.times, new Set(told?.digests));
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
    told,
  ]);
}

/** Null until the events have been read. */
export function useReplay(parts: ExecutionParts): ReplayView | null {
  // The address follows a moving step at leisure: browsers refuse too many changes of it.
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
          : { failure: incident.key, step: keyOfStep(replay.moments, incident.at + 1) },
      ),
  };
}
