import { expect, test } from 'vitest';
import { foldLines, foldOne } from '@/lib/index-service/testing/fold-lines';
import { event, id, snapshot, tx } from '@/lib/index-service/testing/recorded-events';
import { agents, skillRevisions, skills } from './agents';

const agent_id = id('agent');
const created = event('AgentCreatedEvent', { agent_id, vault_id: id('vault') }, { sender: 'ann' });
const registered = event(
  'SkillRegisteredEvent',
  { agent_id, skill_id: 7, dag_id: id('dag'), dag_binding: { variant: 'Pinned', dag_id: id('dag') } },
  { tx: 'register' },
);
const revised = (current_interface_revision: number, dag_binding: object) =>
  event(
    'SkillContractRevisionedEvent',
    {
      agent_id,
      skill_id: 7,
      current_interface_revision,
      dag_binding,
      requirements: { payment_policy: 'UserFunded', schedule_policy: { Recurring: { min_interval_ms: 5 } } },
    },
    { tx: `revision ${current_interface_revision}` },
  );
const pinned = { variant: 'Pinned', dag_id: id('other dag') };

test('an agent is created by its sender, or known from a skill', () => {
  expect(foldOne(agents, created, registered)).toMatchObject({
    creator: id('ann'),
    vault_object_id: id('vault'),
  });
  expect(foldOne(agents, registered)).toMatchObject({ creator: null, created_entry_id: null });
});

test('a skill starts at revision 1 and follows its revisions', () => {
  expect(foldOne(skills, registered)).toMatchObject({
    current_interface_revision: 1n,
    dag_object_id: id('dag'),
    requirements: null,
    active: null,
  });
  expect(foldOne(skills, registered, revised(2, pinned))).toMatchObject({
    current_interface_revision: 2n,
    dag_binding: pinned,
    dag_object_id: id('other dag'),
    requirements: { schedule_policy: { variant: 'Recurring', min_interval_ms: 5n } },
  });
});

test('a binding chosen at run time names no DAG', () => {
  expect(foldOne(skills, registered, revised(2, { variant: 'RuntimeSelected' }))).toMatchObject({
    dag_object_id: null,
  });
});

test('activity and description come from snapshots, whatever the case of their id', () => {
  const subject = `${agent_id.toUpperCase().replace('0X', '0x')}/7`;
  const read = snapshot('skill', subject, { active: true, description: 'Adds.' });
  expect(foldOne(skills, registered, read)).toMatchObject({
    active: true,
    description: 'Adds.',
    refreshed_entry_id: 2n,
    current_interface_revision: 1n,
  });
  expect(foldLines(skills, snapshot('skill', 'unknown/x', { active: true })).size).toBe(0);
});

test('revision 1 is known by registering and completed by its own event', () => {
  expect(foldOne(skillRevisions, registered)).toMatchObject({
    interface_revision: 1n,
    requirements: null,
    tx_digest: tx('register'),
  });
  const rows = [...foldLines(skillRevisions, registered, revised(1, pinned), revised(2, pinned)).values()];
  expect(rows).toMatchObject([
    { interface_revision: 1n, tx_digest: tx('revision 1'), first_entry_id: 1n },
    { interface_revision: 2n, tx_digest: tx('revision 2') },
  ]);
  expect(rows[0]?.['requirements']).not.toBeNull();
});
