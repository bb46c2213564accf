'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { AllRowsTable } from '@/components/listing/all-rows-table';
import {
  figureColumns,
  type GroupedStats,
  NO_RUNS,
  runColumns,
  StatisticsNote,
  useProvidedColumns,
} from '@/components/listing/group-figures';
import { columnsOf } from '@/components/listing/row-columns';
import { usePageUrl } from '@/components/listing/use-url';
import { Panel } from '@/components/ui/panel';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { JsonView } from '@/components/values/text-block';
import { Maybe } from '@/components/values/maybe';
import type { Skill, SkillRevision } from '@/lib/contract/agents';
import { nullReason } from '@/lib/view/null-reasons';
import { agent } from '@/lib/view/paths';
import { meanCost, totalCost } from '@/lib/view/run-statistics';
import { revisionsQuery, skillsQuery } from './agent-queries';
import { RevisionChanges } from './revision-changes';
import { Mono } from '@/components/ui/mono';

const skill = columnsOf<Skill>('skill');
const mono = (value: bigint | number) => <Mono>{String(value)}</Mono>;

/** The executions of each skill of an agent. */
const runsOfSkills = (agent_object_id: string): GroupedStats<'stats.executions'> => ({
  name: 'stats.executions',
  query: { agent_object_id, group_by: 'skill' },
  counted: 'its executions',
});
const ofSkill = {
  statsOf: (row: Skill) => runsOfSkills(row.agent_object_id),
  groupOf: ({ agent_object_id, skill_id }: Skill) => `${agent_object_id}/${skill_id}`,
  none: NO_RUNS,
};
const figure = figureColumns(ofSkill);
const cost = (mist: bigint | null) => (
  <Amount value={mist} unit="sui" reason="no execution has a known cost" showUnit={false} />
);

const skillColumns = [
  skill.row('skill_id', 'Skill', { bar: 'w-12' }, ({ agent_object_id, skill_id }) => (
    <Link
      translate="no"
      href={agent(agent_object_id, { peek: String(skill_id) })}
      scroll={false}
      prefetch={false}
      className="mono hover:text-accent hover:underline"
    >
      skill {String(skill_id)}
    </Link>
  )),
  skill.value('active', 'Active', { bar: 'w-8' }),
  skill.value('description', 'Description', { bar: 'w-48' }, (text) => (
    <span className="block max-w-96 text-2 max-sm:whitespace-normal sm:truncate" title={text}>
      {text === '' ? 'empty text' : text}
    </span>
  )),
  skill.value('current_interface_revision', 'Current revision', { numeric: true, bar: 'w-6' }, mono),
  skill.id('dag_object_id', 'DAG', 'dag'),
  ...runColumns(ofSkill, ({ agent_object_id, skill_id }) => ({
    agent_object_id,
    skill_id: String(skill_id),
  })),
  figure('mean_cost', 'Cost per run, SUI', { bar: 'w-14' }, (runs) => cost(meanCost(runs))),
  figure('total_cost', 'Total cost, SUI', { bar: 'w-14' }, (runs) => cost(totalCost(runs))),
  skill.time('record_refreshed_at', 'Read from chain', { bar: 'w-14', below: '2xl' }),
  skill.updated({ below: '2xl' }),
];

const revision = columnsOf<SkillRevision>('skillRevision');
const json = (value: unknown, label: string) => (
  <JsonView value={value} label={label} className="max-sm:my-1.5 min-w-0 max-sm:flex-1 sm:min-w-64" />
);

const revisionColumns = [
  revision.value('interface_revision', 'Revision', { numeric: true, bar: 'w-6' }, mono),
  revision.row('dag_binding', 'DAG binding', { bar: 'w-40' }, (row) => json(row.dag_binding, 'DAG binding')),
  revision.value('requirements', 'Requirements', { bar: 'w-40' }, (value) => json(value, 'Requirements')),
  revision.transaction(),
  revision.indexed({ below: 'lg' }),
];

function SkillPanel({ skill }: { skill: Skill }) {
  const { agent_object_id, skill_id } = skill;
  const revisions = useQuery(revisionsQuery(agent_object_id, String(skill_id)));
  return (
    <section aria-labelledby="skill" className="mt-5">
      <h2 id="skill" className="mb-2 font-semibold">
        Skill {String(skill_id)}{' '}
        <span className="font-normal text-3">revision {String(skill.current_interface_revision)}</span>
      </h2>
      <p className="mb-2.5 max-w-[80ch] text-2">
        <span className="text-3">Description: </span>
        <Maybe value={skill.description} reason={nullReason('skill', 'description', skill)} />
      </p>
      <div className="mb-3.5 grid items-start gap-3 lg:grid-cols-2">
        <Panel
          title="DAG binding"
          note={
            <Id
              family="dag"
              value={skill.dag_object_id}
              reason={nullReason('skill', 'dag_object_id', skill)}
            />
          }
        >
          <JsonView value={skill.dag_binding} label="DAG binding" className="m-3" />
        </Panel>
        <Panel title="Requirements">
          <div className="p-3">
            <Maybe value={skill.requirements} reason={nullReason('skill', 'requirements', skill)}>
              {(value) => <JsonView value={value} label="Requirements" />}
            </Maybe>
          </div>
        </Panel>
      </div>
      {revisions.data !== undefined && <RevisionChanges skill={skill} revisions={revisions.data.items} />}
      <h3 className="mb-2 font-semibold">Revisions</h3>
      <div className="sm:[&_td]:py-2.5 sm:[&_td]:align-top">
        <AllRowsTable
          query={revisions}
          rows={revisions.data?.items}
          noun={{ singular: 'revision', plural: 'revisions' }}
          columns={revisionColumns}
          rowId={(row) => String(row.interface_revision)}
          empty="Revisions appear when the interface is registered or changed."
        />
      </div>
    </section>
  );
}

/** The agent's skills and, below, the open one (`?peek=`, by default the first). */
export function Skills({ agent_object_id }: { agent_object_id: string }) {
  const skills = useQuery(skillsQuery(agent_object_id));
  const stats = runsOfSkills(agent_object_id);
  const columns = useProvidedColumns(skillColumns, stats);
  const peek = usePageUrl().search.get('peek');
  const items = skills.data?.items ?? [];
  const open = items.find(({ skill_id }) => String(skill_id) === peek) ?? items[0];
  return (
    <>
      <StatisticsNote of={stats} />
      <AllRowsTable
        query={skills}
        rows={skills.data?.items}
        noun={{ singular: 'skill', plural: 'skills' }}
        columns={columns}
        rowId={(row) => String(row.skill_id)}
        openId={open === undefined ? null : String(open.skill_id)}
        empty="No skills indexed for this agent"
      />
      {open !== undefined && <SkillPanel skill={open} />}
    </>
  );
}
