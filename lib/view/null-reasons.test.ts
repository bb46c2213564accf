import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { agent, skill, skillRevision } from '@/lib/contract/agents';
import { dag, structureRecord } from '@/lib/contract/dags';
import { endpointNames, endpoints } from '@/lib/contract/endpoints';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { eventRecord } from '@/lib/contract/events';
import { execution, executionEvent, gasEvent, submissionFailure, walk } from '@/lib/contract/executions';
import { issuedKey } from '@/lib/contract/keys';
import { leader, leaderRegistry, stakeEvent, suspensionSkip } from '@/lib/contract/leaders';
import { ledgerEvent, payment } from '@/lib/contract/payments';
import { priorityFeeEvent } from '@/lib/contract/payments';
import { readiness, serviceInfo } from '@/lib/contract/service';
import { ABSENT_FIELDS } from '@/lib/contract/read-answer';
import { occurrence, reserve, task } from '@/lib/contract/tasks';
import { tool, toolDetail } from '@/lib/contract/tools';
import { usageBucket, usageReport } from '@/lib/contract/usage';
import { objectNames } from '@/lib/contract/names';
import { searchResults } from '@/lib/contract/search';
import {
  costStats,
  eventStats,
  executionStats,
  failureStats,
  leaderStats,
  paymentStats,
  taskStats,
  vertexStats,
} from '@/lib/contract/stats';
import { buildState } from './build-state';
import { nullReason, type Reasons } from './null-reasons';
import { nullReasons, type RecordName } from './null-reasons/all';
import { costReason } from './null-reasons/executions';

const reasonOf = (record: RecordName, field: string, row: object | null) =>
  nullReason<Reasons>(nullReasons[record], field, row);

const RECORDS: [RecordName, z.ZodMiniObject][] = [
  ['leader', leader],
  ['stakeEvent', stakeEvent],
  ['suspensionSkip', suspensionSkip],
  ['leaderRegistry', leaderRegistry],
  ['agent', agent],
  ['skill', skill],
  ['skillRevision', skillRevision],
  ['execution', execution],
  ['executionEvent', executionEvent],
  ['submissionFailure', submissionFailure],
  ['gasEvent', gasEvent],
  ['walk', walk],
  ['task', task],
  ['occurrence', occurrence],
  ['reserve', reserve],
  ['tool', tool],
  ['tool', toolDetail],
  ['payment', payment],
  ['ledgerEvent', ledgerEvent],
  ['priorityFeeEvent', priorityFeeEvent],
  ['dag', dag],
  ['dagStructure', structureRecord],
  ['eventRecord', eventRecord],
  ['usageBucket', usageBucket],
  ['issuedKey', issuedKey],
];
/** Records whose fields are shown by the shell, not in rows; their absent parts are simply not drawn. */
const OF_THE_SHELL: z.ZodMiniType[] = [
  serviceInfo,
  readiness,
  usageReport,
  searchResults,
  objectNames,
  executionStats,
  failureStats,
  vertexStats,
  costStats,
  eventStats,
  leaderStats,
  taskStats,
  paymentStats,
];

/** A required key whose value may be null; an optional one is absent, not unknown. */
function nullable(schema: z.ZodMiniType): boolean {
  return schema.safeParse(null).success && !schema.safeParse(undefined).success;
}
function nullableFields(record: z.ZodMiniObject): string[] {
  return Object.entries(record.shape)
    .filter(([, schema]) => nullable(schema as z.ZodMiniType))
    .map(([field]) => field);
}

describe('null reasons', () => {
  it.each(RECORDS)('every nullable field of %s has one', (name, record) => {
    const explained = Object.keys(nullReasons[name]);
    expect(nullableFields(record).filter((field) => !explained.includes(field))).toEqual([]);
  });

  it('has none for a field that is never null', () => {
    for (const [name, record] of RECORDS)
      for (const field of Object.keys(nullReasons[name]))
        expect
          .soft((record.shape[field] as z.ZodMiniType).safeParse(null).success, `${name}.${field}`)
          .toBe(true);
  });

  it('covers every record of the endpoint table', () => {
    const recordSchemas = new Set<unknown>([...RECORDS.map(([, record]) => record), ...OF_THE_SHELL]);
    for (const name of endpointNames) {
      const row: Endpoint = endpoints[name];
      if (!(row.response instanceof z.ZodMiniObject)) continue;
      const items = row.response.shape['items'] as z.ZodMiniArray | undefined;
      expect.soft(recordSchemas.has(items?.def.element ?? row.response), name).toBe(true);
    }
  });
});

describe('a reason', () => {
  it.each([
    ['running', 'known once the execution has finished'],
    ['succeeded', 'the execution has finished, but this was not recorded'],
    ['aborted', 'the execution has finished, but this was not recorded'],
    // Of a later release.
    ['halted', 'the execution has not finished, or this was not recorded'],
  ])('of a duration fits an execution that is %s', (status, reason) => {
    for (const field of ['duration_ms', 'finished_at', 'was_aborted'] as const)
      expect(reasonOf('execution', field, { status })).toBe(reason);
  });

  it('of a failure is none where nothing failed', () => {
    const of = (status: string) => reasonOf('execution', 'failure_reason', { status });
    expect(of('succeeded')).toBe('not applicable: the execution succeeded');
    expect(of('failed')).toBe('its reason was not recorded');
    expect(of('halted')).toBe('no permanent failure, or its reason was not recorded');
  });

  it.each([
    ['ledgerEvent', 'refill_amount', { kind: 'refilled' }, 'missing from the event'],
    [
      'ledgerEvent',
      'refill_amount',
      { kind: 'fees_recorded' },
      'not applicable: no entry of this kind has one',
    ],
    ['ledgerEvent', 'amount', { kind: 'fees_recorded' }, 'not applicable: no entry of this kind has one'],
    ['ledgerEvent', 'gas_fee_mist', { kind: 'refilled' }, 'not applicable: no fees recorded'],
    ['priorityFeeEvent', 'sui_out', { kind: 'swap' }, 'missing from the event'],
    ['priorityFeeEvent', 'leader_cap_id', { kind: 'swap' }, 'not applicable: of the whole vault'],
    [
      'priorityFeeEvent',
      'execution_object_id',
      { kind: 'deposit_created' },
      'the transaction has no execution, or several',
    ],
    ['stakeEvent', 'pool_total', { kind: 'deposited' }, 'missing from the event'],
    ['stakeEvent', 'pool_total', { kind: 'slashed' }, 'reported by deposits only'],
    ['payment', 'refund_reason', { final_state: 'refunded' }, 'no reason was recorded'],
    [
      'payment',
      'refund_reason',
      { final_state: 'pending' },
      'not applicable: the payment has not been refunded',
    ],
    [
      'task',
      'controller_address',
      { controller_kind: 'agent' },
      'not applicable: an agent controls the task',
    ],
    ['task', 'controller_address', { controller_kind: 'address' }, 'not recorded by any event'],
    ['leader', 'leader_address', { is_founding: false }, 'the cap-issued event has not been indexed'],
    [
      'leader',
      'issued_tx_digest',
      { is_founding: true },
      'not applicable: a founding cap is not issued by an event',
    ],
    ['leader', 'issued_tx_digest', { is_founding: false }, 'the cap-issued event has not been indexed'],
    ['leader', 'network_object_id', { is_founding: true }, 'not recorded by this index'],
    [
      'leader',
      'network_object_id',
      { is_founding: false },
      'no event that names the network has been indexed',
    ],
    ['executionEvent', 'leader', { event_type: 'CommittedToolResult' }, 'missing from the event'],
    ['occurrence', 'execution_object_id', { state: 'dispatched' }, 'its execution was not recorded'],
  ] as const)('of %s.%s fits %j', (record, field, row, reason) => {
    expect(reasonOf(record, field, row)).toBe(reason);
  });

  it.each([
    ['ledgerEvent', 'tool_fqn', { kind: 'tool_quote_locked' }],
    ['ledgerEvent', 'gas_fee_mist', { kind: 'tool_quote_locked' }],
    // Documented, and written by nothing: what such an entry has is not known.
    ['ledgerEvent', 'was_refunded', { kind: 'vertex_settled' }],
    ['ledgerEvent', 'amount', { kind: 'toString' }],
    ['stakeEvent', 'staker', { kind: 'redelegated' }],
    ['stakeEvent', 'pool_total', { kind: 'redelegated' }],
    ['executionEvent', 'variant', { event_type: 'WalkForked' }],
    ['executionEvent', 'leader', { event_type: 'WalkForked' }],
    ['gasEvent', 'was_refunded', { kind: 'lock_update' }],
    ['priorityFeeEvent', 'us_in', { kind: 'rebalanced' }],
    ['priorityFeeEvent', 'leader_cap_id', { kind: 'rebalanced' }],
    ['priorityFeeEvent', 'execution_object_id', { kind: 'rebalanced' }],
    ['priorityFeeEvent', 'amount', { kind: null }],
  ] as const)('of %s.%s claims nothing about %j, a kind of a later release', (record, field, row) => {
    expect(reasonOf(record, field, row)).toBe('not recorded, or not part of entries of this kind');
  });

  it('distinguishes null, left out of a row, and not provided at all', () => {
    const status = 'succeeded';
    const of = (absent: string) =>
      reasonOf('execution', 'duration_ms', { status, [ABSENT_FIELDS]: { duration_ms: absent } });
    expect(of('every row')).toBe('not provided by this index');
    expect(of('row')).toBe("left out of this index's response");
    expect(reasonOf('execution', 'duration_ms', { status, [ABSENT_FIELDS]: { gas_mist: 'row' } })).toMatch(
      /finished/,
    );
  });

  it.each(['gas_mist', 'tool_cost_mist', 'priority_fee_mist'])(
    'of a cost is that of the part left out: %s',
    (absent) => {
      const parts = { gas_mist: 1n, tool_cost_mist: 1n, priority_fee_mist: 1n, [absent]: null };
      const row = { ...parts, status: 'succeeded', [ABSENT_FIELDS]: { [absent]: 'every row' } };
      expect(costReason(row)).toBe('not provided by this index');
      const present = { ...row, [ABSENT_FIELDS]: {} };
      expect(costReason(present)).toMatch(/^no fee event/);
    },
  );

  it.each([
    ['withdrawn', 'no reason was recorded for this state'],
    ['missed', 'not applicable: only withdrawn and failed occurrences have a reason'],
    // Of a later release.
    ['expired', 'not recorded, or this state has no reason'],
  ])('of the reason of an occurrence fits one that is %s', (state, reason) => {
    expect(reasonOf('occurrence', 'reason', { state })).toBe(reason);
  });

  it('without a row promises nothing', () => {
    expect(reasonOf('execution', 'duration_ms', null)).toMatch(/not finished, or/);
  });
});

it('a DAG is only being built where the index says that it is not finalized', () => {
  expect(buildState({ finalized_at: null })).toBe('building');
  expect(buildState({ finalized_at: 'x' })).toBe('finalized');
  const leftOut = { finalized_at: null, [ABSENT_FIELDS]: { finalized_at: 'every row' } };
  expect(buildState(leftOut)).toBeNull();
});

it.each(['constructor', '__proto__', 'toString'])(
  'a state named %s has the reason of an unknown one',
  (status) => {
    for (const field of ['duration_ms', 'failure_reason', 'failed_vertex'] as const)
      expect(reasonOf('execution', field, { status })).toBe(
        reasonOf('execution', field, { status: 'later' }),
      );
  },
);
