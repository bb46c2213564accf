'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Tip } from '@/components/ui/tip';
import { CutText } from '@/components/values/cut-text';
import { EmptyState } from '@/components/ui/empty-state';
import { TextField } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { ColumnAmount } from '@/components/values/amount';
import { RunTime } from '@/components/values/run-time';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { RowsTable, type RowsColumn } from '@/components/values/table';
import { Time } from '@/components/values/time';
import { matchingRows } from '@/lib/client/ignored-filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { QueryInput } from '@/lib/contract/endpoints';
import { costOf, type Execution } from '@/lib/contract/executions';
import { isObjectId } from '@/lib/contract/ids';
import { truncated } from '@/lib/text/foreign-text';
import { nullReason } from '@/lib/view/null-reasons';
import { costReason, executionReasons } from '@/lib/view/null-reasons/executions';
import { readPasted, shortId } from '@/lib/view/ids';
import { compareRuns } from '@/lib/dag/replay/compare-runs';
import { unreadReason, useExecution, type ExecutionParts } from './use-execution';
import { GapsNote } from './incomplete-notes';
import { PrepareRun, type PreparedRun } from './prepare-run';
import { PathDifference, RunDifferenceTable } from './run-difference';

const CANDIDATES = '12';

/** Of a reason, in characters. */
const MOST_OF_REASON = 200;

interface Candidate {
  row: Execution;
  isLastSuccess: boolean;
}

interface ChoiceProps {
  self: string;
  dag_object_id: string;
  onChoose: (id: string) => void;
}

const CANDIDATE_COLUMNS: readonly RowsColumn<Candidate>[] = [
  {
    head: 'Execution',
    cell: ({ row, isLastSuccess }) => (
      <span className="inline-flex items-baseline gap-x-2 max-sm:flex-wrap">
        {isLastSuccess && <span>Last success</span>}
        <Id family="execution" value={row.object_id} name={row.skill_description} />
      </span>
    ),
  },
  {
    head: 'Status',
    wide: true,
    cell: ({ row: { status, failure_reason } }) => (
      <span className="flex items-baseline gap-2">
        <Status value={status} />
        {failure_reason !== null && (
          <Tip className="truncate text-2" tip={truncated(failure_reason, MOST_OF_REASON)} described={false}>
            <CutText text={failure_reason} most={MOST_OF_REASON} />
          </Tip>
        )}
      </span>
    ),
  },
  { head: 'Duration', numeric: true, cell: ({ row }) => <RunTime execution={row} /> },
  {
    head: 'Cost, SUI',
    numeric: true,
    cell: ({ row }) => <ColumnAmount value={costOf(row)} unit="sui" reason={costReason(row)} />,
  },
  {
    head: 'Started',
    cell: ({ row }) => (
      <Time
        at={row.onchain_created_at}
        clock="on chain"
        reason={nullReason(executionReasons, 'onchain_created_at', row)}
        className="text-3"
      />
    ),
  },
];

function useOtherRuns(self: string, filters: QueryInput<'executions.list'>, enabled: boolean) {
  const query = { ...filters, page_size: CANDIDATES };
  const list = useQuery({ ...endpointQuery('executions.list', {}, query), enabled });
  // An index that ignores a filter lists other executions.
  const matching = matchingRows('executions.list', query, list.data?.items ?? []);
  return { ...list, others: matching.filter(({ object_id }) => object_id !== self) };
}

/** Other runs of the same DAG, the last that succeeded first, where the index lists them; an id can always be entered. */
function CompareChoice({ self, dag_object_id, onChoose }: ChoiceProps) {
  const [text, setText] = useState('');
  const latest = useOtherRuns(self, { dag_object_id }, true);
  const isSuccess = ({ status }: Execution) => status === 'succeeded';
  const needsOlder = latest.data !== undefined && !latest.others.some(isSuccess);
  const succeeded = useOtherRuns(self, { dag_object_id, status: 'succeeded' }, needsOlder);
  const success = [...latest.others, ...succeeded.others].find(isSuccess);
  const others = latest.others.filter((row) => row !== success);
  const candidates = [
    ...(success === undefined ? [] : [{ row: success, isLastSuccess: true }]),
    ...others.map((row) => ({ row, isLastSuccess: false })),
  ];
  const { kind, value } = readPasted(text);
  const isId = kind === 'object';
  const choose: RowsColumn<Candidate> = {
    head: <span className="sr-only">Compare</span>,
    cell: ({ row: { object_id } }) => (
      <Button size="small" onClick={() => onChoose(object_id)}>
        Compare
      </Button>
    ),
  };
  return (
    <Panel title="Compare with another execution of this DAG">
      <form
        className="flex flex-wrap items-end gap-2 border-b border-line px-3 py-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isId) onChoose(value);
        }}
      >
        <TextField
          label="Execution ID"
          className="min-w-0 flex-1"
          error={value !== '' && !isId ? 'Not an object ID' : null}
          value={text}
          onChange={setText}
        />
        <Button type="submit" disabled={!isId}>
          Compare
        </Button>
      </form>
      {latest.error ? (
        <p className="px-3 py-2 text-3">Executions of this DAG could not be listed: {latest.error.message}</p>
      ) : (
        candidates.length > 0 && (
          <RowsTable
            stacks
            label="Executions to compare with"
            columns={[...CANDIDATE_COLUMNS, choose]}
            rows={candidates}
            rowKey={({ row }) => row.object_id}
          />
        )
      )}
      {latest.data && candidates.length === 0 && (
        <p className="px-3 py-2 text-3">No other executions of this DAG on the first page.</p>
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
