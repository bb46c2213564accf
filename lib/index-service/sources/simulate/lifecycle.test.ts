// What executions of the simulated network may and may not do, by spec 11.3 and 11.4: order of events, ends of walks, fan-outs, sums.
import { describe, expect, test, vi } from 'vitest';
import { dagDesigns } from './dag-designs';
import { createSimulation } from './simulation';
import { createWorld } from './world';

vi.setConfig({ testTimeout: 60_000 });

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const SEED = 'northgate';

interface SimulatedEvent {
  kind: string;
  payload: Record<string, unknown>;
}

const world = createWorld(SEED);
const designs = new Map([...dagDesigns(world)].map(([key, design]) => [world.id(`dag/${key}`), design]));
const history: SimulatedEvent[] = [
  ...createSimulation({ seed: SEED, now: NOW, eventsPerSecond: 1 }).history(),
].flatMap(({ line }) =>
  'kind' in line ? [{ kind: line.kind.replace(/Event$/, ''), payload: line.payload }] : [],
);

const executions = new Map<string, SimulatedEvent[]>();
for (const event of history) {
  const id = event.payload['execution'] ?? event.payload['execution_id'];
  if (typeof id !== 'string') continue;
  executions.set(id, [...(executions.get(id) ?? []), event]);
}
const finished = [...executions].filter(([, events]) =>
  events.some(({ kind }) => kind === 'ExecutionFinished'),
);
const of = (events: readonly SimulatedEvent[], kind: string) => events.filter((event) => event.kind === kind);
const vertexOf = ({ payload }: SimulatedEvent) =>
  (payload['vertex'] ?? payload['next_vertex']) as {
    variant: string;
    vertex: { name: string };
    iteration?: number;
    out_of?: number | null;
  };
const place = (event: SimulatedEvent) => `${vertexOf(event).vertex.name}#${vertexOf(event).iteration ?? ''}`;
const variantOf = ({ payload }: SimulatedEvent) => (payload['variant'] as { name: string }).name;
const ENDS = ['EndStateReached', 'WalkFailed', 'WalkAborted', 'WalkCancelled'];

test('there are some hundreds, most of them finished, a few under way when history ends', () => {
  expect(executions.size).toBeGreaterThan(250);
  expect(executions.size).toBeLessThan(1_000);
  const running = executions.size - finished.length;
  expect(running).toBeGreaterThanOrEqual(3);
  expect(running).toBeLessThan(12);
});

test('about 85 in 100 succeed, and each kind of failure happens', () => {
  const flags = finished.map(([, events]) => of(events, 'ExecutionFinished')[0]?.payload ?? {});
  const good = flags.filter((flag) => flag['has_any_walk_failed'] !== true && flag['was_aborted'] !== true);
  expect(good.length / flags.length).toBeGreaterThan(0.75);
  expect(good.length / flags.length).toBeLessThan(0.95);
  const kinds = new Set(history.map(({ kind }) => kind));
  for (const kind of [
    ...ENDS,
    'WalkPendingAbort',
    'TerminalErrEvalRecorded',
    'SubmissionFailureEvidenceRecorded',
    'ExecutionPaymentInsufficientSettlement',
    'ExecutionRefunded',
    'OccurrenceMissed',
    'OccurrenceWithdrawn',
    'TaskRejected',
  ])
    expect(kinds, kind).toContain(kind);
  const duplicates = of(history, 'TerminalErrEvalRecorded').filter(
    ({ payload }) => payload['duplicate'] === true,
  );
  expect(duplicates.length).toBeGreaterThan(0);
  const winners = of(history, 'SubmissionFailureEvidenceRecorded').map(
    ({ payload }) => payload['winning_leader'],
  );
  expect(winners).toContain(null);
  expect(winners.some((winner) => typeof winner === 'string')).toBe(true);
});

describe('in every execution', () => {
  test('a vertex is asked for, locked and requested, committed, then advanced, ended or left', () => {
    const after: Record<string, readonly string[]> = {
      InvocationAuthorizationRequired: ['none'],
      RequestWalkExecution: ['InvocationAuthorizationRequired'],
      CommittedToolResult: ['RequestWalkExecution'],
      WalkAdvanced: ['CommittedToolResult'],
      EndStateReached: ['CommittedToolResult'],
      WalkFailed: ['CommittedToolResult'],
    };
    const wrong: string[] = [];
    for (const [, events] of executions) {
      const last = new Map<string, string>();
      for (const event of events) {
        const before = after[event.kind];
        if (before === undefined) continue;
        const key = `${String(event.payload['walk_index'])}/${place(event)}`;
        if (!before.includes(last.get(key) ?? 'none'))
          wrong.push(`${key}: ${last.get(key) ?? 'none'} > ${event.kind}`);
        last.set(key, event.kind);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('dispatch comes first, the finish once, settlement of the payment last', () => {
    for (const [, events] of finished) {
      expect(events[0]?.kind).toBe('TaskExecutionPaymentCreated');
      expect(of(events, 'ExecutionFinished')).toHaveLength(1);
      const end = events.findIndex(({ kind }) => kind === 'ExecutionFinished');
      const later = events.slice(end + 1).map(({ kind }) => kind);
      const paid = of(events, 'ExecutionFinished')[0]?.payload['was_aborted'] === true;
      // The last execution of a history may have finished without having been settled yet.
      if (later.length > 0)
        expect(later).toEqual([
          paid ? 'ExecutionRefunded' : 'ExecutionAccomplished',
          'TaskExecutionPaymentFinalized',
          'OccurrenceSettled',
        ]);
    }
  });

  test('every walk ends exactly once: by its own event, or consumed after it advanced', () => {
    const wrong: string[] = [];
    for (const [id, events] of finished) {
      const walks = new Map<string, SimulatedEvent[]>();
      for (const event of events) {
        const index = event.payload['walk_index'];
        if (typeof index !== 'number' || event.kind === 'ExecutionPaymentInsufficientSettlement') continue;
        walks.set(`${index}`, [...(walks.get(`${index}`) ?? []), event]);
      }
      const numbers = [...walks.keys()].map(Number).sort((a, b) => a - b);
      if (numbers.some((number, index) => number !== index)) wrong.push(`${id}: walks ${numbers.join(',')}`);
      for (const [index, walk] of walks) {
        const ends = walk.filter(({ kind }) => ENDS.includes(kind));
        const lastKind = walk.at(-1)?.kind ?? '';
        if (ends.length > 1 || (ends.length === 0 && lastKind !== 'WalkAdvanced'))
          wrong.push(`${id} walk ${index}: ${walk.map(({ kind }) => kind).join(' ')}`);
        if (ends.length === 1 && walk.at(-1) !== ends[0])
          wrong.push(`${id} walk ${index} continues after its end`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('a fan-out starts as many walks as it has values, and what collects gets them in order', () => {
    let fans = 0;
    for (const [, events] of executions) {
      const sizes = new Map<string, Set<number>>();
      for (const event of of(events, 'InvocationAuthorizationRequired')) {
        const { vertex, iteration, out_of } = vertexOf(event);
        if (typeof out_of !== 'number') continue;
        const name = `${vertex.name}/${out_of}`;
        sizes.set(name, (sizes.get(name) ?? new Set()).add(iteration ?? -1));
      }
      for (const [name, iterations] of sizes) {
        fans += 1;
        expect([...iterations].sort()).toEqual(
          Array.from({ length: Number(name.split('/')[1]) }, (_, index) => index),
        );
      }
    }
    expect(fans).toBeGreaterThan(40);
  });

  test('money adds up: running totals, budgets, funds', () => {
    for (const [, events] of executions) {
      const created = of(events, 'AgentSkillPaymentCreated')[0]?.payload as Record<string, bigint>;
      const percentage = BigInt(created['priority_fee_percentage'] ?? 0n);
      const gasBudget = created['gas_budget_mist'] ?? 0n;
      expect(created['priority_fee_reserve_mist']).toBe((gasBudget * percentage) / 100n);
      expect(created['max_budget_mist']).toBe(gasBudget + (created['priority_fee_reserve_mist'] ?? 0n));
      let sum = 0n;
      for (const { payload } of of(events, 'GasPaymentConsumed')) {
        sum += payload['amount'] as bigint;
        if (payload['consumed_total'] !== sum) expect(payload['consumed_total']).toBe(sum);
      }
      const fees = of(events, 'ExecutionPaymentFeesRecorded').at(-1)?.payload as Record<string, bigint>;
      expect(fees['gas_fee_mist']).toBe(sum);
      expect(fees['priority_fee_mist']).toBe((sum * percentage) / 100n);
      const paid = of(events, 'InvocationSettled')
        .filter(({ payload }) => payload['was_refunded'] === false)
        .reduce((total, { payload }) => total + (payload['amount'] as bigint), 0n);
      expect(fees['tool_fee_mist']).toBe(paid);
      const refills = of(events, 'ExecutionPaymentRefilled').reduce(
        (total, { payload }) => total + (payload['refill_amount'] as bigint),
        0n,
      );
      const spent = sum + paid + (fees['priority_fee_mist'] ?? 0n);
      expect(spent).toBeLessThanOrEqual((created['max_budget_mist'] ?? 0n) + refills);
    }
  });

  test('every lock is settled once when it has finished', () => {
    for (const [, events] of finished) {
      const ids = (kind: string) => of(events, kind).map(({ payload }) => payload['invocation'] as string);
      expect(ids('InvocationSettled').sort()).toEqual(ids('InvocationLocked').sort());
    }
  });
});

test('edges of all six kinds are walked', () => {
  const walked = new Set<string>();
  for (const [, events] of executions) {
    const requested = new Set(of(events, 'RequestWalkExecution').map((event) => vertexOf(event).vertex.name));
    for (const event of of(events, 'WalkAdvanced')) {
      const design = designs.get(event.payload['dag'] as string);
      for (const { from, to, kind } of design?.edges ?? [])
        if (
          from.vertex === vertexOf(event).vertex.name &&
          from.variant === variantOf(event) &&
          requested.has(to.vertex)
        )
          walked.add(kind);
    }
  }
  expect([...walked].sort()).toEqual(['break', 'collect', 'do_while', 'for_each', 'normal', 'static']);
});
