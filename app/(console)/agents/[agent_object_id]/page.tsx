import { recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { shortId } from '@/lib/view/ids';
import { AgentDetail } from './agent-detail';
import { executionsQuery, skillsQuery, tasksQuery } from './agent-queries';

const { generateMetadata, Page } = recordPage({
  param: 'agent_object_id',
  title: (id) => `Agent ${shortId(id)}`,
  queries: (agent_object_id, by) => [
    endpointQuery('agents.skills', { agent_object_id }, {}, by),
    skillsQuery(agent_object_id, by),
    executionsQuery(agent_object_id, by),
    tasksQuery(agent_object_id, by),
  ],
  view: (id) => <AgentDetail agent_object_id={id} />,
});

export { generateMetadata };
export default Page;
