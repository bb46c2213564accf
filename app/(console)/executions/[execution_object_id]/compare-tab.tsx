'use client';
import { parseAsString, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { isObjectId } from '@/lib/contract/ids';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { partsOfFile } from '@/app/(console)/executions/file/file-parts';
import { useRunFile, type OpenedRun } from '@/app/(console)/executions/file/use-run-file';
import { CompareBoth, type CompareBothProps } from './compare-both';
import { CompareChoice } from './compare-choice';
import type { ExecutionParts } from './execution-parts';
import { useExecution } from './use-execution';
import type { PreparedRun } from './use-replay';

type OtherProps = Pick<CompareBothProps, 'run' | 'onBack'>;

function WithRead({ id, ...rest }: OtherProps & { id: string }) {
  return <CompareBoth parts={useExecution(id)} file={null} {...rest} />;
}

function WithFile({ opened: { name, file }, ...rest }: OtherProps & { opened: OpenedRun }) {
  const parts = useMemo(() => partsOfFile(file), [file]);
  return <CompareBoth parts={parts} file={name} {...rest} />;
}

interface CompareTabProps {
  run: PreparedRun | null;
  parts: ExecutionParts;
}

/** This execution beside another of the same DAG: one that the index has, or one that was saved as a file. */
export function CompareTab({ run, parts: { execution, source } }: CompareTabProps) {
  const [named, setOther] = useQueryState('with', parseAsString.withOptions({ history: 'push' }));
  const door = useRunFile();
  const offline = source === 'file';
  const dag_object_id = execution?.dag_object_id ?? null;
  // Of a page that reads nothing from the network the other is a file as well.
  const other = offline || named === null || !isObjectId(named) ? null : named;
  if (run === null || dag_object_id === null)
    return (
      <Panel>
        <EmptyState kind="nothing-yet" title="There is nothing to compare yet">
          Its events and its DAG have to be known first.
        </EmptyState>
      </Panel>
    );
  if (door.opened !== null) return <WithFile run={run} opened={door.opened} onBack={door.close} />;
  if (other !== null) return <WithRead run={run} id={other} onBack={() => void setOther(null)} />;
  return (
    <CompareChoice
      self={run.replay.run.execution_object_id}
      dag_object_id={dag_object_id}
      door={door}
      onChoose={offline ? null : (id) => void setOther(id)}
    />
  );
}
