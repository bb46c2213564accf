// What an execution's page is made of, whether it was read over the network or from a file: each part stands or fails on its own.
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { RunHistory } from '@/lib/client/queries/run-history';
import type { DagStructure } from '@/lib/contract/dags';
import type { Execution, ExecutionEvent, GasEvent, SubmissionFailure, Walk } from '@/lib/contract/executions';
import type { LedgerEvent, Payment } from '@/lib/contract/payments';

/** What the page needs of a query. */
export interface Part<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  failureReason: Error | null;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

/** Where the execution's own facts came from. */
export type RecordSource = 'record' | 'agent' | 'task' | 'history' | 'file';

export interface ExecutionParts {
  execution_object_id: string;
  execution: Execution | null;
  source: RecordSource | null;
  record: Part<unknown>;
  events: Part<AllPages<ExecutionEvent>>;
  failures: Part<AllPages<SubmissionFailure>>;
  ledger: Part<AllPages<LedgerEvent>>;
  gas: Part<AllPages<GasEvent>>;
  payments: Part<AllPages<Payment>>;
  payment: Payment | null;
  structure: Part<DagStructure>;
  walks: Part<AllPages<Walk>>;
  history: Part<RunHistory>;
  /** The record is still being looked for. */
  seeking: boolean;
  /** Nothing at all is known of the id. */
  unknown: boolean;
}

/** Why a part is not there. */
export function unreadReason(name: string, { error }: Part<unknown>): string {
  return error === null ? `${name} is still being read` : `${name} could not be read: ${error.message}`;
}

/** A part that is there from the beginning. */
export function heldPart<Data>(data: Data | undefined): Part<Data> {
  return {
    data,
    error: data === undefined ? new Error('it is not in the file') : null,
    isPending: false,
    failureReason: null,
    dataUpdatedAt: 0,
    refetch: () => undefined,
  };
}

/** `total`: how many rows there were, where not all of them are held. */
export function heldPages<Row>(items: Row[], total?: number): Part<AllPages<Row>> {
  return heldPart({ items, total_items: total ?? items.length, complete: total === undefined });
}
