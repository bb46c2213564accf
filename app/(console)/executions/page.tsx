import { listPage } from '@/app/_prefetch/pages';
import { ExecutionsTable } from './list';

export const metadata = { title: 'Executions' };

export default listPage('executions.list', ExecutionsTable);
