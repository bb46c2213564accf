import { listPage } from '@/app/_prefetch/pages';
import { TasksTable } from './list';

export const metadata = { title: 'Tasks' };

export default listPage('tasks.list', TasksTable);
