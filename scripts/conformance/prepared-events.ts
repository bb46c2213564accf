// The prepared events of --self: recorded lines with specified effects, written as in docs/read-api.md 10.2, not by our code.
// Rules use the same functions for names. Invariant: no simulation uses these names, so the events fit into any network.
import { createHash } from 'node:crypto';

const hash = (name: string) => createHash('sha256').update(`conformance ${name}`).digest('hex');

/** The object or address called `name`. */
export const idOf = (name: string) => `0x${hash(name)}`;

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The digest of the transaction called `name`. */
export const digestOf = (name: string) =>
  [...hash(name).slice(0, 43)].map((digit) => BASE58[Number.parseInt(digit, 16) + 20]).join('');

export const fqnOf = (name: string) => `conformance.prepared.${name}@1`;

const AT = '2026-11-01T10:00:00.000Z';
export const LATER = '2026-11-01T11:00:00.000Z';
export const UNDECODABLE_SENDER = idOf('undecodable sender');
export const EXECUTION = idOf('execution');
/** Too large for a double: every digit must survive. */
export const EXACT = '9007199254740993';

interface Envelope {
  tx: string;
  sender?: string;
  at?: string | null;
  /** Its position in the transaction; needed if the same event occurs twice. */
  index?: number;
}

/** One line of a recording, as JSON text. */
function line(
  kind: string,
  payload: string | object,
  { tx, sender = idOf('sender'), at = AT, index }: Envelope,
) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const time = at === null ? '' : `,"onchain_at":"${at}"`;
  const place = index === undefined ? '' : `,"event_index":${index}`;
  return `{"kind":"${kind}","tx_digest":"${digestOf(tx)}","sender_address":"${sender}"${time}${place},"payload":${body}}`;
}

const staking = (kind: string, cap: string, fields: object, envelope: Partial<Envelope> = {}) =>
  line(
    kind,
    { registry: idOf('registry'), leader_cap_id: idOf(cap), ...fields },
    { tx: `${kind} ${cap} ${JSON.stringify(fields)}`, ...envelope },
  );

const deposit = (cap: string, amount: number, total_shares: number, pool_total: number) =>
  staking('StakeDepositedEvent', cap, {
    staker: idOf('staker'),
    amount,
    minted_shares: amount,
    total_shares,
    pool_total,
    at_ms: 1_793_527_200_000,
  });
const issued = (cap: string, envelope: Partial<Envelope>) =>
  staking('LeaderCapIssuedEvent', cap, { network: idOf('network'), leader: idOf('operator') }, envelope);
const claimed = (cap: string, shares: number, amount: number) =>
  staking('UnstakeClaimedEvent', cap, { staker: idOf('staker'), shares, amount, at_ms: 1_793_527_200_000 });
const slashed = (cap: string, amount: number) =>
  staking('StakeSlashedEvent', cap, { amount, at_ms: 1_793_527_200_000 });

const tool = (kind: string, name: string, envelope: Partial<Envelope> = {}, more: object = {}) =>
  line(
    kind,
    { tool: idOf(`tool ${name}`), fqn: fqnOf(name), ...more },
    { tx: `${kind} ${name} ${envelope.sender ?? ''}`, ...envelope },
  );

const port = (port_name: string) => ({ port_name, cardinality: 'one', value_kind: 'data' });

function toolSnapshot(name: string, verified: boolean | null) {
  const fields = {
    kind: 'http',
    location: 'https://tools.example/prepared',
    description: 'A prepared tool.',
    registry_object_id: idOf('tool registry'),
    verified,
    lock_duration_ms: 60_000,
    workflow_authorization_cap_first: null,
    input_schema: [port('a')],
    output_variants: [{ variant_name: 'ok', ports: [port('sum')] }],
  };
  const text = JSON.stringify(fields).replace('{', `{"vault_balance_us":${EXACT},`);
  return `{"snapshot":"tool","id":"${fqnOf(name)}","fields":${text},"onchain_at":"${AT}"}`;
}

const bytes = (content: string | Uint8Array) => ({
  kind: 'data',
  bytes: Buffer.from(content).toString('base64'),
});
const NOT_UTF8 = Uint8Array.of(0xc3, 0x28);
const DIGEST = Buffer.from('a digest of thirty-two bytes ...').toString('base64');

/** The recorded ports of two steps: every case of 2.16, and one where no port can be decoded. */
const PORTS = {
  every: {
    json: { one: bytes('{"price":[1,2.5],"deep":{"ok":true}}') },
    exact: { one: bytes(EXACT) },
    quoted: { one: bytes('"written as JSON"') },
    raw: { one: bytes('a raw string') },
    object: { one: { kind: 'object', object_id: idOf('object') } },
    blob: { one: { kind: 'blob', blob_id: 'YmxvYg==', content_digest: DIGEST } },
    mixed: { many: [bytes('1'), { kind: 'object', object_id: idOf('object') }, bytes('two')] },
    none: { many: [] },
    broken: { one: bytes(NOT_UTF8) },
  },
  broken: { broken: { one: bytes(NOT_UTF8) } },
};

const step = (name: keyof typeof PORTS) =>
  line(
    'WalkAdvancedEvent',
    {
      dag: idOf('dag'),
      execution: EXECUTION,
      walk_index: 0,
      vertex: { variant: 'Plain', vertex: { name } },
      variant: { name: 'ok' },
      variant_ports_to_data: PORTS[name],
    },
    { tx: `step ${name}` },
  );

const request = line(
  'RequestWalkExecutionEvent',
  {
    dag: idOf('dag'),
    execution: EXECUTION,
    invocation: idOf('invocation'),
    invoker: idOf('invoker'),
    walk_index: 0,
    next_vertex: { variant: 'Plain', vertex: { name: 'every' } },
    evaluations: idOf('evaluations'),
    agent_id: idOf('agent'),
    skill_id: 1,
    interface_version: 1,
    task_id: idOf('task'),
    occurrence_id: 1,
  },
  { tx: 'request' },
);

const dagCreated = (name: string) =>
  line('DAGCreatedEvent', { dag: idOf(name) }, { tx: name, sender: UNDECODABLE_SENDER });

/** The recording in order, one JSON text per line. */
export const preparedEvents: readonly string[] = [
  // A log that starts mid-history: withdrawals without their deposits.
  claimed('early', 50, 5_000),
  slashed('early', 70),
  // Deposits carry the resulting state, other events a difference.
  deposit('checkpoint', 100, 1_000, 1_000),
  slashed('checkpoint', 300),
  deposit('checkpoint', 101, 1_101, 1_500),
  claimed('checkpoint', 100, 200),
  // Issued in a log without chain times; the other one's time is added later.
  issued('untimed', { at: null }),
  issued('filled', { at: null, index: 0 }),
  issued('filled', { at: LATER, index: 0 }),
  // Registered, unregistered, and registered again by another owner.
  tool('ToolRegisteredEvent', 'again', { sender: idOf('first creator') }),
  toolSnapshot('again', true),
  tool('ToolUnregisteredEvent', 'again'),
  tool('ToolRegisteredEvent', 'again', { sender: idOf('second creator'), at: LATER }),
  tool('ToolRegisteredEvent', 'slashed'),
  toolSnapshot('slashed', null),
  tool('ToolSlashedEvent', 'slashed', {}, { amount: 1_000 }),
  tool('ToolRegisteredEvent', 'bare'),
  // One of three rows cannot be decoded, and a fourth has an unknown kind.
  dagCreated('before'),
  line('DAGCreatedEvent', { dag: 7 }, { tx: 'undecodable', sender: UNDECODABLE_SENDER }),
  dagCreated('after'),
  line('NoSuchKindEvent', {}, { tx: 'unknown', sender: UNDECODABLE_SENDER }),
  request,
  step('every'),
  step('broken'),
];
