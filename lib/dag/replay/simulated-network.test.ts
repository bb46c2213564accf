// Every execution of the simulated network replays to the state that the index reports at its end: status, walks, money. The index runs in process
// with its real projections; the replay sees only what its endpoints answer. A few dozen executions by default, more than a thousand under TEST_LONG.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { createSimulation, type TimedLine } from '@/lib/index-service/sources/simulate/simulation';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { prepareReplay, replayAt, type Replay } from './replay';
import type { RecordedRun } from './recorded-run';

// eslint-disable-next-line no-restricted-properties -- how long a test runs is no setting of the product
const LONG = process.env['TEST_LONG'] === '1';
const SEEDS = LONG ? ['northgate', 'tidewater', 'lantern', 'ferryman'] : ['northgate'];
/** Of each seed; in the short form spread over the history, so that every design and mishap has a chance. */
const EXECUTIONS = LONG ? 10_000 : 45;
const NOW = Date.parse('2026-11-20T12:00:00.000Z');

function executionOf(line: RecordedLine): string | null {
  if (!('kind' in line)) return null;
  const id = line.payload['execution'] ?? line.payload['execution_id'];
  return typeof id === 'string' ? id : null;
}

/** Lines that build DAGs, and those of some executions: what the rest of the network does changes nothing of them. */
function chosen(seed: string): { lines: TimedLine[]; executions: string[] } {
  const all = [...createSimulation({ seed, now: NOW, eventsPerSecond: 1 }).history()];
  const ids = [...new Set(all.flatMap(({ line }) => executionOf(line) ?? []))];
  const every = Math.max(1, Math.floor(ids.length / EXECUTIONS));
  // The last ones are under way when history ends.
  const executions = ids.filter((_, index) => index % every === 0 || index > ids.length - 4);
  const wanted = new Set(executions);
  const lines = all.filter(({ line }) => {
    const id = executionOf(line);
    return id === null ? 'kind' in line && line.kind.startsWith('DAG') : wanted.has(id);
  });
  return { lines, executions };
}

let replayed = 0;

describe.each(SEEDS)('the simulated network %s', (seed) => {
  let index: MemoryIndex;
  let executions: string[];
  const structures = new Map<string, RecordedRun['structure']>();

  beforeAll(async () => {
    let at = new Date(NOW);
    index = await openMemoryIndex({ now: () => at });
    const found = chosen(seed);
    executions = found.executions;
    const { lines } = found;
    for (let first = 0; first < lines.length; first += 500) {
      const batch = lines.slice(first, first + 500);
      at = new Date(batch[0]?.indexed_at ?? NOW);
      const times = new Map(batch.map(({ line, indexed_at }) => [line, indexed_at]));
      await index.log.append([...times.keys()], { indexedAt: (line) => times.get(line) ?? at.toISOString() });
    }
  }, 900_000);
  afterAll(() => index.close());

  async function all<Name extends ListingName>(
    name: Name,
    params: ParamsInput<Name>,
    query: QueryInput<Name> = {},
  ): Promise<Item<Name>[]> {
    const rows: Item<Name>[] = [];
    for (let token: number | null = 0; token !== null;) {
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
    'every execution replays to what the index reports at its end',
    async () => {
      let ended = 0;
      const kinds = new Set<string>();
      for (const execution_object_id of executions) {
        const run = await recorded(execution_object_id);
        const replay = prepareReplay(run);
        const end = replayAt(replay, replay.moments.length);
        const walks = await all('executions.walks', { execution_object_id });
        const told = {
          id: execution_object_id,
          status: end.status,
          walks: end.walks.map(({ walk_index, state, vertex, iteration, variant }) => ({
            walk_index,
            state,
            vertex,
            iteration,
            variant,
          })),
          gaps: replay.gaps.reasons,
          elsewhere: end.state?.elsewhere,
          money: {
            consumed: end.money.fees?.gas,
            max: (end.money.budget ?? 0n) + (end.money.raised ?? 0n),
            reading: replay.account.reading,
            residuals: replay.account.residuals,
            overdrawn: (end.money.left ?? 0n) < 0n,
          },
        };
        expect(told).toEqual({
          id: execution_object_id,
          status: run.execution?.status,
          walks: walks.map(({ walk_index, state, vertex_name, vertex_iteration, variant }) => ({
            walk_index,
            state,
            vertex: vertex_name,
            iteration: vertex_iteration,
            variant,
          })),
          gaps: [],
          elsewhere: [],
          money: {
            consumed: run.payment?.consumed_total,
            max: run.payment?.max_budget_mist,
            reading: 'totals',
            residuals: [],
            overdrawn: false,
          },
        });
        checkSteps(replay);
        replayed += 1;
        if (end.ended) ended += 1;
        for (const { edge } of end.crossings) kinds.add(edge.kind);
      }
      expect(ended).toBeGreaterThan(executions.length * 0.8);
      expect(ended).toBeLessThan(executions.length);
      expect([...kinds].sort()).toEqual(['break', 'collect', 'do_while', 'for_each', 'normal', 'static']);
    },
    LONG ? 1_800_000 : 60_000,
  );
});

test.runIf(LONG)('they were more than a thousand', () => {
  expect(replayed).toBeGreaterThan(1_000);
});

/** Nothing runs backwards: what ended stays ended, what was crossed stays crossed, money is only spent. */
function checkSteps(replay: Replay): void {
  const stride = LONG ? 1 : 5;
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
