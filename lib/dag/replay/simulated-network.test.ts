// Every execution of the simulated network replays to the state the index reports at its end: status, walks, money. The index
// runs in process with its real projections, and the replay sees only responses of its endpoints. A few dozen executions by
// default, more than a thousand under TEST_LONG.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Walk } from '@/lib/contract/executions';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { createSimulation, type TimedLine } from '@/lib/index-service/sources/simulate/simulation';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { isLong } from '@/scripts/test-size';
import { isOfExecution } from './history';
import { costsByVertex } from './money';
import { incidentsOf } from './incidents';
import { prepareReplay, replayAt, type Replay, type RunAt } from './replay';
import type { RecordedRun } from './recorded-run';
import { withStreamedEvents, withStreamedFailures } from './streamed-rows';
import type { PageToken } from '@/lib/contract/record';

const SEEDS = isLong ? ['northgate', 'tidewater', 'lantern', 'ferryman'] : ['northgate'];
/** Per seed; the short form spreads them over the history, so that most designs and failures occur. */
const EXECUTIONS = isLong ? 10_000 : 36;
const NOW = Date.parse('2026-11-20T12:00:00.000Z');

function executionOf(line: RecordedLine): string | null {
  if (!('kind' in line)) return null;
  const id = line.payload['execution'] ?? line.payload['execution_id'];
  return typeof id === 'string' ? id : null;
}

interface Chosen {
  /** With the log lines of each. */
  executions: Map<string, TimedLine[]>;
  /** The lines that build DAGs and the first half of each execution; then the second halves. */
  halves: [TimedLine[], TimedLine[]];
}

/** The index nearest to the middle where a transaction ends. */
function middle(lines: readonly TimedLine[]): number {
  const digest = (place: number) => {
    const line = lines[place]?.line;
    return line !== undefined && 'kind' in line ? line.tx_digest : null;
  };
  let place = Math.floor(lines.length / 2);
  while (place > 0 && digest(place) === digest(place - 1)) place -= 1;
  return place;
}

function sampleRuns(seed: string): Chosen {
  const lines = [...createSimulation({ seed, now: NOW, eventsPerSecond: 1 }).history()];
  const all = new Map<string, TimedLine[]>();
  const building: TimedLine[] = [];
  for (const timed of lines) {
    const id = executionOf(timed.line);
    if (id !== null) all.set(id, [...(all.get(id) ?? []), timed]);
    else if ('kind' in timed.line && timed.line.kind.startsWith('DAG')) building.push(timed);
  }
  const every = Math.max(1, Math.floor(all.size / EXECUTIONS));
  const hasCancelled = (timedLines: readonly TimedLine[]) =>
    timedLines.some(({ line }) => 'kind' in line && line.kind === 'WalkCancelledEvent');
  // The last executions are running when the history ends; those with cancelled walks are rare and the hardest.
  const sample = [...all].filter(
    ([, timedLines], place) => place % every === 0 || place > all.size - 4 || hasCancelled(timedLines),
  );
  return {
    executions: new Map(sample),
    halves: [
      [...building, ...sample.flatMap(([, timedLines]) => timedLines.slice(0, middle(timedLines)))],
      sample.flatMap(([, timedLines]) => timedLines.slice(middle(timedLines))),
    ],
  };
}

interface Outcome {
  status: string | null | undefined;
  walks: unknown[];
  consumed: bigint | undefined;
  max: bigint | undefined;
}

function reported(run: RecordedRun, walks: readonly Walk[]): Outcome {
  return {
    status: run.execution?.status,
    walks: walks.map(({ walk_index, state, vertex_name: vertex, vertex_iteration: iteration, variant }) => ({
      walk_index,
      state,
      vertex,
      iteration,
      variant,
    })),
    consumed: run.payment?.consumed_total,
    max: run.payment?.max_budget_mist,
  };
}

function replayedTo({ status, walks, money }: RunAt): Outcome {
  return {
    status,
    walks: walks.map(({ walk_index, state, vertex, iteration, variant }) => ({
      walk_index,
      state,
      vertex,
      iteration,
      variant,
    })),
    consumed: money.fees?.gas,
    max: (money.budget ?? 0n) + (money.raised ?? 0n),
  };
}

let replayed = 0;

describe.each(SEEDS)('the simulated network %s', (seed) => {
  let index: MemoryIndex;
  let executions: Chosen['executions'];
  const structures = new Map<string, RecordedRun['structure']>();

  /** What the index reported with only the first half of each execution in the log. */
  const halfway = new Map<string, { tip: bigint; outcome: Outcome }>();

  beforeAll(async () => {
    index = await openMemoryIndex({ now: () => new Date(NOW) });
    const { executions: ids, halves } = sampleRuns(seed);
    executions = ids;
    const append = async (lines: readonly TimedLine[]) => {
      for (let first = 0; first < lines.length; first += 500) {
        const times = new Map(
          lines.slice(first, first + 500).map(({ line, indexed_at }) => [line, indexed_at]),
        );
        await index.log.append([...times.keys()], { indexedAt: (line) => times.get(line) ?? '' });
      }
    };
    await append(halves[0]);
    const tip = index.log.tip();
    for (const id of executions.keys()) {
      const run = await recorded(id).catch(() => null);
      // An execution without a walk request has no record yet.
      if (run !== null) halfway.set(id, { tip, outcome: reported(run, await walksOf(id)) });
    }
    await append(halves[1]);
  }, 900_000);
  afterAll(() => index.close());

  async function all<Name extends ListingName>(
    name: Name,
    params: ParamsInput<Name>,
    query: QueryInput<Name> = {},
  ): Promise<Item<Name>[]> {
    const rows: Item<Name>[] = [];
    for (let token: PageToken | null = 0; token !== null;) {
      const page = (await index.answer(name, params, {
        ...(query as Record<string, string>),
        page_size: '100',
        page_token: String(token),
      })) as Listing<Item<Name>>;
      rows.push(...page.items);
      token = page.metadata.next_token;
    }
    return rows;
  }

  const walksOf = (execution_object_id: string) => all('executions.walks', { execution_object_id });

  async function recorded(execution_object_id: string): Promise<RecordedRun> {
    const of = { execution_object_id };
    const execution = await index.answer('executions.get', of);
    const { dag_object_id } = execution;
    if (!structures.has(dag_object_id))
      structures.set(dag_object_id, await index.answer('dags.structure', { dag_object_id }));
    const payments = await all('payments.list', {}, { execution_object_id });
    return {
      execution_object_id,
      execution,
      structure: structures.get(dag_object_id) ?? null,
      events: await all('executions.events', of),
      failures: await all('executions.submission-failures', of),
      ledger: await all('executions.payment-ledger', of),
      payment: payments[0] ?? null,
      history: [],
      whole: true,
    };
  }

  test(
    'every execution replays to the final state the index reports',
    async () => {
      let ended = 0;
      let cancelled = 0;
      const kinds = new Set<string>();
      for (const [execution_object_id, lines] of executions) {
        const run = await recorded(execution_object_id);
        const replay = prepareReplay(run);
        const end = replayAt(replay, replay.moments.length);
        expect([execution_object_id, replayedTo(end)]).toEqual([
          execution_object_id,
          reported(run, await walksOf(execution_object_id)),
        ]);
        expect({
          gaps: replay.gaps.reasons,
          elsewhere: end.state?.elsewhere,
          reading: replay.account.reading,
          residuals: replay.account.residuals,
          overdrawn: (end.money.left ?? 0n) < 0n,
        }).toEqual({ gaps: [], elsewhere: [], reading: 'totals', residuals: [], overdrawn: false });
        const log = outcomeInLog(lines);
        expect([execution_object_id, outcomeInReplay(replay)]).toEqual([execution_object_id, log]);
        cancelled += log.cancelled.length;
        checkSteps(replay);
        replayed += 1;
        if (end.ended) ended += 1;
        for (const { edge } of end.crossings) kinds.add(edge.kind);
      }
      expect(ended).toBeGreaterThan(executions.size * 0.8);
      expect(ended).toBeLessThan(executions.size);
      expect(cancelled).toBeGreaterThan(5);
      expect([...kinds].sort()).toEqual(['break', 'collect', 'do_while', 'for_each', 'normal', 'static']);
    },
    isLong ? 1_800_000 : 60_000,
  );

  test('every execution replays to the state the index reported halfway', async () => {
    expect(halfway.size).toBeGreaterThan(executions.size * 0.9);
    for (const [id, { tip, outcome }] of halfway) {
      const replay = prepareReplay(await recorded(id));
      const step = replay.moments.filter(({ row }) => BigInt(row.id) <= tip).length;
      expect([id, replayedTo(replayAt(replay, step))]).toEqual([id, outcome]);
    }
  });

  test('the rows read halfway plus streamed events equal what the index reports at the end', async () => {
    const log = await all('events.list', {});
    const settled = <Row extends { id: number; created_at: string }>(rows: readonly Row[]) =>
      [...rows].sort((a, b) => a.id - b.id).map(({ created_at: _, ...row }) => row);
    let added = 0;
    for (const [id, { tip }] of halfway) {
      const end = await recorded(id);
      const read = <Row extends { id: number }>(rows: readonly Row[]) =>
        rows.filter((row) => BigInt(row.id) <= tip);
      const streamed = log
        .filter((event) => event.id > tip - 5n && isOfExecution(event.payload, id))
        .reverse()
        .map((event) => ({ ...event, received_at: NOW }));
      const events = withStreamedEvents(read(end.events), streamed);
      const failures = withStreamedFailures(read(end.failures), streamed);
      expect(settled(events)).toEqual(settled(end.events));
      expect(settled(failures)).toEqual(settled(end.failures));
      added += events.length - read(end.events).length;
    }
    expect(added).toBeGreaterThan(100);
  });
});

/** Costs and cancelled walks from the log alone: gas belongs to the first lock or settlement of its transaction. */
function outcomeInLog(lines: readonly TimedLine[]) {
  const events = lines.flatMap(({ line }) => ('kind' in line ? [line] : []));
  const vertexOf = (payload: Record<string, unknown>) =>
    (payload['vertex'] as { vertex: { name: string } }).vertex.name;
  const costs = new Map<string | null, { gas: bigint; tool: bigint }>();
  const add = (vertex: string | null, gas: unknown, tool: unknown) => {
    const cost = costs.get(vertex) ?? { gas: 0n, tool: 0n };
    costs.set(vertex, { gas: cost.gas + BigInt(gas as bigint), tool: cost.tool + BigInt(tool as bigint) });
  };
  const cancelled: bigint[] = [];
  for (const { kind, tx_digest, payload } of events) {
    if (kind === 'WalkCancelledEvent') cancelled.push(BigInt(payload['walk_index'] as bigint));
    const amount = payload['amount'];
    if (kind === 'GasPaymentConsumedEvent') {
      const invocation = events.find(
        (event) => event.tx_digest === tx_digest && /^Invocation(Locked|Settled)/.test(event.kind),
      );
      add(invocation === undefined ? null : vertexOf(invocation.payload), amount, 0n);
    } else if (kind === 'InvocationSettledEvent' && payload['was_refunded'] === false)
      add(vertexOf(payload), 0n, amount);
  }
  return { costs, cancelled: cancelled.sort() };
}

function outcomeInReplay(replay: Replay) {
  const costs = costsByVertex(replay.moments, replay.account.spends, replay.graph, null);
  const incidents = incidentsOf(replay);
  return {
    costs: new Map(costs.map(({ vertex, gas, tool }) => [vertex, { gas, tool }])),
    cancelled: incidents.flatMap(({ hit }) => hit.map(({ after }) => after.walk_index)).sort(),
  };
}

test.runIf(isLong)('more than a thousand executions were replayed', () => {
  expect(replayed).toBeGreaterThan(1_000);
});

/** Nothing runs backwards: ended visits stay ended, crossed edges stay crossed, and fees only grow. */
function checkSteps(replay: Replay): void {
  const stride = isLong ? 1 : 5;
  let ended = new Set<string>();
  let spent = 0n;
  let crossed = 0;
  for (let step = 0; step <= replay.moments.length; step += stride) {
    const at = replayAt(replay, step);
    const over = new Set(at.visits.filter((visit) => visit.ended !== null).map(({ key }) => key));
    const fees = at.money.fees ?? { gas: 0n, tool: 0n, priority: 0n };
    const total = fees.gas + fees.tool + fees.priority;
    if (total < spent || at.crossings.length < crossed || [...ended].some((key) => !over.has(key)))
      throw new Error(`${replay.run.execution_object_id} runs backwards at step ${step}`);
    ended = over;
    spent = total;
    crossed = at.crossings.length;
  }
}
