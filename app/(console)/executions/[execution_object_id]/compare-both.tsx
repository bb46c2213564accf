'use client';
import { useMemo } from 'react';
import { compareRuns } from '@/lib/dag/replay/compare';
import { replayAt } from '@/lib/dag/replay/replay';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Difference } from './difference';
import { unreadReason, type ExecutionParts } from './execution-parts';
import { GapsNote } from './gaps-note';
import { PathDifference } from './path-difference';
import { usePrepared, type PreparedRun } from './use-replay';

/** Why the other execution cannot be compared; null while it may still come. */
function lackOf({ unknown, events, structure, seeking, execution }: ExecutionParts): string | null {
  if (unknown) return 'Nothing is known of this id.';
  if (events.error !== null) return `${unreadReason('Its list of events', events)}.`;
  if (structure.error !== null) return `${unreadReason('Its DAG', structure)}.`;
  return seeking || execution !== null ? null : 'It is not known which DAG it executed.';
}

export interface CompareBothProps {
  run: PreparedRun;
  /** Of the other one. */
  parts: ExecutionParts;
  /** The name of its file; null where it is read from the index. */
  file: string | null;
  onBack: () => void;
}

/** Two runs of one DAG: where they part on the graph, and vertex by vertex. */
export function CompareBoth({ run, parts, file, onBack }: CompareBothProps) {
  const theirs = usePrepared(parts);
  const difference = useMemo(() => {
    if (theirs === null || !parts.structure.data) return undefined;
    const ended = (one: PreparedRun) => ({ ...one, end: replayAt(one.replay, one.replay.moments.length) });
    return compareRuns(ended(run), ended(theirs));
  }, [run, theirs, parts.structure.data]);
  const back = (
    <Button size="small" onClick={onBack}>
      Another execution
    </Button>
  );
  if (difference && theirs !== null)
    return (
      <>
        <GapsNote run={run} of="this run" />
        <GapsNote run={theirs} of="the other run" />
        <PathDifference difference={difference} structure={run.replay.run.structure} />
        <Difference
          difference={difference}
          ids={[run.replay.run.execution_object_id, parts.execution_object_id]}
          file={file}
          back={back}
        />
      </>
    );
  const lack = lackOf(parts);
  const title =
    difference === null
      ? 'They are executions of different DAGs'
      : lack === null
        ? 'Reading the other execution…'
        : 'The other execution cannot be compared';
  return (
    <Panel>
      <EmptyState
        kind={difference === null || lack === null ? 'nothing-yet' : 'failed'}
        title={title}
        action={back}
      >
        {difference === undefined ? lack : file !== null && `The file is ${file}.`}
      </EmptyState>
    </Panel>
  );
}
