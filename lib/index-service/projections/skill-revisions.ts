// Skill revisions (spec 2.5). Registration creates revision 1; its requirements are null until its own event.
import { objectProjection } from './projection';
import { skillKey } from './skills';

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
  kinds: ['SkillRegisteredEvent', 'SkillContractRevisionedEvent'],
  keysOf(event) {
    const skill = skillKey(event.payload.agent_id, event.payload.skill_id);
    const revision = event.kind === 'SkillRegisteredEvent' ? 1n : event.payload.current_interface_revision;
    return [`${skill}/${revision}`];
  },
  evolve(row, event, isNew) {
    const { agent_id, skill_id, dag_binding } = event.payload;
    const skill_key = skillKey(agent_id, skill_id);
    const { tx_digest } = event;
    if (event.kind === 'SkillRegisteredEvent')
      return isNew ? { skill_key, interface_revision: 1n, dag_binding, requirements: null, tx_digest } : row;
    const { requirements, current_interface_revision: interface_revision } = event.payload;
    return { skill_key, interface_revision, dag_binding, requirements, tx_digest };
  },
});
