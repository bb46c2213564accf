import { expect, it } from 'vitest';
import { executionStatuses, walkStates } from '@/lib/contract/executions';
import { leaderStatuses } from '@/lib/contract/leaders';
import { paymentStates } from '@/lib/contract/payments';
import { occurrenceResults, taskStatuses } from '@/lib/contract/tasks';
import { definitionOf } from './glossary';
import { STATES, statusTone, statusWords } from './status';

const all = [
  ...executionStatuses,
  ...leaderStatuses,
  ...paymentStates,
  ...taskStatuses,
  ...occurrenceResults,
  ...walkStates,
  'scheduled',
  'dispatched',
  'settled',
  'registered',
  'unregistered',
  'building',
];

it.each([...new Set(all)])('the state %s has a tone and a word that is explained', (state) => {
  expect([...STATES.keys()]).toContain(state);
  expect(statusWords(state)).not.toMatch(/_|successful|building|done|completed/);
  expect(definitionOf(statusWords(state))).toMatch(/^[A-Z].*\.$/);
});

it('good, bad and running states of the contract have their own tone', () => {
  const states = [...executionStatuses, ...leaderStatuses, ...paymentStates, ...taskStatuses];
  expect(states.filter((state) => statusTone(state) === 'idle')).toEqual(['accomplished', 'cancelled']);
  expect(walkStates.filter((state) => statusTone(state, 'walk') === 'idle')).toEqual(['cancelled']);
});

it('an unknown state is neutral', () => {
  expect(statusTone('hibernating')).toBe('idle');
  expect(statusTone('toString')).toBe('idle');
});

it('words have no underscores', () => expect(statusWords('pending_settlement')).toBe('pending settlement'));
