import { periodStats, recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { shortId } from '@/lib/view/ids';
import { DagView } from './dag-view';

const { generateMetadata, Page } = recordPage({
  param: 'dag_object_id',
  title: (id) => `DAG ${shortId(id)}`,
  queries: (dag_object_id, by, search) => [
    endpointQuery('dags.get', { dag_object_id }, {}, by),
    endpointQuery('dags.structure', { dag_object_id }, {}, by),
    ...periodStats('stats.executions', search, () => ({ dag_object_id }), by),
    periodStats('stats.vertices', search, () => ({ group_by: 'vertex', dag_object_id }), by)[0],
  ],
  view: (id) => <DagView dag_object_id={id} />,
});

export { generateMetadata };
export default Page;
