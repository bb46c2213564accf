// Objects of a node that misbehaves: what cannot be read is reported by its name, and the rest is read.
import { afterEach, expect, test } from 'vitest';
import { openMemoryIndex } from '@/lib/index-service/testing/memory-index';
import { connectNode } from './chain-node';
import { createChainObjects, skillSnapshot, toolSnapshot } from './chain-objects';
import { deployments, type Deployment } from './packages';
import { startNodeDouble } from './testing/node-double';

const idOf = (digit: string) => `0x${digit.repeat(64)}`;
const REGISTRY = idOf('1');
const network: Deployment = { ...(deployments[0] as Deployment), agentRegistry: { id: REGISTRY } };
const REGISTRY_STATE = `${network.packages.registry}::agent_registry::AgentRegistryInnerV1`;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A node with these faults, a reader of its objects, and what it could not read. */
async function reading(faults: Parameters<typeof startNodeDouble>[1] = {}) {
  const double = await startNodeDouble([], faults);
  closing.push(() => double.close());
  const stopping = new AbortController();
  closing.push(async () => stopping.abort());
  const node = await connectNode(
    { url: double.url, token: undefined, tokenHeader: 'x-token' },
    stopping.signal,
  );
  const index = await openMemoryIndex();
  closing.push(() => index.close());
  const unreadable: [what: string, reason: string][] = [];
  const reader = createChainObjects({
    ...index,
    deployment: network,
    onUnreadable: (what, reason) => void unreadable.push([what, reason]),
  });
  const readChanged = (changed: { tools?: string[]; agents?: string[] }) =>
    reader.readChanged({ tools: new Set(changed.tools), agents: new Set(changed.agents) }, node);
  return { ...index, faults: double.faults, unreadable, readChanged };
}

test('a tool as a node renders its object', () => {
  // Text on chain is bytes, which are rendered as base64.
  const state = {
    id: idOf('b'),
    registry: idOf('c'),
    fqn: 'xyz.taluslabs.math.add@1',
    ref: { '@variant': 'Http', url: 'aHR0cHM6Ly9leGFtcGxlLm9yZy9hZGQ=' },
    description: 'QWRkcyBudW1iZXJz',
    meta_schema: {
      input_ports: [{ port_name: 'YQ==', is_many: true, value_kind: { '@variant': 'Data' } }],
      output_variants: [
        {
          variant_name: 'b2s=',
          ports: [{ port_name: 'c3Vt', is_many: false, value_kind: { '@variant': 'Object' } }],
        },
      ],
    },
    verified: true,
    vault: '18446744073709551615',
    workflow_authorization_cap_first: false,
    lock_duration_ms: '86400000',
    registered_at_ms: '1759276800000',
    unregistered_at_ms: null,
  };
  const fields = {
    object_id: idOf('b'),
    kind: 'http',
    location: 'https://example.org/add',
    description: 'Adds numbers',
    registry_object_id: idOf('c'),
    verified: true,
    lock_duration_ms: 86_400_000,
    vault_balance_us: 18_446_744_073_709_551_615n,
    workflow_authorization_cap_first: false,
    input_schema: [{ port_name: 'a', cardinality: 'many', value_kind: 'data' }],
    output_variants: [
      { variant_name: 'ok', ports: [{ port_name: 'sum', cardinality: 'one', value_kind: 'object' }] },
    ],
  };
  expect(toolSnapshot(idOf('b'), state)).toEqual({
    snapshot: 'tool',
    id: 'xyz.taluslabs.math.add@1',
    fields,
  });
  const ref = {
    '@variant': 'Sui',
    package_address: idOf('d'),
    module_name: 'adder',
    tool_witness_id: idOf('e'),
  };
  expect(toolSnapshot(idOf('b'), { ...state, ref }).fields).toEqual({
    ...fields,
    kind: 'chain',
    location: `${idOf('d')}::adder@${idOf('e')}`,
  });
});

test('a skill as a node renders its record', () => {
  const record = { active: false, description: 'QWRkcyBudW1iZXJz', current_interface_revision: '3' };
  expect(skillSnapshot(idOf('a'), '18446744073709551615', record)).toEqual({
    snapshot: 'skill',
    id: `${idOf('a')}/18446744073709551615`,
    fields: { active: false, description: 'Adds numbers' },
  });
});

test('a node that refuses for now is not an object that cannot be read', async () => {
  const { faults, unreadable, readChanged } = await reading();
  faults.exhausted = 1;
  await expect(readChanged({ agents: ['any'] })).rejects.toThrow('too many requests');
  expect(unreadable).toEqual([]);
});

test('fields that name the same page again and again end', async () => {
  const objects = { [REGISTRY]: [{ valueType: '0x2::t::T', value: {} }] };
  const { faults, unreadable, readChanged } = await reading({ endlessFields: true, objects });
  await readChanged({ agents: ['any'] });
  expect(unreadable).toEqual([
    ['the agent registry', expect.stringContaining('names a page that was read before')],
  ]);
  faults.endlessFields = false;
  await readChanged({ agents: ['any'] });
  expect(unreadable[1]?.[1]).toMatch(/has no .*, but 0x2::t::T$/);
});

test('a tool whose name holds a NUL does not stop the source', async () => {
  const { log, unreadable, readChanged } = await reading();
  const payload = { tool: idOf('b'), fqn: 'a\0b' };
  const envelope = { kind: 'ToolRegisteredEvent', tx_digest: '1'.repeat(32), sender_address: idOf('a') };
  await log.append([{ ...envelope, payload }]);
  await readChanged({ tools: [payload.fqn] });
  // Found under the name that the store holds, and not on this node.
  expect(unreadable).toEqual([[`tool ${payload.fqn}`, '[not_found] no such object']]);
});

test('an agent whose skills cannot be read does not hide those of the next', async () => {
  const [agents, gone, skills] = ['2', '3', '4'].map(idOf) as [string, string, string];
  const [first, second] = [idOf('a'), idOf('b')];
  const objects = {
    [REGISTRY]: [{ valueType: REGISTRY_STATE, value: { agents: { id: agents } } }],
    [agents]: [
      { valueType: '', name: first, value: { skills: { id: gone } } },
      { valueType: '', name: second, value: { skills: { id: skills } } },
    ],
    [skills]: [{ valueType: '', name: '7', value: { active: true, description: '' } }],
  };
  const { db, unreadable, readChanged } = await reading({ objects });
  await readChanged({ agents: [first, second] });
  expect(unreadable).toEqual([[`the skills of agent ${first}`, '[not_found] no such object']]);
  expect(await db.query('select subject from log_entries')).toEqual([{ subject: `${second}/7` }]);
});
