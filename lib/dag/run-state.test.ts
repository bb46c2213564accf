import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExecutionEvent } from '@/lib/contract/executions';
import { documentReview } from './fixtures/structures';
import { flowGraph } from './flow-graph';
import { runState, vertexRunLabel, vertexRunText } from './run-state';

const graph = flowGraph(documentReview);

function event(
  id: number,
  event_type: string,
  vertex_name: string,
  more: Partial<ExecutionEvent> = {},
): ExecutionEvent {
  return {
    id,
    execution_id: '0x1',
    event_type,
    tx_digest: 'A',
    vertex_name,
    vertex_iteration: null,
    walk_index: 0n,
    variant: null,
    failure_reason: null,
    has_primary_failure_evidence: null,
    has_secondary_failure_evidence: null,
    leader: null,
    ports_data: null,
    created_at: '2026-11-01T09:30:00.000Z',
    ...more,
  };
}

const step = (id: number, type: string, vertex: string, iteration: bigint, variant: string | null = null) =>
  event(id, type, vertex, { vertex_iteration: iteration, walk_index: iteration + 1n, variant });

const stateOf = (events: ExecutionEvent[], vertex: string) => runState(graph, events).vertices.get(vertex)!;

describe('the state of a run', () => {
  it('starts with no vertex reached', () => {
    expect(runState(graph, []).totals).toEqual({
      not_reached: 12,
      active: 0,
      pending: 0,
      failed: 0,
      cancelled: 0,
      done: 0,
    });
  });

  it('follows a vertex from request to settlement', () => {
    const events = [
      event(1, 'InvocationAuthorizationRequired', 'fetch'),
      event(2, 'RequestWalkExecution', 'fetch'),
      event(3, 'CommittedToolResult', 'fetch'),
      event(4, 'WalkAdvanced', 'fetch', { variant: 'ok' }),
    ];
    const states = events.map((_, index) => stateOf(events.slice(0, index + 1), 'fetch').state);
    expect(states).toEqual(['active', 'active', 'pending', 'done']);
    expect(stateOf(events, 'fetch').variants).toEqual(['ok']);
  });

  it('tells the iterations of a fan-out apart', () => {
    const events = [
      step(1, 'RequestWalkExecution', 'review', 0n),
      step(2, 'RequestWalkExecution', 'review', 1n),
      step(3, 'RequestWalkExecution', 'review', 2n),
      step(4, 'WalkAdvanced', 'review', 1n, 'ok'),
      step(5, 'WalkFailed', 'review', 2n),
    ];
    const run = stateOf(events, 'review');
    expect(run.state).toBe('active');
    expect(vertexRunLabel(run)).toBe('1/3 done');
    expect(vertexRunText('review', run)).toBe('review: running, 3 steps: 1 running, 1 failed, 1 done');
  });

  it('calls a vertex failed that went on by its failure variant', () => {
    const events = [
      event(1, 'TerminalErrEvalRecorded', 'fetch'),
      event(2, 'WalkAdvanced', 'fetch', { variant: '_err_eval' }),
    ];
    expect(stateOf(events, 'fetch').state).toBe('failed');
  });

  it('lets a declared error variant be a result like any other', () => {
    expect(stateOf([event(1, 'WalkAdvanced', 'fetch', { variant: 'err' })], 'fetch').state).toBe('done');
  });

  it('keeps what happened outside the structure, and ignores types it does not know', () => {
    const run = runState(graph, [
      event(1, 'RequestWalkExecution', 'nowhere'),
      event(2, 'SomethingNew', 'fetch'),
    ]);
    expect(run.elsewhere.map(({ vertex }) => vertex)).toEqual(['nowhere']);
    expect(run.totals.not_reached).toBe(12);
  });

  it('does not depend on the order of the list', () => {
    const types = [
      'RequestWalkExecution',
      'CommittedToolResult',
      'WalkAdvanced',
      'WalkFailed',
      'WalkCancelled',
    ];
    const one = fc.record({
      type: fc.constantFrom(...types),
      vertex: fc.constantFrom('fetch', 'review'),
      iteration: fc.bigInt(0n, 3n),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), fc.infiniteStream(fc.nat()), (list, order) => {
        const events = list.map(({ type, vertex, iteration }, index) => step(index, type, vertex, iteration));
        const mixed = [...events]
          .map((each) => [order.next().value!, each] as const)
          .sort(([a], [b]) => a - b);
        expect(
          runState(
            graph,
            mixed.map(([, each]) => each),
          ),
        ).toEqual(runState(graph, events));
      }),
    );
  });
});
