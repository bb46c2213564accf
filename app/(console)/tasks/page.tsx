import { listPage } from '@/app/_prefetch/pages';
import { SCHEDULED, taskCountsNow } from './task-counts';
import { TasksTable } from './list';

export const metadata = { title: 'Tasks' };

export default listPage('tasks.list', TasksTable, (by) => [taskCountsNow(by)], SCHEDULED);
