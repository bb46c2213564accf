// The description of the skill that a row names by agent and skill id, for the readers of several tables.

/** A join for `tableReader`; the key is that of the table of skills. */
export const SKILL_OF_ROW = `left join skills skill on skill.key = t.agent_object_id || '/' || t.skill_id`;
export const SKILL_DESCRIPTION = { skill_description: 'skill.description' };
