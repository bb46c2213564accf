// The replay of recorded runs: every edge kind, rows in any order, recording that began mid-run.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  event,
  execution,
  failure,
  fees,
  finished,
  ledgerRow,
  partsOf,
  payment,
  recorded,
  reviewLines,
  eventsFrom,
} from '@/lib/dag/testing/recorded-runs';
import { edge, structure } from '@/lib/dag/testing/structures';
import { edgeRunLabel, edgeRunText, vertexRunLabel, vertexRunText } from '@/lib/dag/run-state';
import { prepareReplay, replayAt, type RunAt } from './replay';
import type { RecordedRun } from './recorded-run';

const review = recorded({ events: eventsFrom(reviewLines), execution: finished(false, false) });
const replay = prepareReplay(review);
const after = (line: number) => replayAt(replay, line);
/** The step after the row with this id: the moment it happened. */
const lineOf = (walk: number, place: string, does: string) =>
  reviewLines.findIndex(([w, p, d]) => w === walk && p === place && d === does) + 1;
const vertex = (run: RunAt, name: string) => run.state?.vertices.get(name);
const edgeOf = (run: RunAt, key: string) => run.state?.edges.get(key);
const walks = (run: RunAt) => run.walks.map(({ state }) => state);

describe('a run across all six edge kinds', () => {
  it('starts with nothing reached and ends as the index reports it', () => {
    expect(after(0).state?.totals).toMatchObject({ not_reached: 12, done: 0 });
    const end = after(reviewLines.length);
    expect(end.status).toBe('succeeded');
    expect(walks(end)).toEqual(['consumed', 'consumed', 'consumed', 'consumed', 'successful']);
    expect(end.state?.totals).toMatchObject({ done: 10, not_reached: 2, active: 0, failed: 0 });
    expect(replay.gaps.reasons).toEqual([]);
  });

  it('follows a vertex from request to settlement', () => {
    const states = [1, 5, 6, 7].map((step) => vertex(after(step), 'fetch')?.state);
    expect(states).toEqual(['active', 'active', 'pending', 'done']);
  });

  it('normal: the value crosses only its own edge, at the step of the result', () => {
    const step = lineOf(0, 'fetch', 'ok');
    expect(after(step - 1).moving).toEqual([]);
    expect(after(step).moving.map(({ edge: { key }, value }) => [key, value])).toEqual([
      ['fetch.ok.body->split.text', { one: { kind: 'data', data: 'one two three' } }],
    ]);
    expect(edgeOf(after(step), 'fetch.err.reason->alert.body')).toBeUndefined();
    expect([...(after(step).state?.moving ?? [])]).toEqual(['fetch.ok.body->split.text']);
    expect(after(step + 1).moving).toEqual([]);
  });

  it('static: stays crossed in later iterations', () => {
    const key = 'policy.ok.value->review.policy';
    expect(edgeOf(after(lineOf(1, 'policy', 'ok')), key)?.crossed).toBe(1);
    expect(edgeOf(after(reviewLines.length), key)?.crossed).toBe(1);
  });

  it('for_each: counts its elements', () => {
    const run = edgeOf(after(lineOf(0, 'split', 'ok')), 'split.ok.parts->review.part');
    expect(edgeRunLabel('for_each', run)).toBe('×3');
    expect(edgeRunText('for_each', run)).toBe('once, 3 values');
    expect(edgeRunText('normal', undefined)).toBe('never');
  });

  it('collect: counts arrived and expected results in any order', () => {
    const label = (line: number) =>
      edgeRunLabel('collect', edgeOf(after(line), 'review.ok.score->gather.item'));
    expect(label(lineOf(0, 'split', 'ok'))).toBe('0/3');
    expect(label(lineOf(3, 'review[1]', 'ok'))).toBe('1/3');
    expect(label(lineOf(2, 'review[0]', 'ok'))).toBe('2/3');
    expect(label(lineOf(4, 'review[2]', 'ok'))).toBe('3/3');
  });

  it('distinguishes the iterations of a fan-out', () => {
    const run = vertex(after(lineOf(3, 'review[1]', 'ok')), 'review');
    expect(run?.state).toBe('active');
    expect(vertexRunLabel(run!)).toBe('1/3 settled');
    expect(vertexRunText('review', run!)).toBe('review: running, 3 steps: 2 running, 1 settled');
  });

  it('do_while and break: counts the rounds of the loop, with the variant of each iteration', () => {
    const end = after(reviewLines.length);
    expect(edgeRunLabel('do_while', edgeOf(end, 'revise.ok.score->compare.a'))).toBe('×1');
    expect(edgeOf(end, 'compare.gt.a->record.score')?.crossed).toBe(1);
    expect(edgeOf(end, 'compare.eq.a->record.score')).toBeUndefined();
    const rounds = end.visits.filter((visit) => visit.vertex === 'compare');
    expect(rounds.map(({ iteration, variant }) => [iteration, variant])).toEqual([
      [0n, 'lt'],
      [1n, 'gt'],
    ]);
  });

  it('counts rounds of a loop that does not raise its iteration', () => {
    const lines = reviewLines.map((line) => {
      const [walk, place, does, ports] = line;
      return [walk, place.replace(/^(compare|revise)\[\d\]$/, '$1'), does, ports] as typeof line;
    });
    const run = replayAt(prepareReplay(recorded({ events: eventsFrom(lines) })), lines.length);
    const rounds = run.visits.filter((visit) => visit.vertex === 'compare');
    expect(rounds.map(({ round, variant }) => [round, variant])).toEqual([
      [0, 'lt'],
      [1, 'gt'],
    ]);
  });

  it('omits a port that the event lacks, instead of showing it empty', () => {
    const end = after(reviewLines.length);
    const value = (port: string) =>
      end.crossings.find(({ edge: { from } }) => from.vertex === 'record' && from.port === port)?.value;
    expect(value('digest')).toBeNull();
    expect(value('receipt')).toMatchObject({ one: { kind: 'object' } });
  });

  it('keeps 64-bit values exact', () => {
    const crossing = after(reviewLines.length).crossings.find(
      ({ edge: { to }, iteration }) => to.vertex === 'gather' && iteration === 0n,
    );
    expect(crossing?.value).toEqual({ one: { kind: 'data', data: 9007199254740993n } });
  });
});

describe('failures', () => {
  it('marks the vertex of a failed evaluation even if the walk continues', () => {
    const events = [
      event(1, 'RequestWalkExecution', 'fetch', 0),
      event(2, 'TerminalErrEvalRecorded', 'fetch', 0, { failure_reason: 'quota' }),
      event(3, 'WalkAdvanced', 'fetch', 0, { variant: '_err_eval' }),
    ];
    const run = replayAt(prepareReplay(recorded({ events })), 3);
    expect(vertex(run, 'fetch')?.state).toBe('failed');
    expect(run.visits[0]).toMatchObject({ failure_reason: 'quota', variant: '_err_eval' });
  });

  it('treats a declared error variant like any result', () => {
    const events = [
      event(1, 'RequestWalkExecution', 'fetch', 0),
      event(2, 'WalkAdvanced', 'fetch', 0, { variant: 'err' }),
    ];
    expect(vertex(replayAt(prepareReplay(recorded({ events })), 2), 'fetch')?.state).toBe('done');
  });

  it('keeps steps outside the structure and ignores unknown event types', () => {
    const events = [event(1, 'RequestWalkExecution', 'nowhere', 0), event(2, 'SomethingNew', 'fetch', 0)];
    const run = replayAt(prepareReplay(recorded({ events })), 2);
    expect(run.state?.elsewhere.map((step) => step.vertex)).toEqual(['nowhere']);
    expect(run.state?.totals.not_reached).toBe(12);
  });

  it('does not reopen an ended visit on a late request', () => {
    const events = [
      event(1, 'WalkAdvanced', 'fetch', 0, { variant: 'ok' }),
      event(2, 'RequestWalkExecution', 'fetch', 0),
    ];
    expect(vertex(replayAt(prepareReplay(recorded({ events })), 2), 'fetch')?.state).toBe('done');
  });

  it('ends an aborted run as the index reports it', () => {
    const events = [
      event(1, 'RequestWalkExecution', 'fetch', 0),
      event(2, 'RequestWalkExecution', 'policy', 1),
      event(3, 'WalkAborted', 'fetch', 0),
      event(4, 'WalkCancelled', 'policy', 1),
    ];
    const run = prepareReplay(recorded({ events, execution: finished(false, true) }));
    expect(replayAt(run, 3).status).toBe('running');
    expect(replayAt(run, 4).status).toBe('aborted');
  });
});

it('does not report a run as running after its last event if its end is not recorded', () => {
  const events = [event(1, 'RequestWalkExecution', 'fetch', 0), event(2, 'WalkAdvanced', 'fetch', 0)];
  const run = prepareReplay(recorded({ events, execution: null }));
  expect(replayAt(run, 1).status).toBe('running');
  expect(replayAt(run, 2).status).toBeNull();
});

describe('the end of a run', () => {
  const events = [event(1, 'RequestWalkExecution', 'fetch', 0), event(2, 'WalkAdvanced', 'fetch', 0)];

  it.each([
    // An index may set the flag before the end, or never.
    { status: 'running', was_aborted: false, over: false, shown: 'running' },
    // The index's row may be older than the last event, so the walks say which.
    { status: 'pending_settlement', was_aborted: false, over: false, shown: 'running' },
    { status: 'succeeded', was_aborted: null, over: true, shown: 'succeeded' },
    { status: 'failed', was_aborted: null, over: true, shown: 'failed' },
    { status: 'aborted', was_aborted: null, over: true, shown: 'aborted' },
    // Statuses that the console does not know.
    { status: 'executing', was_aborted: null, over: false, shown: 'executing' },
    { status: 'halted', was_aborted: true, over: true, shown: 'halted' },
  ])('is read from the status $status, with the flag $was_aborted', (row) => {
    const { status, was_aborted, over, shown } = row;
    const run = prepareReplay(recorded({ events, execution: execution({ status, was_aborted }) }));
    expect(run.over).toBe(over);
    expect(run.end).toMatchObject({ ended: over, status: shown });
    expect(replayAt(run, 1).status).toBe('running');
    expect(walks(run.end)).toEqual([over ? 'consumed' : 'active']);
    expect(run.gaps.reasons).toEqual([]);
  });
});

describe('a record with gaps', () => {
  const cut = (from: number, more: Partial<RecordedRun> = {}) =>
    prepareReplay(
      recorded({ events: eventsFrom(reviewLines).slice(from), execution: finished(false, false), ...more }),
    );

  it('leaves unseen vertices unknown when recording began mid-run', () => {
    const middle = cut(18);
    expect(middle.gaps.reasons).toEqual([
      'walks 0, 1, 2, 3 have no events, though later walks have',
      'walk 4 starts without a request',
    ]);
    const start = replayAt(middle, 0);
    expect(walks(start)).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'unknown']);
    expect(vertex(start, 'fetch')?.state).toBe('unknown');
    expect(vertex(start, 'review')?.state).toBe('unknown');
    expect(vertex(start, 'notify')?.state).toBe('not_reached');
    const end = replayAt(middle, 100);
    expect(walks(end)).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'successful']);
    expect(vertex(end, 'fetch')?.state).toBe('unknown');
    expect(vertex(end, 'notify')?.state).toBe('done');
    expect(end.state?.totals).toMatchObject({ not_reached: 0, unknown: 5 });
  });

  it('is detected when a vertex is requested without an earlier step leading to it', () => {
    const alone = cut(0, { events: eventsFrom([[0, 'gather', 'asks']]) });
    expect(alone.gaps.reasons).toContain('gather was requested, but no earlier step leads to it');
  });

  it('is detected at the end of the run', () => {
    expect(cut(0, { events: eventsFrom(reviewLines).slice(0, -1) }).gaps.reasons).toEqual([
      'walk 4 has not ended, though the execution has',
    ]);
  });

  it('reports a listing that was not fully loaded', () => {
    expect(cut(0, { whole: false }).gaps.reasons).toEqual(['some rows were not loaded']);
  });

  it('has no gaps while the run continues', () => {
    for (let end = 0; end <= reviewLines.length; end += 1) {
      const events = eventsFrom(reviewLines).slice(0, end);
      expect(prepareReplay(recorded({ events, execution: execution() })).gaps.reasons).toEqual([]);
    }
  });

  it('has walks and money even without the structure', () => {
    const run = replayAt(cut(0, { structure: null }), 100);
    expect(run.state).toBeNull();
    expect(run.status).toBe('succeeded');
  });
});

describe('order', () => {
  const rows = recorded({
    events: eventsFrom(reviewLines),
    execution: finished(false, false),
    failures: [failure(40, 'notify', 4)],
    ledger: [fees(41, 5n, 0n, 0n), ledgerRow(42, 'refilled', { refill_amount: 7n })],
    payment: payment({ consumed_total: 5n, max_budget_mist: 1_107n }),
  });
  const total = reviewLines.length + 3;

  it('does not depend on the order in which rows arrive', () => {
    const shuffled = <Row>(list: readonly Row[], seed: number[]) =>
      list
        .map((row, index) => [seed[index % seed.length] ?? 0, row] as const)
        .sort(([a], [b]) => a - b)
        .map(([, row]) => row);
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 7, maxLength: 40 }), fc.nat(total), (seed, step) => {
        const mixed = {
          ...rows,
          events: shuffled(rows.events, seed),
          ledger: shuffled(rows.ledger ?? [], seed),
        };
        expect(replayAt(prepareReplay(mixed), step)).toEqual(replayAt(prepareReplay(rows), step));
      }),
    );
  });

  it('orders by id if ids come from one log', () => {
    const { moments } = prepareReplay(rows);
    expect(moments.slice(-3).map(({ key }) => key)).toEqual(['sf-40', 'pl-41', 'pl-42']);
  });

  it('orders by time if listings have their own ids, and keeps transactions together', () => {
    const events = eventsFrom(reviewLines);
    const third = events[2]!;
    const { moments } = prepareReplay({
      ...rows,
      failures: [],
      ledger: [{ ...fees(1, 5n, 0n, 0n), tx_digest: third.tx_digest, created_at: third.created_at }],
    });
    expect(moments.slice(0, 4).map(({ key }) => key)).toEqual(['ev-1', 'ev-2', 'pl-1', 'ev-3']);
  });

  it('clamps a step outside the record', () => {
    const run = prepareReplay(rows);
    expect(replayAt(run, -3).step).toBe(0);
    expect(replayAt(run, 1e9).step).toBe(total);
  });
});

describe('collects', () => {
  const entry = { entry_groups: [{ name: 'g', ports: [{ vertex: 'a', port: 'i' }] }] };
  it('into one port count results per edge and for the port', () => {
    const dag = structure({
      edges: [
        edge('a.ok.list', 'b.x', 'for_each'),
        edge('b.ok.x', 'c.xs', 'collect'),
        edge('b.stale.x', 'c.xs', 'collect'),
        edge('b.lost.x', 'c.xs', 'collect'),
      ],
      ...entry,
    });
    const events = eventsFrom([
      [0, 'a', 'asks'],
      [0, 'a', 'ok', { list: partsOf(1, 2) }],
      [1, 'b[0]', 'asks'],
      [2, 'b[1]', 'asks'],
      [1, 'b[0]', 'stale', { x: partsOf(1) }],
      [2, 'b[1]', 'ok', { x: partsOf(2) }],
    ]);
    const run = prepareReplay(recorded({ structure: dag, events }));
    const textsAt = (step: number, textOf: typeof edgeRunLabel) =>
      ['ok', 'stale', 'lost'].map((variant) =>
        textOf('collect', replayAt(run, step).state?.edges.get(`b.${variant}.x->c.xs`)),
      );
    expect(textsAt(4, edgeRunLabel)).toEqual(['0/2', '0/2', '0/2']);
    expect(textsAt(4, edgeRunText)[0]).toBe('never, 0 of 2 arrived');
    expect(textsAt(5, edgeRunLabel)).toEqual(['0/2', '1/2', '0/2']);
    // No count is shown if all results arrived along other edges.
    expect(textsAt(6, edgeRunLabel)).toEqual(['1/2', '1/2', null]);
    expect(textsAt(6, edgeRunText)).toEqual([
      'once, 1 of 2 arrived; 1 of 2 arrived along other edges',
      'once, 1 of 2 arrived; 1 of 2 arrived along other edges',
      'never; 2 of 2 arrived along other edges',
    ]);
  });

  it('have an unknown total without a known fan-out', () => {
    const dag = structure({ edges: [edge('a.ok.x', 'b.x', 'collect')], ...entry });
    const events = eventsFrom([
      [0, 'a[0]', 'asks'],
      [0, 'a[0]', 'ok', {}],
    ]);
    const run = replayAt(prepareReplay(recorded({ structure: dag, events })), 2);
    expect(edgeRunLabel('collect', run.state?.edges.get('a.ok.x->b.x'))).toBe('1/?');
  });
});
