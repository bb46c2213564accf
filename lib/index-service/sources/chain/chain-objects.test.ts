// Objects of a node that misbehaves: what cannot be read is reported by its name, and the rest is read.
import { afterEach, expect, test } from 'vitest';
import { openMemoryIndex } from '@/lib/index-service/testing/memory-index';
import { connectNode } from './chain-node';
import { createChainObjects } from './chain-objects';
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
