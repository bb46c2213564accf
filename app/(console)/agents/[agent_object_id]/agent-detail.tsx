'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { ComposedOf, rowReason, toldRow, toldTotal } from '@/components/listing/composed-rows';
import { executionList } from '@/app/(console)/executions/list';
import { RelatedEvents } from '@/components/record/event-list';
import { ListingTable } from '@/components/listing/listing-table';
import { RecordPage } from '@/components/record/record-page';
import { RunHealth } from '@/components/record/run-health';
import { RecordTabs } from '@/components/record/record-tabs';
import { taskList } from '@/app/(console)/tasks/list';
import { withoutColumns } from '@/components/listing/row-columns';
import { Unread } from '@/components/shell/failure';
import { Fact, Facts } from '@/components/values/facts';
import { Id } from '@/components/values/id';
import { Time } from '@/components/values/time';
import type { Answer } from '@/lib/contract/endpoints';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { families, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import { nullReason } from '@/lib/view/null-reasons';
import { groupDigits } from '@/lib/view/amount';
import { agents } from '@/lib/view/paths';
import { agentRowQuery, executionsQuery, tasksQuery } from './agent-queries';
import { RecentFailures } from './recent-failures';
import { Skills } from './skills';

const KINDS = [...Object.keys(families.agent), 'TaskCreatedEvent'] as EventKind[];
const LISTING = 'the agent list';
const executionsOfAgent = withoutColumns(executionList.columns, 'agent_object_id');
const tasksOfAgent = withoutColumns(taskList.columns, 'agent_object_id');

type Totals = { data?: { metadata: { total_items: number } } | undefined; error: Error | null };

function Total({ list: { data, error } }: { list: Totals }) {
  return data ? groupDigits(data.metadata.total_items) : <Unread error={error} />;
}

interface AgentBodyProps {
  agent_object_id: string;
  skills: Answer<'agents.skills'>;
}

function AgentBody({ agent_object_id, skills }: AgentBodyProps) {
  const found = useQuery(agentRowQuery(agent_object_id, skills.items));
  const executions = useQuery(executionsQuery(agent_object_id));
  const tasks = useQuery(tasksQuery(agent_object_id));
  const row = found.data?.row ?? null;
  const reason = (field: 'creator' | 'vault_object_id' | 'onchain_created_at') =>
    rowReason(LISTING, found, nullReason('agent', field));
  return (
    <>
      <Facts>
        <Fact label="Skills">{groupDigits(skills.metadata.total_items)}</Fact>
        <Fact label="Executions">
          <Total list={executions} />
        </Fact>
        <Fact label="Tasks">
          <Total list={tasks} />
        </Fact>
        <Fact label="Creator">
          <Id family="address" value={row?.creator ?? null} reason={reason('creator')} />
        </Fact>
        <Fact label="Vault">
          <Id family="object" value={row?.vault_object_id ?? null} reason={reason('vault_object_id')} />
        </Fact>
        <Fact label="Created on chain">
          <Time at={row?.onchain_created_at ?? null} clock="on chain" reason={reason('onchain_created_at')} />
        </Fact>
        <Fact label="Updated">
          <Time at={row?.updated_at ?? null} clock="indexed" reason={rowReason(LISTING, found, '')} />
        </Fact>
      </Facts>
      <RecordTabs
        label="Records of this agent"
        tabs={[
          {
            value: 'skills',
            title: 'Skills',
            count: skills.metadata.total_items,
            content: <Skills agent_object_id={agent_object_id} />,
          },
          {
            value: 'executions',
            title: 'Executions',
            count: executions.data?.metadata.total_items,
            content: (
              <>
                <RunHealth title="Executions of this agent" about={{ agent_object_id }} className="mb-3.5" />
                <RecentFailures agent_object_id={agent_object_id} />
                <ListingTable
                  {...executionList}
                  name="agents.executions"
                  params={{ agent_object_id }}
                  columns={executionsOfAgent}
                  labels={{}}
                  empty="No executions of this agent yet"
                />
              </>
            ),
          },
          {
            value: 'tasks',
            title: 'Tasks',
            count: tasks.data?.metadata.total_items,
            content: (
              <ListingTable
                {...taskList}
                name="agents.tasks"
                params={{ agent_object_id }}
                columns={tasksOfAgent}
                labels={{}}
                empty="No tasks of this agent yet"
              />
            ),
          },
          {
            value: 'events',
            title: 'Events',
            content: <RelatedEvents search={eventsAboutQuery(KINDS, agent_object_id)} noun="agent" />,
          },
        ]}
      />
      <ComposedOf
        why="The index has no endpoint for a single agent."
        parts={[
          toldTotal('skills', { data: skills, error: null }),
          toldTotal('executions', executions),
          toldTotal('tasks', tasks),
          toldRow(LISTING, found),
        ]}
      />
    </>
  );
}

/** One agent; its list of skills shows whether the index has it. */
export function AgentDetail({ agent_object_id }: { agent_object_id: string }) {
  return (
    <RecordPage
      name="agents.skills"
      params={{ agent_object_id }}
      noun="agent"
      crumb={<Link href={agents()}>Agents</Link>}
      title={<Id family="agent" value={agent_object_id} link={false} />}
    >
      {(skills) => <AgentBody agent_object_id={agent_object_id} skills={skills} />}
    </RecordPage>
  );
}
