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
  const read = (names: { tools?: string[]; agents?: string[] }) =>
    reader.read({ tools: new Set(names.tools), agents: new Set(names.agents) }, node);
  return { ...index, ...double, node, reader, unreadable, read };
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
    registered_at: '2025-10-01T00:00:00.000Z',
    unregistered_at: null,
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
  const { faults, unreadable, read } = await reading();
  faults.exhausted = 1;
  await expect(read({ agents: ['any'] })).rejects.toThrow('too many requests');
  expect(unreadable).toEqual([]);
});

test('fields that name the same page again and again end', async () => {
  const objects = { [REGISTRY]: [{ valueType: '0x2::t::T', value: {} }] };
  const { faults, unreadable, read } = await reading({ endlessFields: true, objects });
  await read({ agents: ['any'] });
  expect(unreadable).toEqual([
    ['the agent registry', expect.stringContaining('names a page that was read before')],
  ]);
  faults.endlessFields = false;
  await read({ agents: ['any'] });
  expect(unreadable[1]?.[1]).toMatch(/has no .*, but 0x2::t::T$/);
});

test('a tool whose name holds a NUL does not stop the source', async () => {
  const { log, unreadable, read } = await reading();
  const payload = { tool: idOf('b'), fqn: 'a\0b' };
  const envelope = { kind: 'ToolRegisteredEvent', tx_digest: '1'.repeat(32), sender_address: idOf('a') };
  await log.append([{ ...envelope, payload }]);
  await read({ tools: [payload.fqn] });
  // Found under the name that the store holds, and not on this node.
  expect(unreadable).toEqual([[`tool ${payload.fqn}`, '[not_found] no such object']]);
});

test('a node that fails for now is read on from where it failed, the failed object last', async () => {
  const [agents, first, second] = ['2', '3', '4'].map(idOf) as [string, string, string];
  const names = ['a', 'b'].map(idOf);
  const objects = {
    [REGISTRY]: [{ valueType: REGISTRY_STATE, value: { agents: { id: agents } } }],
    [agents]: [first, second].map((id, at) => ({
      valueType: '',
      name: names[at],
      value: { skills: { id } },
    })),
    [first]: [{ valueType: '', name: '7', value: { active: true, description: '' } }],
    [second]: [{ valueType: '', name: '8', value: { active: true, description: '' } }],
  };
  const { db, log, faults, calls, node, reader, unreadable } = await reading({ objects });
  const envelope = { kind: 'ToolRegisteredEvent', tx_digest: '1'.repeat(32), sender_address: idOf('a') };
  const tools = ['tool.a@1', 'tool.b@1', 'tool.c@1'];
  await log.append(
    tools.map((fqn, at) => ({ ...envelope, event_index: at, payload: { tool: idOf('b'), fqn } })),
  );
  const unread = { tools: new Set<string>(), agents: new Set(names) };
  await reader.addAll(unread);

  /** Reads until the node has served so many calls. */
  const readWith = async (most: number) => {
    faults.quota = { calls: most };
    await node.ledger.getServiceInfo({}, node.unary);
    await expect(reader.read(unread, node)).rejects.toThrow('too many requests');
  };
  await readWith(1);
  expect(unreadable.map(([what]) => what)).toEqual(['tool tool.a@1']);
  expect([...unread.tools]).toEqual(['tool.c@1', 'tool.b@1']);
  // Both tools, the registry, its table and the skills of one agent.
  await readWith(5);
  expect([unread.tools.size, [...unread.agents]]).toEqual([0, names.slice(1)]);
  faults.quota = {};
  const before = calls.length;
  await reader.read(unread, node);
  // The table and the skills of the other.
  expect(calls.slice(before)).toEqual(['ListDynamicFields', 'ListDynamicFields']);
  expect(unread).toEqual({ tools: new Set(), agents: new Set() });
  expect(await db.query('select subject from log_entries where tx_digest is null order by subject')).toEqual(
    names.map((name, at) => ({ subject: `${name}/${at + 7}` })),
  );
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
  const { db, unreadable, read } = await reading({ objects });
  await read({ agents: [first, second] });
  expect(unreadable).toEqual([[`the skills of agent ${first}`, '[not_found] no such object']]);
  expect(await db.query('select subject from log_entries')).toEqual([{ subject: `${second}/7` }]);
});
