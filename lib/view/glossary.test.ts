import { expect, test } from 'vitest';
import { definitionOf } from './glossary';

test.each([
  ['Leader cap', /^The on-chain capability/],
  ['Executions', /^One run of a DAG/],
  ['Collateral, US', /^US deposited/],
  ['Shares', /^Units of a leader/],
])('%s is explained', (label, definition) => expect(definitionOf(label)).toMatch(definition));

test.each(['Status', 'constructor', '', 'Started'])('%j is no term', (label) =>
  expect(definitionOf(label)).toBeUndefined(),
);
