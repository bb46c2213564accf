import { expect, test } from 'vitest';
import { type EventKind, families } from '@/lib/contract/event-kinds/catalogue';
import { changesInWords } from './network-changes';

/** Steps of building a DAG, which its creation stands for. */
const BUILDING: readonly EventKind[] = [
  'DAGVertexAddedEvent',
  'DAGEntryVertexInputPortAddedEvent',
  'DAGEdgeAddedEvent',
  'DAGDefaultValueAddedEvent',
  'DAGOutputAddedEvent',
];

/** Of the payments for tools, what changes their terms. */
const TERMS: readonly EventKind[] = [
  'PolicyAddedEvent',
  'PolicyRemovedEvent',
  'CreditOfferChangedEvent',
  'TimePassOfferChangedEvent',
];

test('every event that changes tools, DAGs, agents, leaders, stakes, keys or tasks has words; those of runs have none', () => {
  const changing = (['tool', 'dag', 'agent', 'leader', 'staking', 'key-management'] as const)
    .flatMap((family) => Object.keys(families[family]))
    .concat(Object.keys(families.scheduler).filter((kind) => kind.startsWith('Task')))
    .filter((kind) => !(BUILDING as readonly string[]).includes(kind))
    .concat(TERMS);
  const all = Object.values(families).flatMap((kinds) => Object.keys(kinds));
  const worded = changesInWords(all.map((group) => ({ group, count: 1 }))).flat();
  expect(worded.map(({ kind }) => kind).sort()).toEqual(changing.sort());
});

test('changes of the same things are named together', () => {
  const groups = [
    { group: 'TaskClosedEvent', count: 15 },
    { group: 'TaskCreatedEvent', count: 1_250 },
    { group: 'DAGFinalizedEvent', count: 1 },
    { group: 'WalkAdvancedEvent', count: 90 },
    { group: 'ToolRegistryCreatedEvent', count: 2 },
    { group: null, count: 3 },
  ];
  const words = changesInWords(groups).map((changes) => changes.map(({ words }) => words).join(', '));
  expect(words).toEqual(['1 DAG finalized', '2 tool registries created', '1,250 tasks created, 15 closed']);
});
