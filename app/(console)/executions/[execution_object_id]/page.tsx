import { recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { shortId } from '@/lib/view/ids';
import { executionQueries } from './execution-queries';
import { ReadExecution } from './execution-view';

const { generateMetadata, Page } = recordPage({
  param: 'execution_object_id',
  title: (id) => `Execution ${shortId(id)}`,
  queries: (id, by) => Object.values(executionQueries(id, by)),
  more: (id, by, read) => {
    const record = read.getQueryData(executionQueries(id).record.queryKey);
    if (record === undefined) return [];
    return [endpointQuery('dags.structure', { dag_object_id: record.dag_object_id }, {}, by)];
  },
  view: (id) => <ReadExecution execution_object_id={id} />,
});

export { generateMetadata };
export default Page;
