// What an execution's page reads: one query a part, the same on the server and in the browser.
import { allPagesQuery } from '@/lib/client/queries/all-pages-query';
import type { Read } from '@/lib/client/read';

const rowId = (row: { id: number }) => row.id;

export function eventsQuery(execution_object_id: string, by?: Read) {
  return allPagesQuery('executions.events', { execution_object_id }, rowId, {}, by);
}

export function failuresQuery(execution_object_id: string) {
  return allPagesQuery('executions.submission-failures', { execution_object_id }, rowId);
}

export function ledgerQuery(execution_object_id: string) {
  return allPagesQuery('executions.payment-ledger', { execution_object_id }, rowId);
}

export function gasQuery(execution_object_id: string) {
  return allPagesQuery('executions.gas', { execution_object_id }, rowId);
}

export function paymentsQuery(execution_object_id: string) {
  return allPagesQuery('payments.list', {}, (row) => row.payment_object_id, { execution_object_id });
}

/** The listing that holds the execution's row where the index has no record of its own for it. */
export function agentExecutionsQuery(agent_object_id: string) {
  return allPagesQuery('agents.executions', { agent_object_id }, (row) => row.object_id);
}

export function walksQuery(execution_object_id: string) {
  return allPagesQuery('executions.walks', { execution_object_id }, (row) => String(row.walk_index));
}
