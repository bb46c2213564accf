import { executionQueries } from '@/app/(console)/executions/[execution_object_id]/execution-queries';
import { recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { shortId } from '@/lib/view/ids';
import { PaymentDetail } from './payment-detail';

const { generateMetadata, Page } = recordPage({
  param: 'payment_object_id',
  title: (id) => `Payment ${shortId(id)}`,
  queries: (payment_object_id, by) => [endpointQuery('payments.get', { payment_object_id }, {}, by)],
  more: (payment_object_id, by, client) => {
    const payment = client.getQueryData(endpointQuery('payments.get', { payment_object_id }).queryKey);
    if (payment === undefined) return [];
    const { record, events, ledger } = executionQueries(payment.execution_object_id, by);
    return [record, events, ledger];
  },
  view: (id) => <PaymentDetail payment_object_id={id} />,
});

export { generateMetadata };
export default Page;
