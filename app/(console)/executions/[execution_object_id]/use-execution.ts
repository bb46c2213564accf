'use client';
// An execution composed from what the index offers: its record, else its row among the executions of its agent or task,
// else its events; plus events, failures, ledger, gas, payments and the structure of its DAG.
// Invariant: each part succeeds or fails on its own.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { ApiError, failureOf, isNotProvided } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { type RunHistory, runHistoryQuery } from '@/lib/client/queries/run-history';
import { type DerivedExecution, executionOf, readHistory, isOfExecution } from '@/lib/dag/replay/history';
import { momentsOf } from '@/lib/dag/replay/recorded-run';
import type { Execution, ExecutionEvent, GasEvent, SubmissionFailure } from '@/lib/contract/executions';
import { type AllPages, findRowQuery } from '@/lib/client/queries/all-pages-query';
import type { DagStructure } from '@/lib/contract/dags';
import type { LedgerEvent, Payment } from '@/lib/contract/payments';
import { groupDigits } from '@/lib/view/amount';
import { executionQueries } from './execution-queries';
import type { EventStore } from '@/lib/client/live/event-store';
import type { LiveEvent } from '@/lib/client/live/messages';
import { useLive } from '@/lib/client/live/use-live';
import {
  withStreamedEvents,
  withStreamedFailures,
  withStreamedHistory,
} from '@/lib/dag/replay/streamed-rows';

const NONE: readonly LiveEvent[] = [];

/** The events of an execution that this tab has received, oldest first; the same array until there is another. */
function receivedEvents(store: EventStore, execution_object_id: string) {
  let events = NONE;
  const isOfThis = ({ payload }: LiveEvent) => isOfExecution(payload, execution_object_id);
  const collect = () => {
    const received = store.events().filter(isOfThis);
    if (received.length > 0) events = received;
  };
  return {
    get: () => events,
    subscribe: (onChange: () => void) => {
      collect();
      if (events.length > 0) onChange();
      return store.onChange((change) => {
        if (change.is === 'reset' && events.length > 0) events = NONE;
        else if (change.is === 'added' && change.events.some(isOfThis)) collect();
        else return;
        onChange();
      });
    },
  };
}

interface Read {
  events: AllPages<ExecutionEvent> | undefined;
  failures: AllPages<SubmissionFailure> | undefined;
  history: RunHistory | undefined;
}

/** What was read, with the rows of events that have arrived since; a part that was not read stays unread. */
function useStreamedRun(execution_object_id: string, { events, failures, history }: Read): Read {
  const { store } = useLive();
  const stream = useMemo(() => receivedEvents(store, execution_object_id), [store, execution_object_id]);
  const received = useSyncExternalStore(stream.subscribe, stream.get, () => NONE);
  const allEvents = useMemo(() => {
    if (events === undefined) return undefined;
    const items = withStreamedEvents(events.items, received);
    const { total_items } = events;
    return { ...events, items, total_items: total_items && Math.max(total_items, items.length) };
  }, [events, received]);
  const allFailures = useMemo(
    () => failures && { ...failures, items: withStreamedFailures(failures.items, received) },
    [failures, received],
  );
  const all = useMemo(
    () => history && { ...history, items: withStreamedHistory(history.items, received) },
    [history, received],
  );
  return { events: allEvents, failures: allFailures, history: all };
}

/** No such path, or no such record. */
function isAbsent(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || isNotProvided(error));
}

/**
 * Why there is no record: the end of "unknown: …". Only an index that answered has none, and a 404 is about the endpoint where other endpoints know
 * the execution.
 */
function noRecordReason({
  failure,
  record,
  events,
  payment,
}: {
  failure: Error | null;
  record: Part<unknown>;
  events: Part<AllPages<unknown>>;
  payment: unknown;
}): string {
  if (failure !== null) return `the execution could not be loaded: ${failure.message}`;
  if (record.error === null) return 'the execution is being loaded';
  const isKnown = payment !== null || (events.data?.items.length ?? 0) > 0;
  return isKnown || isNotProvided(failureOf(record.error))
    ? 'this index does not provide records of executions, and nothing else that was read has it'
    : 'the index has no record of this execution';
}

type MaybeExecution = DerivedExecution | null | undefined;

function sourceOf(
  record: MaybeExecution,
  ofAgent: MaybeExecution,
  ofTask: MaybeExecution,
  execution: MaybeExecution,
): RecordSource | null {
  if (record) return 'record';
  if (ofAgent) return 'agent';
  if (ofTask) return 'task';
  return execution ? 'history' : null;
}

/** The same part with other data. Spreading a query's result would render the page at each change of any of its fields. */
function withData<Data>(part: Part<Data>, data: Data | undefined): Part<Data> {
  const { error, isPending, isLoading, failureReason, dataUpdatedAt, refetch } = part;
  return { data, error, isPending, isLoading, failureReason, dataUpdatedAt, refetch };
}

export function useExecution(execution_object_id: string): ExecutionParts {
  const queries = executionQueries(execution_object_id);
  const record = useQuery(queries.record);
  const events = useQuery(queries.events);
  const failures = useQuery(queries.failures);
  const ledger = useQuery(queries.ledger);
  const gas = useQuery(queries.gas);
  const payments = useQuery(queries.payments);
  // An index that ignores the filter returns the payments of other executions.
  const ofThis = (row: Payment) => row.execution_object_id === execution_object_id;
  const payment = payments.data?.items.find(ofThis) ?? null;

  const digests = useMemo(() => {
    const rows = {
      events: events.data?.items ?? [],
      failures: failures.data?.items ?? [],
      ledger: ledger.data?.items ?? [],
    };
    return [...new Set(momentsOf(rows).map(({ tx_digest }) => tx_digest))];
  }, [events.data, failures.data, ledger.data]);
  const loaded = [events, failures, ledger, payments].every(({ isPending }) => !isPending);
  const history = useQuery({
    ...runHistoryQuery({ execution_object_id, digests, payment: payment?.final_state ?? null }),
    enabled: loaded && digests.length > 0,
  });

  const streamed = useStreamedRun(execution_object_id, {
    events: events.data,
    failures: failures.data,
    history: history.data,
  });

  const noRecord = isAbsent(record.error);
  const derived = useMemo(
    () =>
      noRecord && streamed.history
        ? executionOf(readHistory(streamed.history.items, execution_object_id), execution_object_id)
        : null,
    [noRecord, streamed.history, execution_object_id],
  );
  const isIt = ({ object_id }: Execution) => object_id === execution_object_id;
  const agent = payment?.agent_object_id ?? derived?.agent_object_id ?? null;
  const ofAgent = useQuery({
    ...findRowQuery('agents.executions', { agent_object_id: agent ?? '' }, execution_object_id, isIt),
    enabled: noRecord && agent !== null,
  });
  const task = derived?.task_object_id ?? null;
  const without = agent === null || ofAgent.data?.row === null || ofAgent.error !== null;
  const ofTask = useQuery({
    ...findRowQuery('tasks.executions', { task_object_id: task ?? '' }, execution_object_id, isIt),
    enabled: noRecord && without && task !== null,
  });
  const row = ofAgent.data?.row ?? ofTask.data?.row ?? null;
  const execution = record.data ?? row ?? (noRecord ? derived : null);

  const dag_object_id = execution?.dag_object_id ?? null;
  const structure = useQuery({
    ...endpointQuery('dags.structure', { dag_object_id: dag_object_id ?? '' }),
    enabled: dag_object_id !== null,
  });

  const seeking =
    record.isPending ||
    (noRecord &&
      execution === null &&
      (!loaded || [ofAgent, ofTask, history].some(({ isLoading }) => isLoading)));
  const unknown =
    noRecord &&
    !seeking &&
    execution === null &&
    payment === null &&
    (isAbsent(events.error) || events.data?.items.length === 0);
  const failure =
    [record, events, payments, history, ofAgent, ofTask]
      .map(({ error }) => error)
      .find((error) => error !== null && !isAbsent(error)) ?? null;
  return {
    execution_object_id,
    record,
    noRecord: execution === null ? noRecordReason({ failure, record, events, payment }) : null,
    execution,
    source: sourceOf(record.data, ofAgent.data?.row, ofTask.data?.row, execution),
    events: withData(events, streamed.events),
    failures: withData(failures, streamed.failures),
    ledger,
    gas,
    payments,
    payment,
    structure,
    history: withData(history, streamed.history),
    seeking,
    unknown,
  };
}

/** The part of a query result the page needs. */
export interface Part<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  /** Being read for the first time; false for a part that is not requested at all. */
  isLoading: boolean;
  failureReason: Error | null;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

export type RecordSource = 'record' | 'agent' | 'task' | 'history';

export interface ExecutionParts {
  execution_object_id: string;
  execution: DerivedExecution | null;
  source: RecordSource | null;
  record: Part<unknown>;
  /** Why there is no execution: the end of "unknown: …"; null where there is one. */
  noRecord: string | null;
  events: Part<AllPages<ExecutionEvent>>;
  failures: Part<AllPages<SubmissionFailure>>;
  ledger: Part<AllPages<LedgerEvent>>;
  gas: Part<AllPages<GasEvent>>;
  payments: Part<AllPages<Payment>>;
  payment: Payment | null;
  structure: Part<DagStructure>;
  history: Part<RunHistory>;
  seeking: boolean;
  /** Whether nothing at all was found for this id. */
  unknown: boolean;
}

export function unreadReason(name: string, { error }: Part<unknown>): string {
  return error === null ? `${name} still loading` : `${name} could not be loaded: ${error.message}`;
}

/** Why a payment was not found; null when all payments were searched. */
export function noPaymentReason({ payments }: Pick<ExecutionParts, 'payments'>): string | null {
  if (payments.data === undefined) return unreadReason('the payments', payments);
  if (payments.data.complete) return null;
  const searched = groupDigits(payments.data.items.length);
  return `not among the ${searched} payments searched; this index ignores the filter execution_object_id`;
}
