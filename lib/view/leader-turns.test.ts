import { expect, test } from 'vitest';
import type { DagStructure } from '@/lib/contract/dags';
import type { EventRecord } from '@/lib/contract/events';
import { countByTool, turnOf } from './leader-turns';

const id = (digit: string) => `0x${digit.repeat(64)}`;
const LEADER = { leader_cap_id: id('1'), leader_address: id('2') };

const missed = (dag: string, vertex: string) => {
  const payload = {
    dag: id(dag),
    execution: id('e'),
    walk_index: 0n,
    vertex: { variant: 'Plain', vertex: { name: vertex } },
    failed_leader: LEADER.leader_address,
    reason: 'late',
    err_eval_hash: '0x00',
  };
  const event: Pick<EventRecord, 'kind' | 'payload'> = {
    kind: 'SubmissionFailureEvidenceRecordedEvent',
    payload,
  };
  return turnOf(event as EventRecord, LEADER) ?? [];
};
const structure = (dag: string, tools: Readonly<Record<string, string>>) => {
  const vertices = Object.entries(tools).map(([name, tool_fqn]) => ({ name, tool_fqn, kind: 'off_chain' }));
  return { object_id: id(dag), vertices } as Partial<DagStructure> as DagStructure;
};

test('turns are counted by the tool of their vertex, of equal names by the DAG', () => {
  const turns = [missed('a', 'x'), missed('a', 'y'), missed('b', 'x'), missed('b', 'z'), missed('c', 'x')];
  const structures = [structure('a', { x: 'one@1', y: 'two@1' }), structure('b', { x: 'two@1' })];
  expect(countByTool(turns.flat(), structures)).toEqual([
    { tool: 'two@1', turns: 2 },
    { tool: null, turns: 2 },
    { tool: 'one@1', turns: 1 },
  ]);
});
