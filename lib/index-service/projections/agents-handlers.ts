// Agents and their skills, revisions, executions and tasks (spec 2.4, 2.5, 4.4).
// A skill is shown once an event has set its binding.
import type { Agent, Skill, SkillRevision } from '@/lib/contract/agents';
import { ContractError } from '@/lib/contract/errors';
import type { Handlers } from '@/lib/index-service/http/handlers';
import type { Database } from '@/lib/index-service/store/database';
import {
  conditions,
  createdWithin,
  entryOf,
  list,
  NEWEST_OBJECTS,
  shownRows,
} from '@/lib/index-service/store/listing';
import { parseJson } from '@/lib/json/exact';
import { agents } from './agents';
import { listExecutions, shownExecutions } from './executions-handlers';
import { skillKey } from './skills';
import { listTasks, shownTasks } from './tasks-handlers';

const SKILL = `t.agent_object_id, t.skill_id, t.active, t.description, t.current_interface_revision, t.dag_binding, t.dag_object_id, t.requirements,
  coalesce(refreshed.onchain_at, refreshed.indexed_at) as record_refreshed_at,
  t.created_at, t.updated_at, created.onchain_at as onchain_created_at`;
const SKILL_JOINS = `${entryOf('t.created_entry_id', 'created')} ${entryOf('t.refreshed_entry_id', 'refreshed')}`;
const SKILL_SHOWN = 't.dag_binding is not null and t.current_interface_revision is not null';

interface StoredJson {
  dag_binding: string;
  requirements: string | null;
}

/** A row with its two JSON columns read. */
function withJson<Row>(row: Row): Row {
  const { dag_binding, requirements } = row as StoredJson;
  return {
    ...row,
    dag_binding: parseJson(dag_binding),
    requirements: requirements === null ? null : parseJson(requirements),
  };
}

/** The id as text. Throws NOT_FOUND when no event has named the agent. */
async function knownAgent(db: Database, id: unknown): Promise<string> {
  const key = String(id);
  const [row] = await db.query('select 1 as known from agents where key = $1', [key]);
  if (row === undefined) throw new ContractError('NOT_FOUND', `there is no agent ${key}`);
  return key;
}

async function skillsOf(db: Database, agents: readonly string[]): Promise<Skill[]> {
  const rows = await db.query<Skill>(
    `select ${SKILL} from skills t ${SKILL_JOINS} where t.agent_object_id = any($1::text[]) and ${SKILL_SHOWN} order by t.skill_id`,
    [agents],
  );
  return rows.map(withJson);
}

export const agentHandlers = {
  'agents.list': async ({ db, query }) => {
    const page = await list<Omit<Agent, 'skills'> & { agent_object_id: string }>(db, {
      select:
        't.key as agent_object_id, t.vault_object_id, t.creator, t.created_at, t.updated_at, created.onchain_at as onchain_created_at',
      from: 'agents',
      joins: entryOf('t.created_entry_id', 'created'),
      where: createdWithin(shownRows(agents), query).and('t.creator = ?', query.creator, 'creator'),
      order: NEWEST_OBJECTS,
      page: query,
    });
    const skills = await skillsOf(
      db,
      page.items.map((agent) => agent.agent_object_id),
    );
    const items = page.items.map((agent) => ({
      ...agent,
      skills: skills.filter((skill) => skill.agent_object_id === agent.agent_object_id),
    })) as Agent[];
    return { items, metadata: page.metadata };
  },
  'agents.skills': async ({ db, params, query }) => {
    const agent = await knownAgent(db, params['agent_object_id']);
    const page = await list<Skill>(db, {
      select: SKILL,
      from: 'skills',
      joins: SKILL_JOINS,
      where: conditions(SKILL_SHOWN).and('t.agent_object_id = ?', agent),
      order: NEWEST_OBJECTS,
      page: query,
    });
    return { items: page.items.map(withJson), metadata: page.metadata };
  },
  'agents.executions': async ({ db, params, query }) => {
    const agent = await knownAgent(db, params['agent_object_id']);
    return listExecutions(
      db,
      shownExecutions().and('t.agent_object_id = ?', agent, 'agent_object_id'),
      query,
    );
  },
  'agents.tasks': async ({ db, params, query }) => {
    const agent = await knownAgent(db, params['agent_object_id']);
    return listTasks(db, shownTasks().and('t.agent_object_id = ?', agent, 'agent_object_id'), query);
  },
  'agents.skill-revisions': async ({ db, params, query }) => {
    const agent = await knownAgent(db, params['agent_object_id']);
    const key = skillKey(agent, BigInt(params['skill_id'] ?? 0));
    const [skill] = await db.query('select 1 as known from skills where key = $1', [key]);
    if (skill === undefined)
      throw new ContractError('NOT_FOUND', `agent ${agent} has no skill ${String(params['skill_id'])}`);
    const page = await list<SkillRevision>(db, {
      select: 't.interface_revision, t.dag_binding, t.requirements, t.tx_digest, t.updated_at as created_at',
      from: 'skill_revisions',
      where: conditions().and('t.skill_key = ?', key),
      order: NEWEST_OBJECTS,
      page: query,
    });
    return { items: page.items.map(withJson), metadata: page.metadata };
  },
} satisfies Handlers;
