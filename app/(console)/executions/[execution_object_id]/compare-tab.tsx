'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { TextField } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { matchingRows } from '@/lib/client/ignored-filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { isObjectId } from '@/lib/contract/ids';
import { shortId } from '@/lib/view/ids';
import { compareRuns } from '@/lib/dag/replay/compare-runs';
import { unreadReason, useExecution, type ExecutionParts } from './use-execution';
import { GapsNote } from './incomplete-notes';
import { PrepareRun, type PreparedRun } from './prepare-run';
import { PathDifference, RunDifferenceTable } from './run-difference';

const CANDIDATES = '12';

interface ChoiceProps {
  self: string;
  dag_object_id: string;
  onChoose: (id: string) => void;
}

/** Other runs of the same DAG, where the index lists them; an id can always be entered. */
function CompareChoice({ self, dag_object_id, onChoose }: ChoiceProps) {
  const [text, setText] = useState('');
  const list = useQuery(endpointQuery('executions.list', {}, { dag_object_id, page_size: CANDIDATES }));
  // An index that ignores the filter lists executions of other DAGs.
  const ofDag = matchingRows('executions.list', { dag_object_id }, list.data?.items ?? []);
  const others = ofDag.filter(({ object_id }) => object_id !== self);
  const id = text.trim();
  return (
    <Panel title="Compare with another execution of this DAG">
      <form
        className="flex flex-wrap items-end gap-2 border-b border-line px-3 py-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isObjectId(id)) onChoose(id);
        }}
      >
        <TextField
          label="Execution ID"
          className="min-w-0 flex-1"
          error={id !== '' && !isObjectId(id) ? 'Not an object ID' : null}
          value={text}
          onChange={setText}
        />
        <Button type="submit" disabled={!isObjectId(id)}>
          Compare
        </Button>
      </form>
      {list.error ? (
        <p className="px-3 py-2 text-3">Executions of this DAG could not be listed: {list.error.message}</p>
      ) : (
        <ul>
          {others.map(({ object_id, status, created_at }) => (
            <li
              key={object_id}
              className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-1.5 last:border-b-0"
            >
              <Id family="execution" value={object_id} />
              <Status value={status} />
              <Time at={created_at} clock="indexed" className="text-3" />
              <Button size="small" className="ml-auto" onClick={() => onChoose(object_id)}>
                Compare
              </Button>
            </li>
          ))}
          {list.data && others.length === 0 && (
            <li className="px-3 py-2 text-3">No other executions of this DAG on the first page.</li>
          )}
        </ul>
      )}
    </Panel>
  );
}

/** Why an execution cannot be compared; null while it is still loading. */
function unavailableReason({ unknown, events, structure, seeking, execution }: ExecutionParts) {
  if (unknown) return 'No execution with this ID was found.';
  if (events.error !== null) return `${unreadReason('Its events', events)}.`;
  if (structure.error !== null) return `${unreadReason('Its DAG', structure)}.`;
  return seeking || execution !== null ? null : 'Its DAG is unknown.';
}

interface ComparisonProps {
  run: PreparedRun;
  id: string;
  onBack: () => void;
}

function Comparison(props: ComparisonProps) {
  const parts = useDeferredValue(useExecution(props.id));
  return (
    <PrepareRun parts={parts}>
      {(other) => <ComparedRuns {...props} parts={parts} other={other} />}
    </PrepareRun>
  );
}

interface ComparedRunsProps extends ComparisonProps {
  parts: ExecutionParts;
  other: PreparedRun | null;
}

function ComparedRuns({ run, id, onBack, parts, other }: ComparedRunsProps) {
  const difference = useMemo(() => {
    if (other === null || !parts.structure.data) return undefined;
    return compareRuns(run, other);
  }, [run, other, parts.structure.data]);
  const back = (
    <Button size="small" onClick={onBack}>
      Choose another
    </Button>
  );
  if (difference && other !== null) {
    const ids = [run.replay.run.execution_object_id, id] as const;
    return (
      <>
        <GapsNote run={run} name="this execution" />
        <GapsNote run={other} name={`execution ${shortId(id)}`} />
        <PathDifference difference={difference} ids={ids} structure={run.replay.run.structure} />
        <RunDifferenceTable difference={difference} ids={ids} back={back} />
      </>
    );
  }
  const reason = unavailableReason(parts);
  const isLoading = difference === undefined && reason === null;
  const title = isLoading
    ? `Loading execution ${shortId(id)}…`
    : `Execution ${shortId(id)} cannot be compared`;
  return (
    <Panel>
      <EmptyState
        kind={difference === undefined && !isLoading ? 'failed' : 'nothing-yet'}
        title={difference === null ? 'These executions run different DAGs' : title}
        action={back}
      >
        {difference === undefined && reason}
      </EmptyState>
    </Panel>
  );
}

interface CompareTabProps {
  run: PreparedRun | null;
  parts: ExecutionParts;
}

/** This execution beside another of the same DAG. */
export function CompareTab({ run, parts: { execution } }: CompareTabProps) {
  const [other, setOther] = useQueryState('with', parseAsString.withOptions({ history: 'push' }));
  if (run === null || execution === null)
    return (
      <Panel>
        <EmptyState kind="nothing-yet" title="Nothing to compare yet">
          The events and the DAG of this execution are required.
        </EmptyState>
      </Panel>
    );
  if (other !== null && isObjectId(other))
    return <Comparison run={run} id={other} onBack={() => void setOther(null)} />;
  return (
    <CompareChoice
      self={run.replay.run.execution_object_id}
      dag_object_id={execution.dag_object_id}
      onChoose={(id) => void setOther(id)}
    />
  );
}
