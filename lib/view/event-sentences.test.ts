// Every kind of the catalogue has its own sentence; a generated payload of each runs through it.
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { decodePayload, eventKinds, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import { MONEY_KINDS } from './event-groups';
import { eventSentence } from './event-sentences';
import { duration, inWords, plainText } from './sentence-parts';
import { growth } from '@/scripts/test-growth';

const idOf = (name: string) =>
  `0x${[...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(64, '0')
    .slice(0, 64)}`;

const fixed: Readonly<Record<string, unknown>> = {
  vertex: { variant: 'WithIterator', vertex: { name: 'summarise' }, iteration: 1, out_of: 3 },
  next_vertex: { variant: 'Plain', vertex: { name: 'merge' } },
  edge: {
    from: { variant: 'ok', port: 'sections' },
    to: { vertex: 'merge', port: 'pages' },
    kind: 'Collect',
  },
  output: { variant: 'ok', port: 'report' },
  variant: 'ok',
  variant_ports_to_data: {},
  value: { one: { kind: 'data', data: 3 } },
  source_kind: { variant: 'UserFunded', user: idOf('user') },
  beneficiary: { variant: 'AgentFunded', agent_id: idOf('agent') },
  payment_policy: { variant: 'UserFunded' },
  final_state: 'Accomplished',
  identity: { variant: 'Leader', leader_cap_id: idOf('leader_cap_id') },
  method: { tool_id: idOf('t'), package_id: idOf('p'), module_name: 'verifier', function_name: 'verify' },
  verifier_kind: 'RegisteredKey',
  decision: { variant: 'Reject', reason: 'stale signature' },
  failure_class: 'TerminalToolFailure',
  outcome: 'TransientContinue',
  controller: { variant: 'Address', address: idOf('controller') },
  dag_binding: { variant: 'Pinned', dag_id: idOf('dag') },
  requirements: {},
  changes: [{ leader_cap_id: idOf('leader_cap_id'), share_delta: 12 }],
  sources: [],
  status: 'Active',
  old_status: 'Active',
  new_status: 'Suspended',
  policy: `${idOf('package')}::fixed_price::Policy`,
};

const byKind: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  TaskRejectedEvent: { reason: 'MutableDAG' },
  OccurrenceWithdrawnEvent: { reason: 'RecurrenceReplaced' },
  OccurrenceScheduledEvent: { source: { variant: 'Recurring', iteration: 4 } },
  DAGVertexAddedEvent: {
    vertex: 'merge',
    kind: { variant: 'OffChain', tool_fqn: 'io.meridian.market.median@1' },
  },
  DAGEntryVertexInputPortAddedEvent: { vertex: 'merge' },
  DAGDefaultValueAddedEvent: { vertex: 'merge' },
  DAGOutputAddedEvent: { vertex: 'merge' },
};

/** The first of some plausible values that the field takes. */
function generated(schema: z.ZodMiniType, name: string): unknown {
  const candidates = [
    fixed[name],
    idOf(name),
    12_500_000_000n,
    true,
    'a reason in words',
    { name: 'a_name' },
  ];
  return candidates.find((value) => value !== undefined && schema.safeParse(value).success);
}

function payloadFor(kind: EventKind): Record<string, unknown> {
  const shape = eventKinds[kind].payload.shape as unknown as Record<string, z.ZodMiniType>;
  const fields = Object.entries(shape)
    .filter(([name]) => name !== 'distribution')
    .map(([name, schema]) => [name, byKind[kind]?.[name] ?? generated(schema, name)]);
  return Object.fromEntries(fields) as Record<string, unknown>;
}

const kinds = Object.keys(eventKinds) as EventKind[];

test.each(kinds)('%s', (kind) => {
  const payload = payloadFor(kind);
  expect(decodePayload(kind, payload), JSON.stringify(Object.keys(payload))).toBeDefined();
  const parts = eventSentence(kind, payload);
  const text = plainText(parts);
  expect(text.trim().length).toBeGreaterThan(8);
  expect(text).not.toMatch(/undefined|\[object|NaN|null|does not fit/);
  expect(text).toMatch(/^\S.*\S$/);
  for (const part of parts) if ('text' in part) expect(part.text).not.toBe('');
});

test('kinds that name SUI or US are those that lend a group its amount, and policies', () => {
  const naming = kinds.filter((kind) =>
    eventSentence(kind, payloadFor(kind)).some((part) => 'amount' in part && part.unit !== 'none'),
  );
  const policies = ['MinStakeUsUpdatedEvent', 'PriorityFeeVaultConfiguredEvent'];
  expect(naming.filter((kind) => !policies.includes(kind)).sort()).toEqual([...MONEY_KINDS].sort());
});

test('no two kinds read the same', () => {
  const words = kinds.map((kind) =>
    eventSentence(kind, payloadFor(kind))
      .map((part) => ('text' in part ? part.text : '*'))
      .join(''),
  );
  expect(new Set(words).size).toBe(kinds.length);
});

describe('in words', () => {
  const walk = {
    dag: idOf('dag'),
    execution: idOf('execution'),
    walk_index: 2,
    variant: 'ok',
    variant_ports_to_data: {},
  };

  test('a walk that advanced, with its iteration', () => {
    const vertex = { variant: 'WithIterator', vertex: { name: 'summarise' }, iteration: 1, out_of: 3 };
    expect(eventSentence('WalkAdvancedEvent', { ...walk, vertex })).toEqual([
      { vertex: 'summarise', iteration: 1n, out_of: 3n },
      { text: ' of ' },
      { id: idOf('execution'), as: 'execution' },
      { text: ' advanced, variant ok' },
    ]);
  });

  test('an amount stays exact', () => {
    const parts = eventSentence('ToolSlashedEvent', {
      tool: idOf('tool'),
      fqn: 'ai.lumen.chat.complete@4',
      amount: 9007199254740993n,
    });
    expect(plainText(parts)).toBe('ai.lumen.chat.complete@4: collateral slashed by 9,007,199.254740993 US');
  });

  test('unknown kinds and undecodable payloads have a sentence', () => {
    expect(plainText(eventSentence('WalkTeleportedEvent', {}))).toBe('walk teleported: unknown event kind');
    expect(plainText(eventSentence('WalkAdvancedEvent', walk))).toBe(
      'walk advanced: payload could not be decoded',
    );
  });

  test('names of variants and lengths of time', () => {
    expect(inWords('MutableDAG')).toBe('mutable DAG');
    expect(inWords('HTTPServerABcD')).toBe('HTTP server a bc d');
    expect(inWords('TerminalSubmissionFailure')).toBe('terminal submission failure');
    expect(duration(259_200_000n)).toBe('3 days');
    expect(duration(3_600_000n)).toBe('1 hour');
    expect(duration(1_500n)).toBe('1500 milliseconds');
  });

  test('splits a name of any length at once', () => {
    expect(growth((length) => inWords('A'.repeat(length)), 5_000)).toBeLessThan(40);
  });
});

describe('a policy, beside what it was before', () => {
  const words = (kind: EventKind, payload: object, previous?: object) =>
    plainText(
      eventSentence(
        kind,
        { ...payloadFor(kind), ...payload },
        previous && { ...payloadFor(kind), ...previous },
      ),
    );

  test('the first, and a change', () => {
    const kind = 'MinStakeUsUpdatedEvent';
    expect(words(kind, { min_stake_us: 300_000_000_000n })).toBe('minimum leader stake set to 300 US');
    expect(words(kind, { min_stake_us: 300_000_000_000n }, { min_stake_us: 250_000_000_000n })).toBe(
      'minimum leader stake changed from 250 US to 300 US',
    );
    expect(
      words(
        'UnbondingDurationUpdatedEvent',
        { unbonding_duration_ms: 3_600_000n },
        { unbonding_duration_ms: 60_000n },
      ),
    ).toBe('unbonding period changed from 1 minute to 1 hour');
  });

  test('a price, and one that stays', () => {
    const kind = 'CreditOfferChangedEvent';
    expect(words(kind, { price_per_credit: 12n }, { price_per_credit: 10n })).toMatch(
      / at 12 each, before at 10$/,
    );
    expect(words(kind, { price_per_credit: 12n }, { price_per_credit: 12n })).toMatch(/ at 12 each$/);
  });

  test('who pays for a skill, and how often it runs', () => {
    const policies = (payment_policy: object, schedule_policy: object) => ({
      requirements: { payment_policy, schedule_policy },
    });
    const [before, after] = [
      policies({ variant: 'UserFunded' }, { variant: 'Once' }),
      policies({ variant: 'AgentFunded', max_budget_mist: 2_500_000_000n }, { variant: 'Once' }),
    ];
    expect(words('SkillContractRevisionedEvent', after, before)).toMatch(
      /; now funded by the agent up to 2\.5 SUI, before the caller$/,
    );
    expect(words('SkillContractRevisionedEvent', after, after)).not.toContain('; now');
  });

  test('a payload of a later release before it is no change', () => {
    expect(words('MinStakeUsUpdatedEvent', { min_stake_us: 1_000_000_000n }, { min_stake_us: 'much' })).toBe(
      'minimum leader stake set to 1 US',
    );
  });
});

describe('text of others in a sentence of ours', () => {
  const [override, hebrew] = ['\u202edraw SUI 5.20', 'שלום'];
  const refunded = (reason: string) =>
    eventSentence('ExecutionRefundedEvent', {
      ...payloadFor('ExecutionRefundedEvent'),
      refund_reason: reason,
    });

  test('is a separate part where it could change the direction of ours', () => {
    expect(refunded(override).at(-1)).toEqual({ foreign: override });
    expect(plainText(refunded(override))).toMatch(/ refunded: \[U\+202E\]draw SUI 5\.20$/);
    expect(plainText(refunded(hebrew))).toMatch(/ refunded: \u2068שלום\u2069$/);
    expect(plainText(refunded('not needed'))).toMatch(/ refunded: not needed$/);
  });

  test('is isolated as the name of a vertex and of a tool', () => {
    const added = eventSentence('DAGVertexAddedEvent', {
      dag: idOf('dag'),
      vertex: { name: hebrew },
      kind: { variant: 'OffChain', tool_fqn: `x.${override}@1` },
    });
    expect(plainText(added)).toMatch(
      /^vertex \u2068שלום\u2069 added to .*, runs x\.\[U\+202E\]draw SUI 5\.20@1$/,
    );
  });
});
