'use client';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '@/components/shell/read-failure';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { RowsTable } from '@/components/values/table';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { type Agent, boundDag, type Skill } from '@/lib/contract/agents';
import { counted, partOf } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { skillReasons } from '@/lib/view/null-reasons/agents';
import { executions, skill, tasks } from '@/lib/view/paths';
import { totalOf } from '@/lib/contract/record';

/** The most that one request returns. */
const AGENTS = 100;

interface Uses {
  skills: Skill[];
  /** Skills that choose their DAG for each run. */
  open: number;
  /** Agents whose skills the index does not list. */
  unread: number;
}

function usesIn(agents: readonly Agent[], dag_object_id: string): Uses {
  const all = agents.flatMap(({ skills }) => skills ?? []);
  return {
    skills: all.filter((skill) => {
      const bound = boundDag(skill.dag_binding);
      const dag = bound === null || bound === 'at run time' ? skill.dag_object_id : bound.dag;
      return dag === dag_object_id;
    }),
    open: all.filter(({ dag_binding }) => boundDag(dag_binding) === 'at run time').length,
    unread: agents.filter(({ skills }) => skills === null).length,
  };
}

function Rows({ skills }: { skills: readonly Skill[] }) {
  return (
    <RowsTable
      stacks
      label="Skills that run this DAG"
      rows={skills}
      rowKey={({ agent_object_id, skill_id }) => `${agent_object_id} ${skill_id}`}
      columns={[
        {
          head: 'Skill',
          wide: true,
          headClass: 'sm:min-w-48',
          cell: ({ agent_object_id, skill_id, description }) => (
            <TextLink href={skill(agent_object_id, skill_id)}>
              {description === null || description === '' ? `Skill ${skill_id}` : description}
            </TextLink>
          ),
        },
        { head: 'Agent', cell: ({ agent_object_id }) => <Id family="agent" value={agent_object_id} /> },
        {
          head: 'Active',
          cell: (row) => <Maybe value={row.active} reason={nullReason(skillReasons, 'active', row)} />,
        },
        {
          head: 'Related',
          cell: ({ agent_object_id, skill_id }) => {
            const of = { agent_object_id, skill_id: String(skill_id) };
            return (
              <span className="flex gap-3">
                <TextLink href={executions(of)}>Executions</TextLink>
                <TextLink href={tasks(of)}>Tasks</TextLink>
              </span>
            );
          },
        },
      ]}
    />
  );
}

/** The skills bound to a DAG, with their executions and tasks; from one page of agents, since no endpoint lists them by DAG. */
export function UsedBy({ dag_object_id }: { dag_object_id: string }) {
  const agents = useQuery(endpointQuery('agents.list', {}, { page_size: String(AGENTS) }));
  const { data } = agents;
  const uses = data && usesIn(data.items, dag_object_id);
  const total = data && totalOf(data);
  const notes = [
    data &&
      (total === data.items.length
        ? `among ${counted(total, 'agent')}`
        : `among ${partOf(data.items.length, total ?? null)} agents`),
    uses && uses.unread > 0 && `skills of ${counted(uses.unread, 'agent')} unknown`,
    uses && uses.open > 0 && `${counted(uses.open, 'skill')} with a DAG chosen at run time`,
  ].filter((note): note is string => typeof note === 'string');
  return (
    <Panel
      title="Used by"
      note={notes.join('; ')}
      actions={<TextLink href={executions({ dag_object_id })}>Executions of this DAG</TextLink>}
      className="mt-3.5"
      data-testid="used-by"
    >
      {agents.error !== null && data === undefined && (
        <Failure what="the skills" error={agents.error} onRetry={() => void agents.refetch()} />
      )}
      {agents.isPending && (
        <div className="p-3">
          <Skeleton className="block h-4 w-60" />
        </div>
      )}
      {uses && uses.skills.length === 0 && (
        <p className="px-3 py-2.5 text-2">No skill found that is bound to this DAG</p>
      )}
      {uses && uses.skills.length > 0 && <Rows skills={uses.skills} />}
    </Panel>
  );
}
