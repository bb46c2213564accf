import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { shortId } from '@/lib/view/ids';
import { PaymentDetail } from './payment-detail';

type Props = PageProps<'/payments/[payment_object_id]'>;

async function idOf({ params }: Props): Promise<string> {
  return decodeURIComponent((await params).payment_object_id);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Payment ${shortId(await idOf(props))}` };
}

export default async function PaymentPage(props: Props) {
  const payment_object_id = await idOf(props);
  return (
    <Prefetched queries={[endpointQuery('payments.get', { payment_object_id }, {}, readOnServer)]}>
      <PaymentDetail payment_object_id={payment_object_id} />
    </Prefetched>
  );
}
