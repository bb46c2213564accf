'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useMemo, useState } from 'react';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { isObjectId } from '@/lib/contract/ids';
import { compareRuns } from '@/lib/dag/replay/compare';
import { replayAt } from '@/lib/dag/replay/replay';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, Input } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { Difference } from './difference';
import { PathDifference } from './path-difference';
import { useExecution } from './use-execution';
import { usePrepared, type PreparedRun } from './use-replay';

const CANDIDATES = '12';

interface OtherProps {
  self: string;
  dag_object_id: string;
  onChoose: (id: string) => void;
}

/** Runs of the same DAG to choose from, where the index lists executions; an id can be given in any case. */
function Choose({ self, dag_object_id, onChoose }: OtherProps) {
  const [text, setText] = useState('');
  const list = useQuery(endpointQuery('executions.list', {}, { dag_object_id, page_size: CANDIDATES }));
  const others = list.data?.items.filter(({ object_id }) => object_id !== self) ?? [];
  return (
    <Panel title="Compare with another execution of this DAG">
      <form
        className="flex flex-wrap items-end gap-2 border-b border-line px-3 py-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isObjectId(text.trim())) onChoose(text.trim());
        }}
      >
        <Field
          label="Id of the other execution"
          className="min-w-0 flex-1"
          error={text.trim() !== '' && !isObjectId(text.trim()) ? 'not an object id' : null}
        >
          {(control) => <Input {...control} value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
        <Button type="submit" disabled={!isObjectId(text.trim())}>
          Compare
        </Button>
      </form>
      {list.error ? (
        <p className="px-3 py-2 text-3">This index lists no executions by DAG: {list.error.message}</p>
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
            <li className="px-3 py-2 text-3">This is the only one on the first page.</li>
          )}
        </ul>
      )}
    </Panel>
  );
}

function Both({ run, other, onBack }: { run: PreparedRun; other: string; onBack: () => void }) {
  const parts = useExecution(other);
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
  if (difference)
    return (
      <>
        <PathDifference difference={difference} structure={run.replay.run.structure} />
        <Difference difference={difference} ids={[run.replay.run.execution_object_id, other]} back={back} />
      </>
    );
  const failed = parts.unknown || parts.events.error !== null || parts.structure.error !== null;
  return (
    <Panel>
      <EmptyState
        kind={failed ? 'failed' : 'nothing-yet'}
        title={
          difference === null
            ? 'They are executions of different DAGs'
            : failed
              ? 'The other execution could not be read'
              : 'Reading the other execution…'
        }
        action={back}
      />
    </Panel>
  );
}

/** This execution beside another of the same DAG. */
export function CompareTab({
  run,
  dag_object_id,
}: {
  run: PreparedRun | null;
  dag_object_id: string | null;
}) {
  const [other, setOther] = useQueryState('with', parseAsString.withOptions({ history: 'push' }));
  if (run === null || dag_object_id === null)
    return (
      <Panel>
        <EmptyState kind="nothing-yet" title="There is nothing to compare yet">
          Its events and its DAG have to be known first.
        </EmptyState>
      </Panel>
    );
  if (other === null || !isObjectId(other))
    return (
      <Choose
        self={run.replay.run.execution_object_id}
        dag_object_id={dag_object_id}
        onChoose={(id) => void setOther(id)}
      />
    );
  return <Both run={run} other={other} onBack={() => void setOther(null)} />;
}
