// The renderings that the node documents, written by hand: encoder and decoder cannot agree on the same mistake.
import { describe, expect, test } from 'vitest';
import { decodePayload, eventKinds } from '@/lib/contract/event-kinds/catalogue';
import { readLine } from '@/lib/index-service/log/log-entry';
import { eventLine, type EventLine } from '@/lib/index-service/log/recorded-line';
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import { SIMULATED_NOW } from '@/lib/index-service/testing/simulated-lines';
import { canonicalJson } from '@/lib/index-service/log/log-entry';
import { TooDeep } from './rendered-value';
import { eventLineOf, wrappedType, type PlacedEvent } from './event-lines';
import { chainKinds } from './kinds';
import { deployments, wrappersOf, type Deployment } from './packages';
import { asOnChain } from './testing/chain-of';
import { nodeEvent } from './testing/node-json';
import { decodeValue } from './values';
import { growth } from '@/scripts/test-growth';

const ID = `0x${'0a'.repeat(32)}`;
const [mainnet] = deployments as [Deployment];

describe('a value as the node renders it', () => {
  test.each<[string, unknown, unknown]>([
    ['id', ID, ID],
    ['u', '18446744073709551615', 18446744073709551615n],
    ['u', '0', 0],
    ['u', '9007199254740991', 9007199254740991],
    ['u', '9007199254740992', 9007199254740992n],
    ['u8', 3, 3],
    ['b', false, false],
    ['s', 'xyz.a.b@1', 'xyz.a.b@1'],
    ['t', `${'0b'.repeat(32)}::fixed_price::Policy`, `${'0b'.repeat(32)}::fixed_price::Policy`],
    ['y', 'AAH/', '0x0001ff'],
    ['y', '', '0x'],
    ['yt', 'eHl6LmEuYkAx', 'xyz.a.b@1'],
    ['yt?', null, null],
    ['yt?', 'w6k=', 'é'],
    // 32 zero bytes are written as 32 ones.
    ['tx', `${'A'.repeat(43)}=`, '1'.repeat(32)],
    ['tx', 'AQI=', '0x0102'],
    ['n', { name: 'fetch' }, { name: 'fetch' }],
    ['iv', { inner: '3' }, 3],
    ['[id]', [ID], [ID]],
    ['rv', { '@variant': 'Plain', vertex: { name: 'a' } }, { variant: 'Plain', vertex: { name: 'a' } }],
    [
      'rv',
      { '@variant': 'WithIterator', vertex: { name: 'a' }, iteration: '1', out_of: '4' },
      { variant: 'WithIterator', vertex: { name: 'a' }, iteration: 1, out_of: 4 },
    ],
    ['tc', { '@variant': 'Address', pos0: ID }, { variant: 'Address', address: ID }],
    ['tc', { '@variant': 'Agent', pos0: ID }, { variant: 'Agent', agent_id: ID }],
    ['vd', { '@variant': 'Reject', reason: 'bm8=' }, { variant: 'Reject', reason: 'no' }],
    ['fc', { '@variant': 'Postponed' }, { variant: 'Postponed' }],
    [
      'nd',
      { '@variant': 'One', value: { '@variant': 'Object', id: ID } },
      { one: { kind: 'object', object_id: ID } },
    ],
    [
      'nd',
      { '@variant': 'Many', values: [{ '@variant': 'InlineData', bytes: 'eyJhIjoxfQ==' }] },
      { many: [{ kind: 'data', bytes: 'eyJhIjoxfQ==' }] },
    ],
    [
      'nd',
      {
        '@variant': 'One',
        // 43 characters of base64 for URLs are text on chain, and so base64 of base64 here.
        value: { '@variant': 'WalrusData', blob_id: 'YS1fOVln', content_digest: 'AAECAw==' },
      },
      { one: { kind: 'blob', blob_id: 'a-_9Yg', content_digest: 'AAECAw==' } },
    ],
    [
      'ports',
      {
        contents: [
          {
            key: { name: '__proto__' },
            value: { '@variant': 'One', value: { '@variant': 'Object', id: ID } },
          },
        ],
      },
      Object.fromEntries([['__proto__', { one: { kind: 'object', object_id: ID } }]]),
    ],
    [
      'sr',
      {
        input_commitment: 'AQ==',
        payment_policy: { '@variant': 'AgentFunded', max_budget_mist: '5' },
        schedule_policy: { '@variant': 'Recurring', min_interval_ms: '60000', max_occurrences: null },
        fixed_tools: [{ tool_registry_id: ID, tool_fqn: 'xyz.a.b@1' }],
      },
      {
        input_commitment: '0x01',
        payment_policy: { variant: 'AgentFunded', max_budget_mist: 5 },
        schedule_policy: { variant: 'Recurring', min_interval_ms: 60000, max_occurrences: null },
        fixed_tools: [{ tool_registry_id: ID, tool_fqn: 'xyz.a.b@1' }],
      },
    ],
  ])('%s %j', (code, value, expected) => expect(decodeValue(code, value)).toEqual(expected));

  test.each<[string, unknown, RegExp]>([
    ['u', '18446744073709551616', /64-bit/],
    ['u', '-1', /no integer/],
    ['u', 1.5, /no integer/],
    ['id', '0x0A', /no id/],
    ['y', 'not base64', /base64/],
    ['yt', '/w==', /UTF-8/],
    ['rr', { '@variant': 'Tired' }, /unknown variant Tired/],
    ['rr', 'StaleSkillContract', /no object/],
    ['rv', { '@variant': 'Plain' }, /^vertex is missing/],
    ['rv', { '@variant': 'Plain', vertex: { name: 'a' }, depth: '1' }, /^depth is no field/],
    [
      'Edge',
      { from: { variant: { name: 'ok' }, port: { name: 7 } }, to: {}, kind: {} },
      /^from\.port is no text/,
    ],
    ['nd', { '@variant': 'One', value: { '@variant': 'Later' } }, /^value has the unknown variant Later/],
  ])('refuses %s %j', (code, value, reason) => expect(() => decodeValue(code, value)).toThrow(reason));
});

test('every current kind has a row with the fields of the catalogue', () => {
  expect([...chainKinds.keys()].sort()).toEqual(Object.keys(eventKinds).sort());
  for (const [name, { payload }] of Object.entries(eventKinds)) {
    const fields = Object.keys(payload.shape).filter((field) => field !== 'distribution');
    expect(
      chainKinds.get(name)?.fields.map((field) => field.name),
      name,
    ).toEqual(fields);
  }
});

const place = { checkpoint: 5n, transactionIndex: 0n, eventIndex: 2, digest: '1'.repeat(32), sender: ID };
const TIME = '2026-11-01T10:00:00.000Z';

function lineOf(event: Pick<PlacedEvent, 'type' | 'json'>) {
  const wrapped = wrappedType(mainnet, event.type);
  if (wrapped === undefined) throw new Error(`${event.type} is in no wrapper`);
  return eventLineOf(mainnet, wrapped, { ...place, ...event }, TIME);
}

test('an event of every kind that the simulated network emits keeps its content through the rendering of a node', () => {
  const seen = new Set<string>();
  for (const { line } of createSimulation({
    seed: 'chain',
    now: SIMULATED_NOW,
    eventsPerSecond: 1,
  }).history()) {
    if (seen.size === chainKinds.size) break;
    if ('snapshot' in line || seen.has(line.kind)) continue;
    seen.add(line.kind);
    const { line: decoded, reason } = lineOf(nodeEvent(mainnet, line.kind, line.payload));
    expect(reason, line.kind).toBeUndefined();
    expect(canonicalJson(decoded.payload), line.kind).toBe(canonicalJson(asOnChain(line).payload));
    expect(decodePayload(line.kind, decoded.payload), line.kind).toBeDefined();
  }
  expect([...seen].sort()).toEqual([...chainKinds.keys()].sort());
});

describe('an event of the network is never dropped', () => {
  const { plain, distributed } = wrappersOf(mainnet);
  const { registry, tool } = mainnet.packages;
  const isListed = (line: EventLine) => {
    const { row } = readLine(eventLine.parse(line), 0);
    return { listed: row.listed, decodable: row.decodable };
  };
  const skipped = (type: string, json: unknown) => {
    const { line, reason } = lineOf({ type, json });
    expect(line.payload).toEqual({ undecoded: reason, event_type: type, node_json: json });
    return { reason, ...isListed(line) };
  };

  test.each<[string, string, unknown, RegExp, boolean]>([
    [
      'an unknown variant',
      `${plain}<${registry}::leader::LeaderUpsertedEvent>`,
      { event: { registry: ID, leader_cap_id: ID, status: { '@variant': 'Napping' } } },
      /status has the unknown variant Napping/,
      true,
    ],
    [
      'text where bytes belong',
      `${plain}<${registry}::leader::LeaderClaimedEvent>`,
      { event: { registry: ID, leader_cap_id: ID, claim_token: 'a token' } },
      /claim_token is not base64/,
      true,
    ],
    [
      'an unknown kind',
      `${plain}<${registry}::leader::LeaderPromotedEvent>`,
      { event: {} },
      /in no table/,
      false,
    ],
    [
      'a kind of another module',
      `${plain}<${tool}::leader::LeaderRegistryCreatedEvent>`,
      { event: { registry: ID } },
      /is defined by/,
      true,
    ],
    [
      'a later version of a package',
      `${plain}<0x${'c'.repeat(64)}::leader::LeaderRegistryCreatedEvent>`,
      { event: { registry: ID } },
      /is defined by 0xccc/,
      true,
    ],
    [
      'a wrapper without its fields',
      `${distributed}<${registry}::leader::LeaderRegistryCreatedEvent>`,
      { event: { registry: ID } },
      /deadline_ms is missing/,
      true,
    ],
  ])('%s', (_, type, json, reason, listed) => {
    const result = skipped(type, json);
    expect(result.reason).toMatch(reason);
    expect(result).toMatchObject({ listed, decodable: false });
  });

  test('either wrapper is taken for a kind', () => {
    const wrapper = { deadline_ms: '2', requested_at_ms: '1', task_id: ID, leaders: [ID] };
    const { line, reason } = lineOf({
      type: `${distributed}<${registry}::leader::LeaderRegistryCreatedEvent>`,
      json: { event: { registry: ID }, ...wrapper },
    });
    expect(reason).toBeUndefined();
    expect(line.payload['distribution']).toEqual({
      deadline_ms: 2,
      requested_at_ms: 1,
      task_id: ID,
      leaders: [ID],
    });
  });

  test('an event that is nested too deeply is kept whole, in base64', () => {
    const { line, reason } = lineOf({
      type: `${plain}<${registry}::leader::LeaderRegistryCreatedEvent>`,
      json: new TooDeep('AQID'),
    });
    expect(reason).toMatch(/nested too deeply/);
    expect(line.payload).toMatchObject({ undecoded: reason, node_json: 'AQID' });
  });

  test('a type of many thousand characters is as quick to refuse', () => {
    const long = (times: number) => `${plain}<${`${registry}::leader::X<`.repeat(times)}>`;
    const refuse = (times: number) => {
      expect(wrappedType(mainnet, `${long(times)}x`)).toBeUndefined();
      expect(wrappedType(mainnet, long(times).replace('EventWrapper', 'EventWrappers'))).toBeUndefined();
    };
    expect(growth(refuse, 2_000)).toBeLessThan(40);
    expect(wrappedType(mainnet, `${plain}<${registry}::leader::X<${`${registry}::a::B`}>>`)?.name).toBe('X');
  });

  test('bytes may be as many as a node may send', () => {
    const type = `${plain}<${registry}::network_auth::KeyRegisteredEvent>`;
    const event = { binding: ID, key_id: '1', scheme: 0, added_at_ms: '1' };
    const reasonOf = (public_key: string) =>
      lineOf({ type, json: { event: { ...event, public_key } } }).reason;
    expect(reasonOf('A'.repeat(16_000_000))).toBeUndefined();
    expect(reasonOf('AA==')).toBeUndefined();
    for (const wrong of ['A===', 'AA=', 'AAAAAA', 'A=AA', '!'.repeat(16_000_000)])
      expect(reasonOf(wrong)).toMatch(/is not base64/);
  });

  test('other types are in no wrapper of the network', () => {
    for (const type of [
      `0x2::coin::Minted`,
      `0x${'d'.repeat(64)}::event::EventWrapper<${registry}::leader::X>`,
      `${plain}<u64>`,
    ])
      expect(wrappedType(mainnet, type), type).toBeUndefined();
  });
});
