// The queries behind an execution page, shared by server and browser.
import { allPagesQuery, findRowQuery } from '@/lib/client/queries/all-pages-query';
import type { Read } from '@/lib/client/read';
import type { Execution } from '@/lib/contract/executions';

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

/** The execution's row among those of its agent, where the index has no single records. */
export function rowOfAgentQuery(agent_object_id: string, execution_object_id: string) {
  const isIt = ({ object_id }: Execution) => object_id === execution_object_id;
  return findRowQuery('agents.executions', { agent_object_id }, execution_object_id, isIt);
}

/** Its row among those of its task. */
export function rowOfTaskQuery(task_object_id: string, execution_object_id: string) {
  const isIt = ({ object_id }: Execution) => object_id === execution_object_id;
  return findRowQuery('tasks.executions', { task_object_id }, execution_object_id, isIt);
}

export function walksQuery(execution_object_id: string) {
  return allPagesQuery('executions.walks', { execution_object_id }, (row) => String(row.walk_index));
}
