import { listPage } from '@/app/_prefetch/pages';
import { TasksTable } from './tasks-table';

export const metadata = { title: 'Tasks' };

export default listPage('tasks.list', TasksTable);
