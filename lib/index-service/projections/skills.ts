// Skills (spec 2.4), keyed by agent and number. `active` and `description` come from snapshots.
import { isObjectId, normaliseId } from '@/lib/contract/ids';
import type { PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import { objectProjection } from './projection';
import { readSkillSnapshot } from './snapshot-fields';

export function skillKey(agent: string, skill: bigint): string {
  return `${agent}/${skill}`;
}

/** The key that a snapshot's id (`agent_object_id/skill_id`) means; undefined when it is none. */
function keyOfSubject(subject: string): { agent: string; skill: bigint } | undefined {
  const [agent = '', skill = '', ...more] = subject.split('/');
  if (!isObjectId(agent) || !/^\d{1,20}$/.test(skill) || more.length > 0) return undefined;
  return { agent: normaliseId(agent), skill: BigInt(skill) };
}

type Binding = PayloadOf<'SkillRegisteredEvent'>['dag_binding'];

function dagOf(binding: Binding): string | null {
  return binding.variant === 'Pinned' ? binding.dag_id : null;
}

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
  indexes: ['agent_object_id, first_entry_id'],
  kinds: ['SkillRegisteredEvent', 'SkillContractRevisionedEvent', 'snapshot:skill'],
  keysOf(entry) {
    if (entry.kind !== 'snapshot:skill') return [skillKey(entry.payload.agent_id, entry.payload.skill_id)];
    const key = keyOfSubject(entry.subject);
    return key === undefined ? [] : [skillKey(key.agent, key.skill)];
  },
  evolve(row, entry) {
    switch (entry.kind) {
      case 'SkillRegisteredEvent': {
        const { agent_id, skill_id, dag_id, dag_binding } = entry.payload;
        return {
          ...row,
          agent_object_id: agent_id,
          skill_id,
          current_interface_revision: row.current_interface_revision ?? 1n,
          dag_binding,
          dag_object_id: dag_binding.variant === 'RuntimeSelected' ? null : dag_id,
          created_entry_id: entry.id,
        };
      }
      case 'SkillContractRevisionedEvent': {
        const { agent_id, skill_id, dag_binding, requirements, current_interface_revision } = entry.payload;
        return {
          ...row,
          agent_object_id: agent_id,
          skill_id,
          current_interface_revision,
          dag_binding,
          dag_object_id: dagOf(dag_binding),
          requirements,
        };
      }
      case 'snapshot:skill': {
        const key = keyOfSubject(entry.subject);
        return {
          ...row,
          ...readSkillSnapshot(entry.fields),
          agent_object_id: key?.agent ?? null,
          skill_id: key?.skill ?? null,
          refreshed_entry_id: entry.id,
        };
      }
    }
  },
});
