import { describe, expect, it } from 'vitest';
import type { EventRecord } from '@/lib/contract/events';
import { event, execution, EXECUTION, fees, finished, recorded } from '@/lib/dag/testing/recorded-runs';
import { readHistory } from './history';
import { prepareReplay, replayAt } from './replay';
import type { RecordedRun } from './recorded-run';
import { nextDeadline, runFigures } from './run-figures';

const past = (...records: { kind: string; payload: object; onchain_at?: string }[]) =>
  readHistory(
    records.map(({ kind, payload, onchain_at = '2026-11-01T09:31:00.000Z' }, index): EventRecord => ({
      id: BigInt(index + 1),
      kind,
      tx_digest: `tx ${index + 1}`,
      sender_address: '0x0',
      onchain_at,
      payload: { execution: EXECUTION, ...payload },
    })),
    EXECUTION,
  );

const figures = (run: RecordedRun, history = past()) =>
  runFigures(run.execution, prepareReplay(run), history);

const ended = {
  kind: 'ExecutionFinishedEvent',
  payload: { has_any_walk_failed: false, has_any_walk_succeeded: true, was_aborted: false },
};

describe('the figures of a run', () => {
  it('come from the index', () => {
    const stated = execution({
      finished_at: '2026-11-01T09:30:42.000Z',
      duration_ms: 42_000n,
      gas_mist: 5n,
      tool_cost_mist: 7n,
      priority_fee_mist: 1n,
    });
    expect(figures(recorded({ execution: stated }))).toEqual({
      finished_at: '2026-11-01T09:30:42.000Z',
      duration_ms: 42_000,
      cost: 13n,
    });
  });

  it('come from the run if the index has none', () => {
    const run = recorded({
      execution: { ...finished(false, false), onchain_created_at: '2026-11-01T09:30:00.000Z' },
      ledger: [fees(1, 5n, 0n, 1n), fees(2, 9n, 4n, 2n)],
    });
    expect(figures(run, past(ended))).toEqual({
      finished_at: '2026-11-01T09:31:00.000Z',
      duration_ms: 60_000,
      cost: 15n,
    });
  });

  it('are unknown if neither has them', () => {
    const nothing = { finished_at: null, duration_ms: null, cost: null };
    expect(figures(recorded({}))).toEqual(nothing);
    // A partial ledger gives no cost.
    expect(figures(recorded({ ledger: [fees(1, 5n, 0n, 1n)], whole: false }))).toEqual(nothing);
    expect(figures(recorded({ execution: null, ledger: null }))).toEqual(nothing);
  });
});

it('the deadline is that of the next open request', () => {
  const id = (digit: string) => `0x${digit.repeat(64)}`;
  const request = (walk: number, name: string, deadline_ms: number) => ({
    kind: 'RequestWalkExecutionEvent',
    payload: {
      dag: id('d'),
      invocation: id('b'),
      invoker: id('a'),
      walk_index: walk,
      next_vertex: { variant: 'Plain', vertex: { name } },
      evaluations: id('e'),
      agent_id: id('1'),
      skill_id: 1,
      interface_version: 1,
      task_id: id('2'),
      occurrence_id: 1,
      distribution: { deadline_ms, requested_at_ms: 1, task_id: id('7'), leaders: [id('1'), id('2')] },
    },
  });
  const history = past(request(0, 'fetch', 5_000), request(1, 'policy', 9_000), request(2, 'split', 7_000));
  const requested = (number: number, place: string, walk: number) =>
    event(number, 'RequestWalkExecution', place, walk);
  const run = recorded({
    events: [
      requested(1, 'fetch', 0),
      requested(2, 'policy', 1),
      requested(3, 'split', 2),
      event(4, 'CommittedToolResult', 'fetch', 0),
    ],
  });
  const replay = prepareReplay(run);
  expect(nextDeadline(replayAt(replay, 4), history)).toEqual({ vertex: 'split', at: 7_000 });
  expect(nextDeadline(replayAt(replay, 4), past())).toBeNull();
});
