import { listPage } from '@/app/_prefetch/pages';
import { PaymentsPage } from './list';

export const metadata = { title: 'Payments' };

export default listPage('payments.list', PaymentsPage);
