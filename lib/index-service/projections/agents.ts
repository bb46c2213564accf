// Agents (spec 4.4): known from their creation or from the first event of one of their skills.
import { objectProjection } from './projection';

export const agents = objectProjection({
  table: 'agents',
  columns: { vault_object_id: 'text?', creator: 'text?', created_entry_id: 'entry?' },
  indexes: ['creator'],
  counts: { shown: [], by: ['creator'] },
  kinds: ['AgentCreatedEvent', 'SkillRegisteredEvent', 'SkillContractRevisionedEvent'],
  keysOf: (event) => [event.payload.agent_id],
  evolve(row, event) {
    if (event.kind !== 'AgentCreatedEvent') return { ...row };
    return {
      ...row,
      vault_object_id: event.payload.vault_id,
      creator: event.sender_address,
      created_entry_id: event.id,
    };
  },
});
