import { recordPage } from '@/app/_prefetch/pages';
import { allPagesQuery } from '@/lib/client/queries/all-pages-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { shortId } from '@/lib/view/ids';
import { ReadExecution } from './execution-view';

const { generateMetadata, Page } = recordPage({
  param: 'execution_object_id',
  title: (id) => `Execution ${shortId(id)}`,
  queries: (execution_object_id, by) => [
    endpointQuery('executions.get', { execution_object_id }, {}, by),
    allPagesQuery('executions.events', { execution_object_id }, (row) => row.id, {}, by),
  ],
  view: (id) => <ReadExecution execution_object_id={id} />,
});

export { generateMetadata };
export default Page;
