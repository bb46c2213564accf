import { expect, test } from 'vitest';
import { changesByFamily, isChange } from './network-changes';

test('events that change tools, DAGs, agents, leaders or tasks are changes; those of runs are not', () => {
  for (const kind of ['ToolUpdatedEvent', 'DAGEdgeAddedEvent', 'LeaderStatusChangedEvent', 'TaskPausedEvent'])
    expect(isChange(kind), kind).toBe(true);
  for (const kind of ['OccurrenceSettledEvent', 'WalkAdvancedEvent', 'InvocationLockedEvent', 'Unheard'])
    expect(isChange(kind), kind).toBe(false);
});

test('changes are listed by family, the most frequent first', () => {
  const groups = [
    { group: 'ToolUpdatedEvent', count: 2 },
    { group: 'DAGCreatedEvent', count: 1 },
    { group: 'WalkAdvancedEvent', count: 90 },
    { group: 'DAGVertexAddedEvent', count: 7 },
    { group: null, count: 3 },
  ];
  expect(changesByFamily(groups)).toEqual([
    {
      family: 'dag',
      kinds: [
        { kind: 'DAGVertexAddedEvent', count: 7 },
        { kind: 'DAGCreatedEvent', count: 1 },
      ],
    },
    { family: 'tool', kinds: [{ kind: 'ToolUpdatedEvent', count: 2 }] },
  ]);
});
