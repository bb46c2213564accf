// What went wrong in recorded runs, and what the event history adds.
import { describe, expect, it } from 'vitest';
import { causeOf } from '@/lib/contract/failure-cause';
import type { EventRecord } from '@/lib/contract/events';
import { event, EXECUTION, failure, finished, recorded } from '@/lib/dag/testing/recorded-runs';
import { placeKey, readHistory, sameFailure } from './history';
import { incidentsOf, type Incident, roleOf } from './incidents';
import { prepareReplay } from './replay';
import { visitPlace } from './walks';

const requested = (id: number, place: string, walk: number) => event(id, 'RequestWalkExecution', place, walk);

const struck = (incident: Incident | undefined) =>
  incident?.hit.map(({ before, after }) => [after.walk_index, before?.state, after.state]);

describe('incidents', () => {
  const aborted = recorded({
    execution: finished(false, true),
    events: [
      requested(1, 'fetch', 0),
      requested(2, 'policy', 1),
      event(4, 'TerminalErrEvalRecorded', 'fetch', 0, { tx_digest: 'end', failure_reason: 'no response' }),
      event(5, 'WalkAborted', 'fetch', 0, { tx_digest: 'end' }),
      event(6, 'WalkCancelled', 'policy', 1, { tx_digest: 'end' }),
    ],
    failures: [failure(3, 'fetch', 0, { tx_digest: 'end' })],
  });

  it('have the first failure row, the reason, the race and the effect on other walks', () => {
    const [first, ...others] = incidentsOf(prepareReplay(aborted));
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      key: 'sf-3',
      at: 2,
      vertex: 'fetch',
      walk_index: 0n,
      reasons: ['no response', 'no leader submitted a result before the deadline'],
      hashes: ['0xabcd'],
      outcome: { state: 'aborted' },
      spared: 0,
    });
    expect(first?.race.map(({ winning_leader }) => winning_leader)).toEqual([null]);
    expect(struck(first)).toEqual([[1n, 'active', 'cancelled']]);
  });

  it('distinguish the first failure row from the row that leaves the vertex failed', () => {
    expect(incidentsOf(prepareReplay(aborted))[0]).toMatchObject({ at: 2, failed_at: 3 });
    const missed = recorded({ events: [requested(1, 'fetch', 0)], failures: [failure(2, 'fetch', 0)] });
    expect(incidentsOf(prepareReplay(missed))[0]).toMatchObject({ at: 1, failed_at: 1 });
  });

  it('separate the root failure from its consequences', () => {
    const run = recorded({
      execution: finished(false, true),
      events: [
        requested(1, 'fetch', 0),
        requested(2, 'policy', 1),
        requested(3, 'upload', 2),
        event(4, 'WalkFailed', 'upload', 2, { failure_reason: 'empty' }),
        event(6, 'TerminalErrEvalRecorded', 'fetch', 0, { failure_reason: 'no response' }),
        event(7, 'WalkAborted', 'fetch', 0),
        event(8, 'WalkPendingAbort', 'policy', 1),
        event(9, 'WalkAborted', 'policy', 1),
      ],
      failures: [failure(5, 'gather', 3)],
    });
    const incidents = incidentsOf(prepareReplay(run));
    const cause = causeOf(incidents);
    expect(incidents.map((incident) => [incident.vertex, roleOf(incident, cause)])).toEqual([
      ['upload', 'separate'],
      ['gather', 'recovered'],
      ['fetch', 'root'],
      ['policy', 'consequence'],
    ]);
  });

  it('include walks that began after the first failure row or were cancelled after the abort', () => {
    const run = recorded({
      execution: finished(false, true),
      events: [
        requested(1, 'fetch', 0),
        requested(2, 'policy', 1),
        event(3, 'TerminalErrEvalRecorded', 'fetch', 0, { tx_digest: 'sign', failure_reason: 'quota' }),
        requested(4, 'review[0]', 2),
        event(5, 'CommittedToolResult', 'policy', 1),
        event(6, 'WalkPendingAbort', 'fetch', 0, { tx_digest: 'abort' }),
        event(7, 'WalkCancelled', 'review[0]', 2, { tx_digest: 'abort' }),
        event(8, 'WalkCancelled', 'policy', 1, { tx_digest: 'settle' }),
        event(9, 'WalkAborted', 'fetch', 0, { tx_digest: 'settle' }),
      ],
    });
    const incidents = incidentsOf(prepareReplay(run));
    expect(incidents).toHaveLength(1);
    expect(struck(incidents[0])).toEqual([
      [2n, 'active', 'cancelled'],
      [1n, 'pending_settlement', 'cancelled'],
    ]);
    expect(incidents[0]).toMatchObject({ spared: 0, outcome: { state: 'aborted' } });
  });

  it('attribute the end to the abort, not to earlier recovered or isolated failures', () => {
    const run = recorded({
      events: [
        requested(1, 'fetch', 0),
        event(3, 'CommittedToolResult', 'fetch', 0, { has_primary_failure_evidence: true }),
        event(4, 'WalkAdvanced', 'fetch', 0, { variant: 'ok' }),
        requested(5, 'review[0]', 2),
        event(6, 'WalkFailed', 'review[0]', 2, { failure_reason: 'quota' }),
        requested(7, 'policy', 1),
        event(8, 'WalkAborted', 'policy', 1),
        event(9, 'WalkCancelled', 'split', 0),
      ],
      failures: [failure(2, 'fetch', 0, { tx_digest: 'tx 3', winning_leader: '0x2' })],
    });
    const incidents = incidentsOf(prepareReplay(run));
    expect(incidents.map(({ vertex, ends, hit }) => [vertex, ends, hit.length])).toEqual([
      ['fetch', null, 0],
      ['review', 'walk', 0],
      ['policy', 'run', 1],
    ]);
    expect(causeOf(incidents)?.vertex).toBe('policy');
    expect(causeOf(incidents.slice(0, 2))?.vertex).toBe('review');
    expect(causeOf(incidents.slice(0, 1))).toBeNull();
  });

  it('include a takeover although the walk succeeds, and count the walks that continued', () => {
    const run = recorded({
      events: [
        requested(1, 'fetch', 0),
        requested(2, 'policy', 1),
        event(4, 'CommittedToolResult', 'fetch', 0, {
          tx_digest: 'take',
          leader: '0x2',
          has_primary_failure_evidence: true,
          has_secondary_failure_evidence: false,
        }),
        event(5, 'WalkAdvanced', 'fetch', 0, { variant: 'ok' }),
      ],
      failures: [failure(3, 'fetch', 0, { tx_digest: 'take', winning_leader: '0x2' })],
    });
    const [first] = incidentsOf(prepareReplay(run));
    expect(first).toMatchObject({
      primary_evidence: true,
      secondary_evidence: false,
      leader: '0x2',
      spared: 1,
      hit: [],
    });
  });

  it('count a waiting walk separately from those that continued or were cancelled', () => {
    const run = recorded({
      execution: finished(false, true),
      events: [
        requested(1, 'fetch', 0),
        requested(2, 'policy', 1),
        event(3, 'WalkAdvanced', 'policy', 1, { variant: 'ok' }),
        event(4, 'WalkAborted', 'fetch', 0),
      ],
    });
    expect(incidentsOf(prepareReplay(run))).toMatchObject([{ spared: 0, waiting: 1, hit: [] }]);
  });

  it('are empty when nothing failed', () => {
    const events = [requested(1, 'fetch', 0), event(2, 'WalkAdvanced', 'fetch', 0, { variant: 'err' })];
    expect(incidentsOf(prepareReplay(recorded({ events })))).toEqual([]);
  });
});

describe('the event history', () => {
  const id = (digit: string) => `0x${digit.repeat(64)}`;
  const vertex = { variant: 'WithIterator', vertex: { name: 'review' }, iteration: 1, out_of: 3 };
  const record = (
    number: number,
    kind: string,
    payload: object,
    onchain_at: string | null = '2026-11-01T09:30:01.000Z',
  ): EventRecord => ({
    id: BigInt(number),
    kind,
    tx_digest: `tx ${number}`,
    sender_address: id('c'),
    onchain_at,
    payload,
  });
  const walk = { dag: id('d'), execution: EXECUTION, walk_index: 2, vertex };
  const failing = (execution: string, err_eval_hash: unknown) => ({
    ...walk,
    execution,
    leader: id('1'),
    failure_class: 'terminal_tool_failure',
    outcome: { variant: 'Terminate' },
    reason: 'quota',
    err_eval_hash,
    duplicate: true,
  });
  const records = [
    record(2, 'TerminalErrEvalRecordedEvent', failing(EXECUTION, '0xAB12')),
    record(1, 'InvocationAuthorizationRequiredEvent', {
      ...walk,
      distribution: { deadline_ms: 5, requested_at_ms: 1, task_id: id('7'), leaders: [id('1'), id('2')] },
    }),
    record(3, 'TerminalErrEvalRecordedEvent', failing(id('f'), [0xab, 0x12]), null),
    record(4, 'ExecutionFinishedEvent', { execution_id: 'another' }),
  ];

  it('adds chain times, iterations, assigned leaders and failure classes', () => {
    const history = readHistory(records, EXECUTION);
    expect(history.events.map((event) => event.id)).toEqual([1n, 2n]);
    expect([...history.times.keys()]).toEqual(['tx 1', 'tx 2']);
    expect(history.out_of.get(placeKey('review', 1n))).toBe(3n);
    expect(history.leaders.get(visitPlace(2n, 'review', 1n))).toEqual([id('1'), id('2')]);
    expect(history.failings.get(visitPlace(2n, 'review', 1n))).toMatchObject([
      { failure_class: 'TerminalToolFailure', outcome: 'Terminate', duplicate: true },
    ]);
  });

  it('finds the same failure in other executions, however its hash is written', () => {
    expect(
      sameFailure(records, 'ab12', EXECUTION).map(({ execution, reason }) => [execution, reason]),
    ).toEqual([[id('f'), 'quota']]);
    expect(sameFailure(records, '0xffff', EXECUTION)).toEqual([]);
  });
});
