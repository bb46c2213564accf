// The parts of an execution that its id alone names; read on the server with the page, then kept fresh by the browser.
import { allPagesQuery } from '@/lib/client/queries/all-pages-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { read, type Read } from '@/lib/client/read';

const rowId = (row: { id: number }) => row.id;

export function executionQueries(execution_object_id: string, by: Read = read) {
  const params = { execution_object_id };
  return {
    record: endpointQuery('executions.get', params, {}, by),
    events: allPagesQuery('executions.events', params, rowId, {}, by),
    failures: allPagesQuery('executions.submission-failures', params, rowId, {}, by),
    ledger: allPagesQuery('executions.payment-ledger', params, rowId, {}, by),
    gas: allPagesQuery('executions.gas', params, rowId, {}, by),
    payments: allPagesQuery('payments.list', {}, (row) => row.payment_object_id, params, by),
  };
}
