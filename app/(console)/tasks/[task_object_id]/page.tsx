import { periodStats, recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { shortId } from '@/lib/view/ids';
import { TaskDetail } from './task-detail';
import { occurrencesQuery, reserveQuery, taskRowQuery } from './task-queries';

const { generateMetadata, Page } = recordPage({
  param: 'task_object_id',
  title: (id) => `Task ${shortId(id)}`,
  queries: (task_object_id, by, search) => [
    endpointQuery('tasks.executions', { task_object_id }, {}, by),
    listingQuery('tasks.executions', { task_object_id }, search, by),
    occurrencesQuery(task_object_id, by),
    reserveQuery(task_object_id, by),
    ...periodStats('stats.executions', search, () => ({ task_object_id }), by),
  ],
  more: (task_object_id, by, client) => {
    const executions = client.getQueryData(endpointQuery('tasks.executions', { task_object_id }).queryKey);
    return executions === undefined ? [] : [taskRowQuery(task_object_id, executions.items, by)];
  },
  view: (id) => <TaskDetail task_object_id={id} />,
});

export { generateMetadata };
export default Page;
