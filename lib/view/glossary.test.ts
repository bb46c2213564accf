import { expect, test } from 'vitest';
import { definitionOf } from './glossary';

test.each([
  ['Leader cap', /^The on-chain capability/],
  ['Executions', /^One run of a DAG/],
  ['Collateral, US', /^US deposited/],
  ['Shares', /^Units of a leader/],
  ['Stake, US', /^US that wallets[^]*\nThe token that leaders stake/],
  ['Commits', /^A vertex result/],
  ['Missed turns', /^A turn/],
  ['Lost races', /^A missed turn that another/],
  ['Loops', /^A do_while edge/],
  ['Founding', /^Created with the network/],
  ['Claimed', /^The leader's operator/],
])('%s is explained', (label, definition) => expect(definitionOf(label)).toMatch(definition));

test.each(['Status', 'constructor', '', 'Started'])('%j is no term', (label) =>
  expect(definitionOf(label)).toBeUndefined(),
);
