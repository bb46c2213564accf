'use client';
// An execution, composed: its record where the index has one, else the row of its agent's executions, found by way of its payment;
// its events, failures, ledger and payments; the structure of its DAG. Each part stands or fails on its own.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { prepareReplay, replayAt } from '@/lib/dag/replay/replay';
import {
  agentExecutionsQuery,
  eventsQuery,
  failuresQuery,
  ledgerQuery,
  paymentsQuery,
} from './execution-queries';

const ABSENT = new Set([404, 405, 501]);

/** The index knows no such path, or no such record. */
function isAbsent(error: Error | null): boolean {
  return error instanceof ApiError && ABSENT.has(error.status);
}

export function useExecution(execution_object_id: string) {
  const record = useQuery(endpointQuery('executions.get', { execution_object_id }));
  const events = useQuery(eventsQuery(execution_object_id));
  const failures = useQuery(failuresQuery(execution_object_id));
  const ledger = useQuery(ledgerQuery(execution_object_id));
  const payments = useQuery(paymentsQuery(execution_object_id));
  const payment = payments.data?.items[0] ?? null;

  const agent = payment?.agent_object_id ?? null;
  const noRecord = isAbsent(record.error);
  const ofAgent = useQuery({ ...agentExecutionsQuery(agent ?? ''), enabled: noRecord && agent !== null });
  const row = ofAgent.data?.items.find((one) => one.object_id === execution_object_id);
  const execution = record.data ?? row ?? null;

  const dag_object_id = execution?.dag_object_id ?? null;
  const structure = useQuery({
    ...endpointQuery('dags.structure', { dag_object_id: dag_object_id ?? '' }),
    enabled: dag_object_id !== null,
  });
  const run = useMemo(() => {
    if (!structure.data || !events.data) return null;
    const replay = prepareReplay({
      execution_object_id,
      execution,
      structure: structure.data,
      events: events.data.items,
      failures: failures.data?.items ?? [],
      ledger: ledger.data?.items ?? [],
      payment,
      history: [],
      whole: events.data.complete,
    });
    return replayAt(replay, replay.moments.length).state;
  }, [execution_object_id, execution, structure.data, events.data, failures.data, ledger.data, payment]);

  const seeking = record.isPending || (noRecord && (payments.isPending || ofAgent.isLoading));
  /** Nothing at all is known of the id. */
  const unknown =
    noRecord && !seeking && payment === null && (isAbsent(events.error) || events.data?.items.length === 0);
  return {
    record,
    execution,
    source: record.data ? ('record' as const) : row ? ('agent' as const) : null,
    events,
    failures,
    ledger,
    payments,
    payment,
    structure,
    run,
    seeking,
    unknown,
  };
}

export type ComposedExecution = ReturnType<typeof useExecution>;
