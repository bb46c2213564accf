import { listPage } from '@/app/_prefetch/pages';
import { PaymentsView } from './payments-view';

export const metadata = { title: 'Payments' };

export default listPage('payments.list', PaymentsView);
