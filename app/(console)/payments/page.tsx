import { listPage } from '@/app/_prefetch/pages';
import { PaymentsTable } from './payments-table';

export const metadata = { title: 'Payments' };

export default listPage('payments.list', PaymentsTable);
