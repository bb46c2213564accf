// The file of another deployment: what is read, and how a wrong one is refused.
import { expect, test } from 'vitest';
import { deployments, parseDeployment, type Deployment } from './packages';

const { chainId, packages } = deployments[0] as Deployment;
const file = { name: 'staging', chain_id: chainId, from: 7, packages };
const parse = (fields: Record<string, unknown>) => parseDeployment(JSON.stringify({ ...file, ...fields }));

test('a deployment, with and without its agent registry', () => {
  const expected = { name: 'staging', chainId, from: 7n, packages, agentRegistry: undefined };
  expect(parse({})).toEqual(expected);
  expect(parse({ agent_registry: packages.tool })).toEqual({
    ...expected,
    agentRegistry: { id: packages.tool },
  });
});

test.each<[string, Record<string, unknown>, RegExp]>([
  [
    'an address that is not in full',
    { packages: { ...packages, tool: '0x2' } },
    /^packages\.tool must be 0x/,
  ],
  ['a package that is missing', { packages: { ...packages, tool: undefined } }, /^packages\.tool /],
  ['a package that is not known', { packages: { ...packages, kernel: packages.tool } }, /kernel/],
  ['a chain by its name', { chain_id: 'mainnet' }, /^chain_id must be the base58 digest/],
  ['a negative checkpoint', { from: -1 }, /^from /],
  ['another registry field', { agentRegistry: packages.tool }, /agentRegistry/],
])('refuses %s', (_, fields, reason) => {
  expect(() => parse(fields)).toThrow(reason);
});
