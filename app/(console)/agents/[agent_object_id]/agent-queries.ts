// What an agent's page reads, for server and browser alike: the index has no endpoint for a single agent.
import { allPagesQuery, findRowQuery } from '@/lib/client/queries/all-pages-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Read } from '@/lib/client/read';
import type { Skill } from '@/lib/contract/agents';
import { apiTime } from '@/lib/view/time';

/** The skill that the page's URL opens. */
export function openSkillIn(search: URLSearchParams): string | null {
  const requested = search.get('skill');
  return requested !== null && /^\d+$/.test(requested) ? requested : null;
}

/** Which executions the page is about: those of the open skill, or of the agent. */
export const executionsAbout = (agent_object_id: string, skill_id: string | null) => ({
  agent_object_id,
  ...(skill_id !== null && { skill_id }),
});

export function skillsQuery(agent_object_id: string, by?: Read) {
  return allPagesQuery('agents.skills', { agent_object_id }, (row) => String(row.skill_id), {}, by);
}

export function revisionsQuery(agent_object_id: string, skill_id: string) {
  return allPagesQuery('agents.skill-revisions', { agent_object_id, skill_id }, (row) =>
    String(row.interface_revision),
  );
}

export function executionsQuery(agent_object_id: string, by?: Read) {
  return endpointQuery('agents.executions', { agent_object_id }, {}, by);
}

export function tasksQuery(agent_object_id: string, by?: Read) {
  return endpointQuery('agents.tasks', { agent_object_id }, {}, by);
}

/** The agent's row; indexed no later than its skills, so newer rows are skipped. */
export function agentRowQuery(agent_object_id: string, skills: readonly Skill[]) {
  const times = skills.map((skill) => Date.parse(skill.created_at)).filter(Number.isFinite);
  // Plus 1 ms: the index's times can be finer than a Date.
  const created_before = apiTime(Math.max(...times) + 1);
  const bound = created_before === undefined ? {} : { created_before };
  return findRowQuery('agents.list', {}, agent_object_id, (row) => row.agent_object_id === agent_object_id, [
    bound,
  ]);
}
