// Adds the events of a run streamed since its listings were read.
// Invariant: a row that was read is never replaced; the next read replaces streamed rows by the index's rows.
import { decodePayload, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import type { EventFrame, EventRecord } from '@/lib/contract/events';
import {
  executionEventColumns,
  executionEventKinds,
  submissionFailureColumns,
} from '@/lib/contract/execution-rows';
import type { ExecutionEvent, SubmissionFailure } from '@/lib/contract/executions';
import { parseForeignJson } from '@/lib/json/exact';

export interface StreamedEvent extends EventFrame {
  /** In ms since 1970. */
  received_at: number;
}

const SUBMISSION_FAILURE: EventKind = 'SubmissionFailureEvidenceRecordedEvent';

type Row = ExecutionEvent | SubmissionFailure;

/** Identifies a row if row ids are not event ids. */
function contentOf(row: Row): string {
  const what = 'event_type' in row ? row.event_type : row.err_eval_hash;
  const { tx_digest, walk_index, vertex_name, vertex_iteration } = row;
  return JSON.stringify([tx_digest, String(walk_index), vertex_name, String(vertex_iteration), what]);
}

/** The rows of `streamed` that `read` lacks, after those of `read`; the same array when there is none. */
function withStreamed<One extends Row>(
  read: One[],
  streamed: readonly StreamedEvent[],
  columnsOf: (event: StreamedEvent) => object | undefined,
): One[] {
  const existing = new Set(read.map(contentOf));
  const added: One[] = [];
  let last = read.reduce((highest, { id }) => Math.max(highest, id), 0);
  for (const event of streamed) {
    const columns = columnsOf(event);
    if (columns === undefined) continue;
    const created_at = new Date(event.received_at).toISOString();
    // The two callers give the columns of their rows.
    const row = { ...columns, id: Number(event.id), tx_digest: event.tx_digest, created_at } as One;
    if (existing.has(contentOf(row))) continue;
    // If the index numbers rows separately, new rows follow those read.
    last = Math.max(last + 1, row.id);
    added.push({ ...row, id: last });
  }
  return added.length === 0 ? read : [...read, ...added];
}

/** An event of another release may not decode; the next read loads it. */
export function withStreamedEvents(
  read: ExecutionEvent[],
  streamed: readonly StreamedEvent[],
): ExecutionEvent[] {
  return withStreamed(read, streamed, ({ kind, payload }) => {
    const decoded = decodePayload(kind, payload);
    if (decoded === undefined || !(executionEventKinds as readonly string[]).includes(kind)) return undefined;
    return executionEventColumns(
      { kind, payload: decoded } as Parameters<typeof executionEventColumns>[0],
      parseForeignJson,
    );
  });
}

export function withStreamedFailures(
  read: SubmissionFailure[],
  streamed: readonly StreamedEvent[],
): SubmissionFailure[] {
  return withStreamed(read, streamed, ({ kind, payload }) => {
    const decoded = kind === SUBMISSION_FAILURE ? decodePayload(kind, payload) : undefined;
    if (decoded === undefined) return undefined;
    return submissionFailureColumns(decoded as Parameters<typeof submissionFailureColumns>[0]);
  });
}

/** Streamed events carry no chain time: it is null until the history is read again. */
export function withStreamedHistory(read: EventRecord[], streamed: readonly StreamedEvent[]): EventRecord[] {
  const existing = new Set(read.map(({ id }) => id));
  const added = streamed.filter(({ id }) => !existing.has(id));
  if (added.length === 0) return read;
  return [...read, ...added.map(({ received_at: _, ...frame }) => ({ ...frame, onchain_at: null }))];
}
