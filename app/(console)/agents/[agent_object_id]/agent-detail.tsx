'use client';
import { useQuery } from '@tanstack/react-query';
import { ComposedOf, rowReason, describeRow, describeTotal } from '@/components/record/page-composition';
import { executionList } from '@/app/(console)/executions/list';
import { RelatedEvents } from '@/components/record/event-list';
import { ListingTable } from '@/components/listing/listing-table';
import { PeriodChoice, usePeriod } from '@/components/record/period';
import { RecordPage, TechnicalDetails } from '@/components/record/record-page';
import { PlainLink } from '@/components/ui/plain-link';
import { RunHealth, RunsVerdict } from '@/components/record/run-health';
import { RecordTabs } from '@/components/record/record-tabs';
import { taskList } from '@/app/(console)/tasks/list';
import { withoutColumns, withoutRowNames } from '@/components/listing/row-columns';
import { Fact, Facts } from '@/components/values/facts';
import { Id } from '@/components/values/id';
import { ObjectId } from '@/components/values/object-id';
import { Time } from '@/components/values/time';
import type { Answer } from '@/lib/contract/endpoints';
import type { ExecutionFilters } from '@/lib/client/queries/run-statistics-query';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { families, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import { nullReason } from '@/lib/view/null-reasons';
import { agentReasons } from '@/lib/view/null-reasons/agents';
import { agents } from '@/lib/view/paths';
import { agentRowQuery, executionsAbout, executionsQuery, tasksQuery } from './agent-queries';
import { Skills, useOpenSkill } from './skills';
import { totalOf } from '@/lib/contract/record';

const KINDS = [...Object.keys(families.agent), 'TaskCreatedEvent'] as EventKind[];
const LISTING = 'the agent list';
const executionsOfAgent = withoutColumns(executionList.columns, 'agent_object_id');
const tasksOfAgent = withoutColumns(taskList.columns, 'agent_object_id');
/** Of an agent with one skill, whose name is the page's. */
const ofOneSkill = {
  executions: withoutRowNames(executionsOfAgent),
  tasks: withoutRowNames(tasksOfAgent),
};

interface AgentBodyProps {
  agent_object_id: string;
  /** The executions that figures are of: those of the open skill, or of the agent. */
  about: ExecutionFilters;
  skills: Answer<'agents.skills'>;
}

function AgentBody({ agent_object_id, about, skills }: AgentBodyProps) {
  const agentQuery = useQuery(agentRowQuery(agent_object_id, skills.items));
  const executions = useQuery(executionsQuery(agent_object_id));
  const tasks = useQuery(tasksQuery(agent_object_id));
  const row = agentQuery.data?.row ?? null;
  const columns =
    skills.items.length === 1 ? ofOneSkill : { executions: executionsOfAgent, tasks: tasksOfAgent };
  const reason = (field: 'creator' | 'vault_object_id' | 'onchain_created_at') =>
    rowReason(LISTING, agentQuery, nullReason(agentReasons, field, row));
  return (
    <>
      <Skills agent_object_id={agent_object_id} />
      <RunHealth
        title={about.skill_id === undefined ? 'Executions of this agent' : 'Executions of this skill'}
        about={about}
        className="mb-3.5"
      />
      <RecordTabs
        label="Records of this agent"
        tabs={[
          {
            value: 'executions',
            title: 'Executions',
            count: executions.data && totalOf(executions.data),
            content: (
              <ListingTable
                {...executionList}
                name="agents.executions"
                params={{ agent_object_id }}
                columns={columns.executions}
                labels={{}}
                empty="Executions appear when one of its skills is run."
              />
            ),
          },
          {
            value: 'tasks',
            title: 'Tasks',
            count: tasks.data && totalOf(tasks.data),
            content: (
              <ListingTable
                {...taskList}
                name="agents.tasks"
                params={{ agent_object_id }}
                columns={columns.tasks}
                labels={{}}
                empty="Tasks appear when one of its skills is scheduled."
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
      <TechnicalDetails gist="Creator, vault, times">
        <Facts className="my-0! rounded-none! border-0!">
          <Fact label="Creator">
            <Id family="address" value={row?.creator ?? null} reason={reason('creator')} />
          </Fact>
          <Fact label="Vault">
            <ObjectId value={row?.vault_object_id ?? null} reason={reason('vault_object_id')} />
          </Fact>
          <Fact label="Created on chain">
            <Time
              at={row?.onchain_created_at ?? null}
              clock="on chain"
              reason={reason('onchain_created_at')}
            />
          </Fact>
          <Fact label="Last indexed">
            <Time at={row?.updated_at ?? null} clock="indexed" reason={rowReason(LISTING, agentQuery, '')} />
          </Fact>
        </Facts>
      </TechnicalDetails>
      <ComposedOf
        why="The index has no endpoint for a single agent."
        parts={[
          describeTotal('skills', { data: skills, error: null }),
          describeTotal('executions', executions),
          describeTotal('tasks', tasks),
          describeRow(LISTING, agentQuery),
        ]}
      />
    </>
  );
}

/** One agent; its list of skills shows whether the index has it. `?skill=` opens a skill. */
export function AgentDetail({ agent_object_id }: { agent_object_id: string }) {
  const { period } = usePeriod();
  const about = executionsAbout(agent_object_id, useOpenSkill());
  return (
    <RecordPage
      name="agents.skills"
      params={{ agent_object_id }}
      noun="agent"
      crumb={<PlainLink href={agents()}>Agents</PlainLink>}
      actions={<PeriodChoice period={period} />}
      verdict={() => <RunsVerdict about={about} />}
    >
      {(skills) => <AgentBody agent_object_id={agent_object_id} about={about} skills={skills} />}
    </RecordPage>
  );
}
