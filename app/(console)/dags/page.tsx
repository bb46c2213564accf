import { listPage } from '@/app/_prefetch/pages';
import { DagsTable } from './list';

export const metadata = { title: 'DAGs' };

export default listPage('dags.list', DagsTable);
