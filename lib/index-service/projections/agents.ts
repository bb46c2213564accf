// Agents (spec 4.4), known from their creation or from the first event of one of their skills; skills (spec 2.4) and their revisions (spec 2.5).
// A skill's `active` and `description` come from snapshots.
import * as z from 'zod/mini';
import type { Agent, Skill, SkillRevision } from '@/lib/contract/agents';
import { isObjectId, normaliseId } from '@/lib/contract/ids';
import { int64 } from '@/lib/contract/record';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { executionReader } from './executions';
import { pageOf, rowOffset } from './page';
import { readSnapshot } from './payload-values';
import { objectProjection } from './projection';
import { entryOf, listOf, tableReader } from './table-reader';
import { taskReader } from './tasks';

export const agents = objectProjection({
  table: 'agents',
  columns: { vault_object_id: 'text?', creator: 'text?', created_entry_id: 'entry?' },
  indexes: ['creator'],
  counts: { shown: [], by: ['creator'] },
  keysOf: (event) => [event.payload.agent_id],
  on: {
    AgentCreatedEvent: ({ payload, sender_address, id }) => ({
      vault_object_id: payload.vault_id,
      creator: sender_address,
      created_entry_id: id,
    }),
    SkillRegisteredEvent: () => ({}),
    SkillContractRevisionedEvent: () => ({}),
  },
});

function skillKey(agent: string, skill: bigint): string {
  return `${agent}/${skill}`;
}

/** The key that a snapshot's id (`agent_object_id/skill_id`) means; undefined when it is none. */
function keyOfSubject(subject: string): { agent: string; skill: bigint } | undefined {
  const [agent = '', skill = '', ...more] = subject.split('/');
  if (!isObjectId(agent) || !/^\d{1,20}$/.test(skill) || more.length > 0) return undefined;
  return { agent: normaliseId(agent), skill: BigInt(skill) };
}

/** What a snapshot of a skill may say (spec 2.4) beyond what its events do. */
const skillSnapshot = {
  active: z.nullable(z.boolean()),
  description: z.nullable(z.string()),
  current_interface_revision: int64,
};

export const skills = objectProjection({
  table: 'skills',
  columns: {
    agent_object_id: 'text?',
    skill_id: 'whole?',
    active: 'flag?',
    description: 'text?',
    current_interface_revision: 'whole?',
    dag_binding: 'json?',
    dag_object_id: 'text?',
    requirements: 'json?',
    created_entry_id: 'entry?',
    refreshed_entry_id: 'entry?',
  },
  indexes: ['agent_object_id, first_entry_id', 'dag_object_id'],
  keysOf(entry) {
    if (entry.kind !== 'snapshot:skill') return [skillKey(entry.payload.agent_id, entry.payload.skill_id)];
    const key = keyOfSubject(entry.subject);
    return key === undefined ? [] : [skillKey(key.agent, key.skill)];
  },
  on: {
    SkillRegisteredEvent: ({ id, payload: { agent_id, skill_id, dag_id, dag_binding } }, row) => ({
      agent_object_id: agent_id,
      skill_id,
      current_interface_revision: row.current_interface_revision ?? 1n,
      dag_binding,
      dag_object_id: dag_binding.variant === 'RuntimeSelected' ? null : dag_id,
      created_entry_id: id,
    }),
    SkillContractRevisionedEvent({ payload }) {
      const { agent_id, skill_id, dag_binding, requirements, current_interface_revision } = payload;
      return {
        agent_object_id: agent_id,
        skill_id,
        current_interface_revision,
        dag_binding,
        dag_object_id: dag_binding.variant === 'Pinned' ? dag_binding.dag_id : null,
        requirements,
      };
    },
    'snapshot:skill'({ id, subject, fields }) {
      const key = keyOfSubject(subject);
      return {
        ...readSnapshot(skillSnapshot, fields),
        agent_object_id: key?.agent ?? null,
        skill_id: key?.skill ?? null,
        refreshed_entry_id: id,
      };
    },
  },
});

/** Registration creates revision 1; its requirements are null until its own event. */
export const skillRevisions = objectProjection({
  table: 'skill_revisions',
  columns: {
    skill_key: 'text',
    interface_revision: 'whole',
    dag_binding: 'json',
    requirements: 'json?',
    tx_digest: 'text',
  },
  indexes: ['skill_key, first_entry_id'],
  keysOf(event) {
    const skill = skillKey(event.payload.agent_id, event.payload.skill_id);
    const revision = event.kind === 'SkillRegisteredEvent' ? 1n : event.payload.current_interface_revision;
    return [`${skill}/${revision}`];
  },
  always: ({ tx_digest, payload: { agent_id, skill_id, dag_binding } }) => ({
    skill_key: skillKey(agent_id, skill_id),
    dag_binding,
    tx_digest,
  }),
  on: {
    SkillRegisteredEvent: (_event, _row, isNew) => (isNew ? { interface_revision: 1n } : undefined),
    SkillContractRevisionedEvent: ({ payload: { requirements, current_interface_revision } }) => ({
      interface_revision: current_interface_revision,
      requirements,
    }),
  },
});

/** SQL of what all skills of an agent do. */
export const AGENT_DESCRIPTION = (agent: string) => `(
  select string_agg(s.description, ' · ' order by s.skill_id) from skills s
    where s.agent_object_id = ${agent} and s.description <> '')`;

/** Whether a skill is listed. */
const skillShown = (skill: string) =>
  `${skill}.dag_binding is not null and ${skill}.current_interface_revision is not null`;
const agentReader = tableReader<Omit<Agent, 'skills'> & { agent_object_id: string }>(agents, 'agent', {
  fields: { agent_object_id: 't.key' },
  orders: {
    skill_count: `(select count(*) from skills s where s.agent_object_id = t.key and ${skillShown('s')})`,
  },
});
const SKILL_SHOWN = skillShown('t');
const skillReader = tableReader<Skill>(skills, 'skill', {
  fields: { record_refreshed_at: 'coalesce(refreshed.onchain_at, refreshed.indexed_at)' },
  joins: entryOf('t.refreshed_entry_id', 'refreshed'),
  shown: [SKILL_SHOWN],
});
const revisionReader = tableReader<SkillRevision>(skillRevisions, 'skill revision', {
  fields: { created_at: 't.updated_at' },
  omit: ['skill_key', 'updated_at'],
});

export const agentHandlers = {
  'agents.list': async ({ db, query }) => {
    const page = await agentReader.page(db, query);
    const skillsOfPage = await skillReader.select(
      db,
      `t.agent_object_id = any($1::text[]) and ${SKILL_SHOWN} order by t.skill_id`,
      [page.items.map((agent) => agent.agent_object_id)],
    );
    const items = page.items.map((agent) => ({
      ...agent,
      skills: skillsOfPage.filter((skill) => skill.agent_object_id === agent.agent_object_id),
    })) as Agent[];
    const { total_items } = page.metadata;
    return pageOf(items, { offset: rowOffset(query), size: query.page_size, total_items: total_items ?? 0 });
  },
  'agents.skills': listOf(agentReader, 'agent_object_id', skillReader),
  'agents.executions': listOf(agentReader, 'agent_object_id', executionReader),
  'agents.tasks': listOf(agentReader, 'agent_object_id', taskReader),
  'agents.skill-revisions': async ({ db, params, query }) => {
    const agent = await agentReader.known(db, params['agent_object_id']);
    const skill_key = skillKey(agent.key, BigInt(params['skill_id'] ?? 0));
    await skillReader.known(db, skill_key);
    return revisionReader.page(db, { ...query, skill_key });
  },
} satisfies Handlers;
