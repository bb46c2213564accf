import { recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { shortId } from '@/lib/view/ids';
import { PaymentDetail } from './payment-detail';

const { generateMetadata, Page } = recordPage({
  param: 'payment_object_id',
  title: (id) => `Payment ${shortId(id)}`,
  queries: (payment_object_id, by) => [endpointQuery('payments.get', { payment_object_id }, {}, by)],
  view: (id) => <PaymentDetail payment_object_id={id} />,
});

export { generateMetadata };
export default Page;
