import { listPage } from '@/app/_prefetch/pages';
import { minuteOf, SCHEDULED, taskCountsQuery } from './task-counts';
import { TasksTable } from './list';

export const metadata = { title: 'Tasks' };

export default listPage(
  'tasks.list',
  TasksTable,
  (by) => [taskCountsQuery(minuteOf(Date.now()), by)],
  SCHEDULED,
);
