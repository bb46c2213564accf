// Recorded lines as a chain holds them: checkpoints of transactions, and what the log of an index that followed it must say.
import { stringifyJson } from '@/lib/json/exact';
import { isJsonObject } from '@/lib/json/exact-number';
import type { EventLine, RecordedLine } from '@/lib/index-service/log/recorded-line';
import type { Deployment } from '@/lib/index-service/sources/chain/packages';
import type { DoubleCheckpoint, DoubleEvent, DoubleField } from './node-double';
import { encodeValue } from './node-json';

function bytesOfData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bytesOfData);
  if (!isJsonObject(value)) return value;
  if (value['kind'] === 'data' && 'data' in value)
    return { kind: 'data', bytes: Buffer.from(stringifyJson(value['data'])).toString('base64') };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bytesOfData(inner)]));
}

/** The line with JSON of ports as the bytes that the chain has. */
export function asOnChain(line: EventLine): EventLine {
  return { ...line, payload: bytesOfData(line.payload) as Record<string, unknown> };
}

/** Checkpoints that hold these lines, one for each chain time; between them are empty ones. `wrap` renders an event. */
export function checkpointsOf(
  lines: readonly RecordedLine[],
  first: bigint,
  wrap: (line: EventLine) => DoubleEvent,
): DoubleCheckpoint[] {
  const checkpoints: DoubleCheckpoint[] = [];
  let open:
    | { time: string; transactions: Map<string, { digest: string; sender: string; events: DoubleEvent[] }> }
    | undefined;
  let sequence = first;
  const close = () => {
    if (open === undefined) return;
    checkpoints.push({ sequence, time: open.time, transactions: [...open.transactions.values()] });
    sequence += 1n;
    if (sequence % 3n === 0n) {
      checkpoints.push({ sequence, time: open.time, transactions: [] });
      sequence += 1n;
    }
  };
  for (const line of lines) {
    if ('snapshot' in line) continue;
    const time = line.onchain_at ?? '';
    if (open?.time !== time) {
      close();
      open = { time, transactions: new Map() };
    }
    const { tx_digest: digest, sender_address: sender } = line;
    const transaction = open.transactions.get(digest) ?? { digest, sender, events: [] };
    open.transactions.set(digest, transaction);
    transaction.events.push(wrap(line));
  }
  close();
  return checkpoints;
}

const DIGITS = 'ABCDEFGHJK';

/** A history as the `at`-th of `times` in a row: the same events in later checkpoints and other transactions, the last at its own times. */
export function repeated(
  checkpoints: readonly DoubleCheckpoint[],
  at: number,
  times: number,
): readonly DoubleCheckpoint[] {
  const [first, last] = [checkpoints[0], checkpoints.at(-1)];
  if (times === 1 || first === undefined || last === undefined) return checkpoints;
  const span = last.sequence - first.sequence + 1n;
  const earlier = (times - 1 - at) * (Date.parse(last.time) - Date.parse(first.time));
  const mark = [...String(at).padStart(4, '0')].map((digit) => DIGITS[Number(digit)]).join('');
  return checkpoints.map(({ sequence, time, transactions }) => ({
    sequence: sequence + BigInt(at) * span,
    time: new Date(Date.parse(time) - earlier).toISOString(),
    transactions: transactions.map((transaction) => ({
      ...transaction,
      digest: transaction.digest.slice(0, -mark.length) + mark,
    })),
  }));
}

/** The agent registry of the generated chain. */
export const AGENT_REGISTRY = `0x${'9'.repeat(64)}`;

type Fields = Record<string, unknown>;

/** The objects whose snapshots these lines hold, as the node lists their dynamic fields; the newest of each. */
export function objectsOf(
  lines: readonly RecordedLine[],
  { packages }: Deployment,
): Record<string, DoubleField[]> {
  const objects: Record<string, DoubleField[]> = {};
  const table = (name: string) => `0x${Buffer.from(name).toString('hex').slice(-62).padStart(64, '0')}`;
  const agents = new Map<string, Map<string, Fields>>();
  const newest = (kind: string, fqn: string) => {
    const isIt = (line: RecordedLine) => 'kind' in line && line.kind === kind && line.payload['fqn'] === fqn;
    return Date.parse(lines.findLast(isIt)?.onchain_at ?? '');
  };
  for (const line of lines) {
    if (!('snapshot' in line)) continue;
    if (line.snapshot === 'tool') {
      const valueType = `${packages.tool}::tool_registry::ToolInnerV1`;
      const [registered, unregistered] = [
        newest('ToolRegisteredEvent', line.id),
        newest('ToolUnregisteredEvent', line.id),
      ];
      const value = {
        ...toolState(line.id, line.fields),
        registered_at_ms: String(registered),
        unregistered_at_ms: unregistered > registered ? String(unregistered) : null,
      };
      objects[String(line.fields['object_id'])] = [{ valueType, value }];
    } else {
      const [agent = '', skill = ''] = line.id.split('/');
      agents.set(agent, (agents.get(agent) ?? new Map<string, Fields>()).set(skill, line.fields));
    }
  }
  objects[AGENT_REGISTRY] = [
    {
      valueType: `${packages.registry}::agent_registry::AgentRegistryInnerV1`,
      value: { agents: { id: table('agents'), size: String(agents.size) } },
    },
  ];
  objects[table('agents')] = [...agents.keys()].map((agent) => ({
    valueType: `${packages.registry}::agent_registry::AgentRecord`,
    name: agent,
    value: { active: true, skills: { id: table(agent), size: '1' } },
  }));
  for (const [agent, skills] of agents)
    objects[table(agent)] = [...skills].map(([name, fields]) => ({
      valueType: `${packages.registry}::agent_registry::SkillRecord`,
      name,
      value: { active: fields['active'], description: encodeValue('yt', fields['description']) },
    }));
  return objects;
}

/** A tool's state as it is rendered. A flag is never null on chain. */
function toolState(fqn: string, fields: Fields) {
  const location = String(fields['location']);
  const [, package_address, module_name, tool_witness_id] = /^(0x\w+)::(\w+)@(0x\w+)$/.exec(location) ?? [];
  const ports = (list: unknown) =>
    (list as Fields[]).map(({ port_name, cardinality, value_kind }) => ({
      port_name,
      is_many: cardinality === 'many',
      value_kind: { variant: value_kind === 'object' ? 'Object' : 'Data' },
    }));
  const ref =
    fields['kind'] === 'http'
      ? { variant: 'Http', url: location }
      : { variant: 'Sui', package_address, module_name, tool_witness_id };
  const meta_schema = {
    input_ports: ports(fields['input_schema']),
    output_variants: (fields['output_variants'] as Fields[]).map((variant) => ({
      variant_name: variant['variant_name'],
      ports: ports(variant['ports']),
    })),
  };
  return {
    id: fields['object_id'],
    registry: fields['registry_object_id'],
    fqn,
    ref: encodeValue('ref', ref),
    description: encodeValue('yt', fields['description']),
    meta_schema: encodeValue('schema', meta_schema),
    verified: fields['verified'] === true,
    vault: String(fields['vault_balance_us']),
    workflow_authorization_cap_first: fields['workflow_authorization_cap_first'],
    lock_duration_ms: String(fields['lock_duration_ms']),
  };
}
