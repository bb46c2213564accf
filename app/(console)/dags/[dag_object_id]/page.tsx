import { recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { shortId } from '@/lib/view/ids';
import { DagView } from './dag-view';

const { generateMetadata, Page } = recordPage({
  param: 'dag_object_id',
  title: (id) => `DAG ${shortId(id)}`,
  queries: (dag_object_id, by) => [
    endpointQuery('dags.get', { dag_object_id }, {}, by),
    endpointQuery('dags.structure', { dag_object_id }, {}, by),
  ],
  view: (id) => <DagView dag_object_id={id} />,
});

export { generateMetadata };
export default Page;
