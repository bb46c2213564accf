import { expect, test } from 'vitest';
import { executionStory, iteration, plain } from '@/lib/index-service/testing/execution-story';
import { appendedAt, foldLines, foldOne } from '@/lib/index-service/testing/fold-lines';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import { executionEvents, submissionFailures } from './execution-records';
import { executions } from './executions';
import type { WalkRecord } from './walk-states';

const it = executionStory('it');

function walkStates(...lines: Parameters<typeof foldOne>[1][]): string[] {
  return (foldOne(executions, ...lines)['walks'] as WalkRecord[]).map(
    (walk) => `${walk.walk_index} ${walk.state} at ${walk.vertex_name ?? 'nowhere'}`,
  );
}

test('an execution is known from its payment, created when it is requested, and completed by a walk', () => {
  const row = foldOne(executions, it.paid({ variant: 'UserFunded', user: id('ann') }), it.requested());
  expect(row).toMatchObject({
    payment_object_id: it.payment_id,
    agent_object_id: it.agent_id,
    skill_id: 7n,
    interface_revision: 3n,
    dag_object_id: null,
    invoker: null,
    first_entry_id: 1n,
    created_entry_id: 2n,
  });
  expect(foldOne(executions, it.request(0, plain('a')))).toMatchObject({
    dag_object_id: it.dag,
    invoker: id('invoker it'),
    task_object_id: it.task_id,
    created_entry_id: null,
    has_any_walk_failed: null,
    status: 'running',
  });
});

test('status waits for settlement while nothing is active and something is committed', () => {
  const status = (...lines: Parameters<typeof foldOne>[1][]) => foldOne(executions, ...lines)['status'];
  const start = [it.request(0, plain('a')), it.request(1, plain('b'))];
  expect(status(...start, it.committed(0, plain('a')))).toBe('running');
  const committed = [...start, it.committed(0, plain('a')), it.committed(1, plain('b'))];
  expect(status(...committed)).toBe('pending_settlement');
  expect(status(...committed, it.ended(0, plain('a')))).toBe('pending_settlement');
  expect(status(...committed, it.ended(0, plain('a')), it.ended(1, plain('b')))).toBe('running');
});

test.each([
  [[true, true, true], 'aborted'],
  [[true, true, false], 'failed'],
  [[false, true, false], 'succeeded'],
] as const)('finished with %j is %s, and stays it', ([failed, succeeded, aborted], status) => {
  const row = foldOne(
    executions,
    it.request(0, plain('a')),
    it.finished(failed, succeeded, aborted),
    it.committed(0, plain('a')),
  );
  expect(row).toMatchObject({
    status,
    has_any_walk_failed: failed,
    has_any_walk_succeeded: succeeded,
    was_aborted: aborted,
  });
});

test('a walk goes from request to commit to the next vertex to its end', () => {
  const story = [it.request(0, plain('a'))];
  expect(walkStates(...story)).toEqual(['0 active at a']);
  story.push(it.committed(0, plain('a')));
  expect(walkStates(...story)).toEqual(['0 pending_settlement at a']);
  story.push(it.advanced(0, plain('a')));
  expect(walkStates(...story)).toEqual(['0 active at a']);
  story.push(it.request(0, plain('b')), it.committed(0, plain('b')), it.ended(0, plain('b')));
  expect(walkStates(...story)).toEqual(['0 successful at b']);
});

test('an authorization request is stream-only: no row depends on it', () => {
  const required = event('InvocationAuthorizationRequiredEvent', {
    dag: it.dag,
    execution: it.execution,
    walk_index: 0,
    vertex: plain('a'),
  });
  for (const projection of [executions, executionEvents])
    expect(foldLines(projection, required).size).toBe(0);
});

test('at a join the requested walk continues and the waiting ones are consumed', () => {
  const each = [0, 1, 2].map((n) => it.request(n, iteration('b', n, 3)));
  const story = [...each, it.advanced(0, iteration('b', 0, 3)), it.advanced(2, iteration('b', 2, 3))];
  expect(walkStates(...story)).toEqual(['0 active at b', '1 active at b', '2 active at b']);
  story.push(it.advanced(1, iteration('b', 1, 3)), it.request(1, plain('c')));
  expect(walkStates(...story)).toEqual(['0 consumed at b', '1 active at c', '2 consumed at b']);
});

test('at a fork the walk that is requested after its sibling is active, not consumed', () => {
  const story = [
    it.request(0, plain('a')),
    it.advanced(0, plain('a')),
    it.request(1, plain('b')),
    it.request(0, plain('c')),
  ];
  expect(walkStates(...story)).toEqual(['0 active at c', '1 active at b']);
});

test('walks waiting at the end of the execution are consumed; failed and cancelled ones keep their state', () => {
  const story = [
    it.request(0, plain('a')),
    it.request(1, plain('b')),
    it.request(2, plain('c')),
    it.advanced(0, plain('a')),
    it.failed(1, plain('b')),
    it.cancelled(2, plain('c')),
    it.finished(true, false, false),
  ];
  expect(walkStates(...story)).toEqual(['0 consumed at a', '1 failed at b', '2 cancelled at c']);
});

test('a walk keeps when it started, where it stands in its loop, and its last variant', () => {
  const request = it.request(4, iteration('b', 1, 3));
  const row = foldOne(executions, request, it.advanced(4, iteration('b', 1, 3)));
  expect(row['walks']).toEqual([
    {
      walk_index: '4',
      state: 'active',
      vertex_name: 'b',
      vertex_iteration: '1',
      out_of: '3',
      variant: 'ok',
      started_at: request.onchain_at,
      updated_at: appendedAt(2),
      waiting: true,
    },
  ]);
});

test('an execution event has the columns of its kind', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const ports = {
    json: { one: { kind: 'data', bytes: base64('[9007199254740993]') } },
    words: { one: { kind: 'data', bytes: base64('not JSON') } },
    // JSON, but nothing could write it again: an index that tried would stop at this event for good.
    deep: { one: { kind: 'data', bytes: base64(deep) } },
    broken: {
      many: [
        { kind: 'data', data: 1 },
        { kind: 'data', bytes: '/w==' },
      ],
    },
    object: { one: { kind: 'object', id: id('thing') } },
    blob: { one: { kind: 'blob', blob_id: 'Yg==', content_digest: 'Yw==' } },
    blobWithoutDigest: { one: { kind: 'blob', blob_id: 'Yg==' } },
    blobForUrls: { one: { kind: 'blob', blob_id: 'a-_9Yg', content_digest: 'Yw' } },
    blobOfHex: { one: { kind: 'blob', blob_id: 'Yg==', content_digest: '0x??' } },
    blobOfOneDigit: { one: { kind: 'blob', blob_id: 'Y', content_digest: 'Yw==' } },
    blobOfMixedDigits: { one: { kind: 'blob', blob_id: 'a-+9', content_digest: 'Yw==' } },
    blobWithHalfPadding: { one: { kind: 'blob', blob_id: 'Yg=', content_digest: 'Yw==' } },
  };
  const rows = foldLines(
    executionEvents,
    it.request(0, iteration('a', 2, 5)),
    it.committed(0, plain('a')),
    it.advanced(0, plain('a'), ports),
    it.ended(0, plain('a'), { broken: ports.broken }),
    it.failed(0, plain('a')),
  );
  expect([...rows.values()]).toMatchObject([
    { event_type: 'RequestWalkExecution', vertex_name: 'a', vertex_iteration: 2n, leader: null },
    {
      event_type: 'CommittedToolResult',
      leader: id('leader'),
      has_primary_failure_evidence: false,
      has_secondary_failure_evidence: true,
    },
    {
      event_type: 'WalkAdvanced',
      variant: 'ok',
      vertex_iteration: null,
      ports_data: {
        json: { one: { kind: 'data', data: [9007199254740993n] } },
        words: { one: { kind: 'data', data: 'not JSON' } },
        deep: { one: { kind: 'data', data: deep } },
        object: { one: { kind: 'object', object_id: id('thing') } },
        blob: { one: { kind: 'blob', blob_id: 'Yg==', content_digest: 'Yw==' } },
        blobForUrls: { one: { kind: 'blob', blob_id: 'a-_9Yg', content_digest: 'Yw' } },
      },
    },
    { event_type: 'EndStateReached', variant: 'done', ports_data: null },
    { event_type: 'WalkFailed', failure_reason: 'out of luck' },
  ]);
  const leftOut = [
    'broken',
    'blobWithoutDigest',
    'blobOfHex',
    'blobOfOneDigit',
    'blobOfMixedDigits',
    'blobWithHalfPadding',
  ];
  for (const port of leftOut) expect(rows.get('3')?.['ports_data']).not.toHaveProperty(port);
});

test('a submission failure keeps both leaders apart and its hash in hex', () => {
  expect(foldOne(submissionFailures, it.missed(3, plain('a')))).toMatchObject({
    walk_index: 3n,
    failed_leader: id('leader'),
    winning_leader: null,
    err_eval_hash: '0x01ff',
    reason: 'late',
  });
});

test('the cost of a run is its last fee record where records are running totals, and null where they contradict each other', () => {
  const paid = it.paid({ variant: 'UserFunded', user: id('ann') });
  const cost = (...lines: Parameters<typeof foldOne>[1][]) => {
    const { gas_mist, tool_cost_mist, priority_fee_mist } = foldOne(executions, paid, ...lines);
    return [gas_mist, tool_cost_mist, priority_fee_mist];
  };
  const fees = (gas: number, tool: number) => it.fees({ gas_fee_mist: gas, tool_fee_mist: tool });
  expect(cost()).toEqual([0n, 0n, 0n]);
  expect(cost(it.consumed(5, 5))).toEqual([null, null, null]);
  expect(cost(it.consumed(5, 5), fees(5, 6))).toEqual([5n, 6n, 7n]);
  expect(cost(it.consumed(5, 9), fees(5, 6), fees(9, 8))).toEqual([9n, 8n, 7n]);
  expect(cost(fees(5, 6), fees(4, 2), it.consumed(4, 9))).toEqual([9n, 8n, 14n]);
  expect(cost(fees(5, 6), fees(4, 2), it.consumed(4, 100))).toEqual([null, null, null]);
});

test('a cost is unknown, not zero, where the log starts after the payment', () => {
  expect(foldOne(executions, it.request(0, plain('a')))).toMatchObject({
    gas_mist: null,
    tool_cost_mist: null,
    priority_fee_mist: null,
  });
});

test('the failed vertex is the one that aborted the run, otherwise the first whose walk failed', () => {
  const start = [it.request(0, plain('a')), it.request(1, plain('b'))];
  const recovered = [...start, it.missed(0, plain('a')), it.errEval(0, plain('a'), 'Retryable', 'timeout')];
  const failure = (...lines: Parameters<typeof foldOne>[1][]) => {
    const { failed_vertex, failure_reason, failure_class } = foldOne(executions, ...lines);
    return [failed_vertex, failure_reason, failure_class];
  };
  expect(failure(...recovered)).toEqual([null, null, null]);
  const failed = [...recovered, it.failed(0, plain('a'))];
  expect(failure(...failed)).toEqual(['a', 'timeout', 'retryable']);
  const aborted = [
    ...failed,
    it.errEval(1, plain('b'), 'TerminalToolFailure', 'refused'),
    it.aborted(1, plain('b')),
  ];
  expect(failure(...aborted)).toEqual(['b', 'refused', 'terminal_tool_failure']);
});

test('a run finishes once: its end is the first finished event', () => {
  const row = foldOne(
    executions,
    it.request(0, plain('a')),
    it.finished(false, true, false),
    it.finished(false, true, false),
  );
  expect(row['finished_entry_id']).toBe(2n);
});
