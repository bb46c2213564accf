import { listPage } from '@/app/_prefetch/pages';
import { FeesTable } from './fees-table';

export const metadata = { title: 'Priority fees' };

export default listPage('priority-fees.events', FeesTable);
