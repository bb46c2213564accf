import { listPage } from '@/app/_prefetch/pages';
import { FeesTable } from './list';

export const metadata = { title: 'Priority fees' };

export default listPage('priority-fees.events', FeesTable);
