'use client';
// An execution, composed over the network: its record where the index has one, else its row among the executions of its agent (whom its payment or the
// event history names) or of its task, else what the event history tells; its events, failures, ledger, gas, walks and payments; the structure of its DAG.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { runHistoryQuery } from '@/lib/client/queries/run-history';
import { executionOf, readHistory } from '@/lib/dag/replay/history';
import { momentsOf } from '@/lib/dag/replay/recorded-run';
import {
  eventsQuery,
  failuresQuery,
  gasQuery,
  ledgerQuery,
  paymentsQuery,
  rowOfAgentQuery,
  rowOfTaskQuery,
  walksQuery,
} from './execution-queries';
import type { Execution } from '@/lib/contract/executions';
import type { ExecutionParts, RecordSource } from './execution-parts';

const ABSENT = new Set([404, 405, 501]);

/** The index knows no such path, or no such record. */
function isAbsent(error: Error | null): boolean {
  return error instanceof ApiError && ABSENT.has(error.status);
}

function sourceOf(
  ...[record, ofAgent, ofTask, execution]: (Execution | null | undefined)[]
): RecordSource | null {
  if (record) return 'record';
  if (ofAgent) return 'agent';
  if (ofTask) return 'task';
  return execution ? 'history' : null;
}

export function useExecution(execution_object_id: string): ExecutionParts {
  const record = useQuery(endpointQuery('executions.get', { execution_object_id }));
  const events = useQuery(eventsQuery(execution_object_id));
  const failures = useQuery(failuresQuery(execution_object_id));
  const ledger = useQuery(ledgerQuery(execution_object_id));
  const gas = useQuery(gasQuery(execution_object_id));
  const payments = useQuery(paymentsQuery(execution_object_id));
  // Beyond the specification, as the record is: an index without the one is not asked for the other.
  const walks = useQuery({ ...walksQuery(execution_object_id), enabled: record.data !== undefined });
  const payment = payments.data?.items[0] ?? null;

  const digests = useMemo(() => {
    const rows = {
      events: events.data?.items ?? [],
      failures: failures.data?.items ?? [],
      ledger: ledger.data?.items ?? [],
    };
    return [...new Set(momentsOf(rows).list.map(({ tx_digest }) => tx_digest))];
  }, [events.data, failures.data, ledger.data]);
  const settled = [events, failures, ledger, payments].every(({ isPending }) => !isPending);
  const history = useQuery({
    ...runHistoryQuery({ execution_object_id, digests, payment: payment?.final_state ?? null }),
    enabled: settled && digests.length > 0,
  });

  const noRecord = isAbsent(record.error);
  const told = useMemo(
    () =>
      history.data
        ? executionOf(readHistory(history.data.items, execution_object_id), execution_object_id)
        : null,
    [history.data, execution_object_id],
  );
  const agent = payment?.agent_object_id ?? told?.agent_object_id ?? null;
  const ofAgent = useQuery({
    ...rowOfAgentQuery(agent ?? '', execution_object_id),
    enabled: noRecord && agent !== null,
  });
  const task = told?.task_object_id ?? null;
  const without = agent === null || ofAgent.data?.row === null || ofAgent.error !== null;
  const ofTask = useQuery({
    ...rowOfTaskQuery(task ?? '', execution_object_id),
    enabled: noRecord && without && task !== null,
  });
  const row = ofAgent.data?.row ?? ofTask.data?.row ?? null;
  const execution = record.data ?? row ?? (noRecord ? told : null);

  const dag_object_id = execution?.dag_object_id ?? null;
  const structure = useQuery({
    ...endpointQuery('dags.structure', { dag_object_id: dag_object_id ?? '' }),
    enabled: dag_object_id !== null,
  });

  const seeking =
    record.isPending ||
    (noRecord &&
      execution === null &&
      (!settled || [ofAgent, ofTask, history].some(({ isLoading }) => isLoading)));
  const unknown =
    noRecord &&
    !seeking &&
    execution === null &&
    payment === null &&
    (isAbsent(events.error) || events.data?.items.length === 0);
  return {
    execution_object_id,
    record,
    execution,
    source: sourceOf(record.data, ofAgent.data?.row, ofTask.data?.row, execution),
    events,
    failures,
    ledger,
    gas,
    payments,
    payment,
    structure,
    walks,
    history,
    seeking,
    unknown,
  };
}
