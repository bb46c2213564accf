import { periodStats, recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { BUCKET } from '@/lib/client/queries/run-statistics-query';
import { shortId } from '@/lib/view/ids';
import { AgentDetail } from './agent-detail';
import { executionsAbout, executionsQuery, openSkillIn, skillsQuery, tasksQuery } from './agent-queries';

const { generateMetadata, Page } = recordPage({
  param: 'agent_object_id',
  title: (id) => `Agent ${shortId(id)}`,
  queries: (agent_object_id, by, search) => [
    endpointQuery('agents.skills', { agent_object_id }, {}, by),
    skillsQuery(agent_object_id, by),
    executionsQuery(agent_object_id, by),
    tasksQuery(agent_object_id, by),
    ...periodStats(
      'stats.executions',
      search,
      (period) => ({
        ...executionsAbout(agent_object_id, openSkillIn(search)),
        bucket: BUCKET[period],
        total: 'true',
      }),
      by,
    ),
  ],
  view: (id) => <AgentDetail agent_object_id={id} />,
});

export { generateMetadata };
export default Page;
