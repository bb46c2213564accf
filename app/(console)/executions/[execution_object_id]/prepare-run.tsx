'use client';
// What a run's replay needs and no step changes, prepared by one component after another: React yields to the browser between
// components, so thousands of events and edges are not one long task.
import { type ReactNode, useMemo } from 'react';
import { causeOf } from '@/lib/contract/failure-cause';
import { flowGraph } from '@/lib/dag/flow-graph';
import { clockOf, type RunClock } from '@/lib/dag/replay/clock';
import { indexEdges } from '@/lib/dag/replay/crossings';
import { type History, readHistory } from '@/lib/dag/replay/history';
import { type Incident, incidentsOf } from '@/lib/dag/replay/incidents';
import { prepareReplay, type Replay } from '@/lib/dag/replay/replay';
import type { ExecutionParts } from './use-execution';

export interface PreparedRun {
  replay: Replay;
  history: History;
  clock: RunClock;
  incidents: Incident[];
  /** What made the run fail; null if every failure was recovered. */
  cause: Incident | null;
}

interface PrepareRunProps {
  parts: ExecutionParts;
  /** Null until the events are loaded. */
  children: (run: PreparedRun | null) => ReactNode;
}

/** The graph is cached by its structure, and its edges by the graph. */
export function PrepareRun(props: PrepareRunProps) {
  const { data } = props.parts.structure;
  if (data !== undefined) flowGraph(data);
  return <WithEdges {...props} />;
}

function WithEdges(props: PrepareRunProps) {
  const { data } = props.parts.structure;
  if (data !== undefined) indexEdges(flowGraph(data));
  return <WithHistory {...props} />;
}

function WithHistory(props: PrepareRunProps) {
  const { execution_object_id, history } = props.parts;
  const past = useMemo(
    () => readHistory(history.data?.items ?? [], execution_object_id),
    [history.data, execution_object_id],
  );
  return <WithReplay {...props} past={past} />;
}

function WithReplay({ parts, past, children }: PrepareRunProps & { past: History }) {
  const { execution_object_id, execution, structure, events, failures, ledger, payment, history } = parts;
  const loaded = history.data;
  const run = useMemo((): PreparedRun | null => {
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
    past,
  ]);
  return children(run);
}
