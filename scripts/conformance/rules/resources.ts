// Rules of single resources: a tool's port contract (2.11), a DAG's structure (2.15), port data (2.16), stake events and policy (4.4).
import { faultsOf } from '../fields';
import { fail, isRow, itemsOf, notApplicable, pass, type Row, type Rule } from '../rule';

const EDGE_KINDS = ['normal', 'for_each', 'collect', 'do_while', 'break', 'static'];

function rows(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

function portFault(port: Row): string | undefined {
  for (const field of ['port_name', 'cardinality', 'value_kind'])
    if (typeof port[field] !== 'string') return `a port without ${field}`;
  return ['object', 'data'].includes(String(port['value_kind']))
    ? undefined
    : `value_kind ${String(port['value_kind'])}`;
}

/** What is wrong with {one: value} or {many: [value, …]}; undefined if nothing is. */
function portDataFault(port: unknown): string | undefined {
  if (!isRow(port)) return 'port data is not an object';
  const keys = Object.keys(port);
  const cardinality = keys[0];
  if (keys.length !== 1 || (cardinality !== 'one' && cardinality !== 'many'))
    return `keys ${keys.join(', ')} instead of one or many`;
  const values = cardinality === 'many' ? port['many'] : [port['one']];
  if (!Array.isArray(values)) return 'many is not an array';
  for (const value of values) {
    if (!isRow(value)) return 'a value is not an object';
    if (value['kind'] === 'data' && !('data' in value)) return 'a data value without data';
    if (
      value['kind'] === 'blob' &&
      (typeof value['blob_id'] !== 'string' || typeof value['content_digest'] !== 'string')
    )
      return 'a blob without blob_id and content_digest';
    if (!['data', 'object', 'blob'].includes(String(value['kind']))) return `kind ${String(value['kind'])}`;
  }
  return undefined;
}

export const resourceRules: Rule[] = [
  {
    name: 'tools.substring',
    section: '4',
    requirement: 'fqn matches any part of the name',
    async check(probe) {
      const tool = itemsOf(await probe.get('/tools'))[0];
      if (tool === undefined) return notApplicable('no tools');
      const part = String(tool['fqn']).slice(2, 9);
      const found = itemsOf(await probe.get(`/tools?page_size=100&fqn=${encodeURIComponent(part)}`));
      if (!found.some((row) => row['fqn'] === tool['fqn']))
        return fail(`"${part}" does not find ${String(tool['fqn'])}`);
      const wrong = found.find((row) => !String(row['fqn']).includes(part));
      return wrong === undefined ? pass : fail(`${String(wrong['fqn'])} came for "${part}"`);
    },
  },
  {
    name: 'tools.contract',
    section: '2.11',
    requirement: 'a listed tool has a port contract: input_schema and output variants',
    async check(probe) {
      const tools = itemsOf(await probe.get('/tools'));
      if (tools.length === 0) return notApplicable('no tools');
      for (const tool of tools.slice(0, 10)) {
        const { status, json } = await probe.get(`/tools/${encodeURIComponent(String(tool['fqn']))}`);
        if (status !== 200 || !isRow(json)) return fail(`status ${status}`);
        const outputs = json['output_variants'] ?? json['output_schema'];
        if (!Array.isArray(json['input_schema']) || !Array.isArray(outputs))
          return fail('no input_schema or no output variants');
        const ports = [
          ...rows(json['input_schema']),
          ...rows(outputs).flatMap((variant) => rows(variant['ports'])),
        ];
        const problem = ports.map(portFault).find((defect) => defect !== undefined);
        if (problem !== undefined) return fail(`${String(tool['fqn'])}: ${problem}`);
        if (rows(outputs).some((variant) => typeof variant['variant_name'] !== 'string'))
          return fail('a variant without variant_name');
      }
      return pass;
    },
  },
  {
    name: 'dags.structure',
    section: '2.15',
    requirement:
      'vertices, edges, entry groups, defaults and outputs have their shapes, and a finalized structure names no absent vertex in an edge',
    async check(probe) {
      const dags = itemsOf(await probe.get('/dags?page_size=100'));
      if (dags.length === 0) return notApplicable('no DAGs');
      for (const dag of dags.slice(0, 40)) {
        const { status, json } = await probe.get(`/dags/${String(dag['object_id'])}/structure`);
        if (status !== 200 || !isRow(json)) return fail(`status ${status}`);
        const problem = faultsOf('dag structure', json)[0];
        if (problem !== undefined) return fail(problem);
        const names = new Set(rows(json['vertices']).map((vertex) => vertex['name']));
        for (const vertex of rows(json['vertices']))
          if (
            !['on_chain', 'off_chain'].includes(String(vertex['kind'])) ||
            typeof vertex['tool_fqn'] !== 'string'
          )
            return fail('a vertex without kind or tool');
        for (const edge of rows(json['edges'])) {
          const { from, to } = edge;
          if (!isRow(from) || !isRow(to) || !EDGE_KINDS.includes(String(edge['kind'])))
            return fail('an edge of another shape');
          if (json['finalized_at'] !== null && (!names.has(from['vertex']) || !names.has(to['vertex'])))
            return fail('an edge to an absent vertex');
        }
        for (const group of rows(json['entry_groups']))
          if (!Array.isArray(group['ports'])) return fail('an entry group without ports');
        for (const value of rows(json['default_values'])) {
          const wrong = portDataFault(value['value']);
          if (wrong !== undefined) return fail(`default value: ${wrong}`);
        }
      }
      return pass;
    },
  },
  {
    name: 'executions.ports_data',
    section: '2.16',
    requirement: 'ports_data is null or maps ports to one or many self-describing values',
    async check(probe) {
      const payments = itemsOf(await probe.get('/payments?page_size=20'));
      let seen = 0;
      for (const payment of payments) {
        const events = itemsOf(
          await probe.get(`/executions/${String(payment['execution_object_id'])}/events?page_size=100`),
        );
        for (const event of events) {
          if (event['ports_data'] === null) continue;
          if (!isRow(event['ports_data'])) return fail('ports_data is neither object nor null');
          if (Object.keys(event['ports_data']).length === 0) return fail('an empty map instead of null');
          for (const port of Object.values(event['ports_data'])) {
            seen += 1;
            const problem = portDataFault(port);
            if (problem !== undefined) return fail(problem);
          }
          if (event['leader'] !== null && event['event_type'] !== 'CommittedToolResult')
            return fail('leader is set on another event than CommittedToolResult');
        }
      }
      return seen === 0 ? notApplicable('no port data') : pass;
    },
  },
  {
    name: 'leaders.stake-events',
    section: '4.4',
    requirement:
      "the pool ledger is newest first; columns outside a row's kind are null; a deposit carries total_shares and pool_total",
    async check(probe) {
      const leaders = itemsOf(await probe.get('/leaders?page_size=50'));
      let seen = 0;
      for (const leader of leaders) {
        const events = itemsOf(
          await probe.get(`/leaders/${String(leader['leader_cap_id'])}/stake-events?page_size=100`),
        );
        seen += events.length;
        const ids = events.map((event) => BigInt(String(event['id'])));
        if (ids.some((id, index) => index > 0 && id >= (ids[index - 1] ?? id)))
          return fail('not newest first');
        for (const event of events) {
          const deposit = event['kind'] === 'deposited';
          if (deposit !== (event['pool_total'] !== null) || deposit !== (event['total_shares'] !== null))
            return fail(`totals of a ${String(event['kind'])} row`);
        }
      }
      return seen === 0 ? notApplicable('no stake events') : pass;
    },
  },
  {
    name: 'leaders.registry',
    section: '4.4',
    requirement: '/registry/leader returns the three policies, each a number or null',
    async check(probe) {
      const { status, json } = await probe.get('/registry/leader');
      if (status !== 200 || !isRow(json)) return fail(`status ${status}`);
      for (const field of ['min_stake_us', 'max_transaction_budget', 'unbonding_duration_ms'])
        if (!(field in json) || !(json[field] === null || ['number', 'bigint'].includes(typeof json[field])))
          return fail(`${field} is missing or no integer`);
      return pass;
    },
  },
  {
    name: 'agents.skills',
    section: '4.4',
    requirement: 'skill objects of /agents have no scheduled_task_count',
    async check(probe) {
      const reply = await probe.get('/agents');
      if (reply.status !== 200) return fail(`status ${reply.status}`);
      return reply.text.includes('scheduled_task_count') ? fail('scheduled_task_count is there') : pass;
    },
  },
];
