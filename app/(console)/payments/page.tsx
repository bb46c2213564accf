import { listPage } from '@/app/_prefetch/pages';
import { PaymentsTable } from './list';

export const metadata = { title: 'Payments' };

export default listPage('payments.list', PaymentsTable);
