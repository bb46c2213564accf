// What no event carries: tools and skills, read from their objects and stored as snapshots. A tool's address is never called.
// Invariant: a snapshot says what the object says now; one that cannot be read leaves the last one in place.
import { isJsonObject } from '@/lib/json/exact-number';
import { createPageGuard } from '@/lib/index-service/follow/source';
import { CHAIN } from '@/lib/index-service/limits';
import type { EventLog } from '@/lib/index-service/log/event-log';
import type { SnapshotLine } from '@/lib/index-service/log/recorded-line';
import { timeOfMs } from '@/lib/index-service/projections/payload-values';
import type { Database } from '@/lib/index-service/store/database';
import { storableText } from '@/lib/index-service/store/foreign-text';
import { isPassing, type ChainNode } from './chain-node';
import type { Deployment } from './packages';
import { jsonOf } from './rendered-value';
import { decodeValue, Undecodable, within } from './values';

type Fields = Record<string, unknown>;

/** Fields of a tool's state, with the codes of their types. */
const TOOL = {
  registry: 'id',
  fqn: 's',
  ref: 'ref',
  description: 'yt',
  meta_schema: 'schema',
  verified: 'b',
  vault: 'u',
  workflow_authorization_cap_first: 'b',
  lock_duration_ms: 'u',
  registered_at_ms: 'u',
  unregistered_at_ms: 'u?',
};

const PAGE = 1_000;
/** That an error names. */
const MOST_TYPES = 10;

interface Port {
  port_name: string;
  is_many: boolean;
  value_kind: { variant: string };
}

const portOf = ({ port_name, is_many, value_kind }: Port) => ({
  port_name,
  cardinality: is_many ? 'many' : 'one',
  value_kind: value_kind.variant.toLowerCase(),
});

function locationOf(ref: Fields) {
  if (ref['variant'] === 'Http') return { kind: 'http', location: ref['url'] };
  const { package_address, module_name, tool_witness_id } = ref as Record<string, string>;
  return { kind: 'chain', location: `${package_address}::${module_name}@${tool_witness_id}` };
}

/** A snapshot from the state of a tool's object. Throws Undecodable. */
export function toolSnapshot(object_id: string, state: Fields): SnapshotLine {
  const read = (name: keyof typeof TOOL) => within(name, () => decodeValue(TOOL[name], state[name]));
  const timeIn = (name: 'registered_at_ms' | 'unregistered_at_ms') => {
    const ms = read(name) as number | bigint | null;
    return ms === null ? null : timeOfMs(BigInt(ms));
  };
  const schema = read('meta_schema') as {
    input_ports: Port[];
    output_variants: { variant_name: string; ports: Port[] }[];
  };
  return {
    snapshot: 'tool',
    id: read('fqn') as string,
    fields: {
      object_id,
      ...locationOf(read('ref') as Fields),
      description: read('description'),
      registry_object_id: read('registry'),
      verified: read('verified'),
      lock_duration_ms: read('lock_duration_ms'),
      vault_balance_us: read('vault'),
      workflow_authorization_cap_first: read('workflow_authorization_cap_first'),
      input_schema: schema.input_ports.map(portOf),
      output_variants: schema.output_variants.map(({ variant_name, ports }) => ({
        variant_name,
        ports: ports.map(portOf),
      })),
      registered_at: timeIn('registered_at_ms'),
      unregistered_at: timeIn('unregistered_at_ms'),
    },
  };
}

/** A snapshot from a skill's record. Throws Undecodable. */
export function skillSnapshot(agent: string, skill: unknown, record: Fields): SnapshotLine {
  return {
    snapshot: 'skill',
    id: `${agent}/${String(decodeValue('u', skill))}`,
    fields: {
      active: decodeValue('b', record['active']),
      description: decodeValue('yt', record['description']),
    },
  };
}

/** Names of tools, ids of agents. */
export interface ObjectNames {
  tools: Set<string>;
  agents: Set<string>;
}

interface ObjectsParts {
  db: Database;
  log: Pick<EventLog, 'refresh'>;
  deployment: Deployment;
  onUnreadable: (what: string, reason: string) => void;
}

export function createChainObjects({ db, log, deployment, onUnreadable }: ObjectsParts) {
  const { packages } = deployment;
  /** The table of agents, once it is known. */
  let agentsTable: string | undefined;

  /** The dynamic fields of an object: name and value of each, with the value's type. */
  async function* fieldsOf(parent: string, node: ChainNode) {
    const guard = createPageGuard(`the fields of ${parent}`);
    let pageToken: Uint8Array<ArrayBuffer> | undefined;
    for (let pages = 1; ; pages += 1) {
      const page = await node.state.listDynamicFields(
        {
          parent,
          pageSize: PAGE,
          readMask: { paths: ['value_type', 'field_object.json'] },
          ...(pageToken === undefined ? {} : { pageToken }),
        },
        node.unary,
      );
      for (const { valueType = '', fieldObject } of page.dynamicFields) {
        const json = fieldObject?.json && jsonOf(fieldObject.json);
        if (isJsonObject(json)) yield { valueType, name: json['name'], value: json['value'] };
      }
      pageToken = page.nextPageToken;
      if (pageToken === undefined || pageToken.length === 0) return;
      guard.check(page.dynamicFields.length, Buffer.from(pageToken).toString('base64'));
      if (pages === CHAIN.fieldPages) throw new Undecodable('has too many fields');
    }
  }

  /** The state of an object, which is in a field of its own; a later version of it is refused by its name. */
  async function stateOf(parent: string, type: string, node: ChainNode): Promise<Fields> {
    const types = new Set<string>();
    for await (const { valueType, value } of fieldsOf(parent, node)) {
      if (valueType === type && isJsonObject(value)) return value;
      if (types.size < MOST_TYPES) types.add(valueType);
    }
    throw new Undecodable(`has no ${type}, but ${[...types].join(', ') || 'no fields'}`);
  }

  async function tool(fqn: string, node: ChainNode): Promise<void> {
    const [row] = await db.query<{ object_id: string | null }>('select object_id from tools where key = $1', [
      storableText(fqn),
    ]);
    const objectId = row?.object_id;
    if (typeof objectId !== 'string') return;
    const state = await stateOf(objectId, `${packages.tool}::tool_registry::ToolInnerV1`, node);
    await log.refresh([toolSnapshot(objectId, state)]);
  }

  const idIn = (table: unknown) =>
    isJsonObject(table) && typeof table['id'] === 'string' ? table['id'] : undefined;

  /** The id of the table that holds every agent; undefined where the registry is not known. */
  async function agentsIn(node: ChainNode): Promise<string | undefined> {
    if (agentsTable !== undefined || deployment.agentRegistry === undefined) return agentsTable;
    const registry =
      'id' in deployment.agentRegistry
        ? deployment.agentRegistry.id
        : await publishedRegistry(deployment.agentRegistry.publishedBy, node);
    if (registry === undefined) return undefined;
    const state = await stateOf(registry, `${packages.registry}::agent_registry::AgentRegistryInnerV1`, node);
    agentsTable = idIn(state['agents']);
    return agentsTable;
  }

  async function publishedRegistry(digest: string, node: ChainNode): Promise<string | undefined> {
    const paths = ['digest', 'effects.changed_objects'];
    const { transactions } = await node.ledger.batchGetTransactions(
      { digests: [digest], readMask: { paths } },
      node.unary,
    );
    const changed = transactions[0]?.transaction?.effects?.changedObjects ?? [];
    const type = `${packages.registry}::agent_registry::AgentRegistry`;
    return changed.find(({ objectType }) => objectType === type)?.objectId;
  }

  /** Reads the skills of these agents, and takes out each whose skills were read. */
  async function skillsOf(agents: Set<string>, node: ChainNode): Promise<void> {
    const table = await agentsIn(node);
    if (table === undefined) throw new Undecodable('is not known: set agent_registry in CHAIN_PACKAGES');
    for await (const { name, value } of fieldsOf(table, node)) {
      const skillsTable = isJsonObject(value) ? idIn(value['skills']) : undefined;
      if (typeof name !== 'string' || skillsTable === undefined || !agents.has(name)) continue;
      await attempt(`the skills of agent ${name}`, async () => {
        for await (const skill of fieldsOf(skillsTable, node)) {
          if (!isJsonObject(skill.value)) continue;
          const record = skill.value;
          await attempt(`skill ${name}/${String(skill.name)}`, async () => {
            await log.refresh([skillSnapshot(name, skill.name, record)]);
          });
        }
      });
      agents.delete(name);
    }
  }

  /** An object that is gone, or of a later form, must not stop the source; a node that cannot be reached may. */
  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isPassing(error)) throw error;
      onUnreadable(what, error instanceof Error ? error.message : String(error));
    }
  }

  const keysOf = async (table: 'tools' | 'agents') =>
    (await db.query<{ key: string }>(`select key from ${table} order by key`)).map(({ key }) => key);

  return {
    /** Adds every tool and agent that the log has events of: some of their fields change without an event. */
    async addAll({ tools, agents }: ObjectNames): Promise<void> {
      for (const tool of await keysOf('tools')) tools.add(tool);
      for (const agent of await keysOf('agents')) agents.add(agent);
    },
    /** Reads these objects and takes their names out. What a failing node leaves stays, and is read next time. */
    async read({ tools, agents }: ObjectNames, node: ChainNode): Promise<void> {
      for (const fqn of tools) {
        // Before it is read: an event may name it again meanwhile.
        tools.delete(fqn);
        try {
          await attempt(`tool ${fqn}`, () => tool(fqn, node));
        } catch (error) {
          tools.add(fqn);
          throw error;
        }
      }
      if (agents.size === 0) return;
      const unread = new Set(agents);
      agents.clear();
      try {
        await attempt('the agent registry', () => skillsOf(unread, node));
      } catch (error) {
        for (const agent of unread) agents.add(agent);
        throw error;
      }
    },
  };
}
