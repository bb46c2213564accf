import { periodStats, recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { lastRunsQuery } from '@/lib/client/queries/last-runs-query';
import { shortId } from '@/lib/view/ids';
import { absentTools, listedToolsQuery, toolNames, toolQuery } from './contract-queries';
import { DagView } from './dag-view';

/** Whose port contracts the document contains. */
const MOST_TOOLS = 12;

const { generateMetadata, Page } = recordPage({
  param: 'dag_object_id',
  title: (id) => `DAG ${shortId(id)}`,
  queries: (dag_object_id, by, search) => [
    endpointQuery('dags.get', { dag_object_id }, {}, by),
    endpointQuery('dags.structure', { dag_object_id }, {}, by),
    ...periodStats('stats.executions', search, () => ({ dag_object_id }), by),
    periodStats('stats.vertices', search, () => ({ group_by: 'vertex', dag_object_id }), by)[0],
    lastRunsQuery({ dag_object_id }, by),
    listedToolsQuery(by),
  ],
  // The page renders again for each that comes later.
  more: (dag_object_id, by, read) => {
    const structure = read.getQueryData(endpointQuery('dags.structure', { dag_object_id }).queryKey);
    const tools = structure === undefined ? [] : toolNames(structure);
    if (tools.length > MOST_TOOLS) return [];
    const absent = absentTools(tools, read.getQueryData(listedToolsQuery().queryKey));
    return tools.filter((fqn) => !absent.includes(fqn)).map((fqn) => toolQuery(fqn, by));
  },
  view: (id) => <DagView dag_object_id={id} />,
});

export { generateMetadata };
export default Page;
