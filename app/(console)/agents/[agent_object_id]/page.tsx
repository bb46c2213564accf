import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { shortId } from '@/lib/view/ids';
import { AgentDetail } from './agent-detail';
import { executionsQuery, skillsQuery, tasksQuery } from './agent-queries';

type Props = PageProps<'/agents/[agent_object_id]'>;

async function idOf({ params }: Props): Promise<string> {
  return decodeURIComponent((await params).agent_object_id);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Agent ${shortId(await idOf(props))}` };
}

export default async function AgentPage(props: Props) {
  const agent_object_id = await idOf(props);
  return (
    <Prefetched
      queries={[
        endpointQuery('agents.skills', { agent_object_id }, {}, readOnServer),
        skillsQuery(agent_object_id, readOnServer),
        executionsQuery(agent_object_id, readOnServer),
        tasksQuery(agent_object_id, readOnServer),
      ]}
    >
      <AgentDetail agent_object_id={agent_object_id} />
    </Prefetched>
  );
}
