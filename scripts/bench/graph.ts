// npm run bench -- graph [CELL ...]: our DAG page compared with a plain React Flow page with dagre on its main thread, with the same
// structures. Cold: a new browser; warm: the same page again. After a deadline the time so far is printed as a bound.
// `slow_1000`: the longest task of each interaction with a graph and with a run of a thousand vertices, on a weak processor;
// `slow_dag` and `slow_run`: of one of them.
// Needs a build.
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from 'playwright';
import { buildingEvents, objectIdOf } from '@/e2e/building-events';
import { advanced, executionId, one, recordedRun, requested } from '@/e2e/recorded-run';
import type { OwnStack } from '@/e2e/stack/stack';
import type { DagStructure } from '@/lib/contract/dags';
import { chain, fan, tangle } from '@/lib/dag/testing/large-structures';
import { send } from '@/lib/index-service/control-socket';
import { figures, median } from './figures';
import { interactions, LONG_TEXT_VERTEX, type LongestTasks, longestTasks } from './graph-page/interactions';
import { CLOSING_MS, measure, type Measured, type Sights } from './graph-page/measure';
import { serveBarePage } from './graph-page/serve';
import { inBrowser } from './in-browser';

const OURS: Sights = {
  first: '[data-testid="static-image"] svg, [data-outline-vertex], [data-vertex], [data-painted]',
  final:
    '[data-testid="flow-graph"] [data-vertex], [data-painted], [data-testid="graph-outline"][data-large]',
};
const BARE: Sights = { first: '.react-flow__node', final: '.react-flow__edge' };
/** For the plain page: dagre can take minutes. A ratio to a page that missed its deadline is an upper bound. */
const DEADLINE_MS = { ours: 60_000, bare: 120_000 };

type Who = 'ours' | 'bare';

interface Cell {
  name: string;
  structure: () => DagStructure;
  /** Cold runs of each page; fewer for slow pages. */
  runs: Record<Who, number>;
  /** Which pages are opened a second time in the same browser. */
  warm: readonly Who[];
  pan: boolean;
}

const FEW = { runs: { ours: 3, bare: 1 }, warm: [], pan: false };
const CELLS: Cell[] = [
  { name: '12', structure: () => tangle(12, 20), runs: { ours: 5, bare: 5 }, warm: [], pan: false },
  {
    name: '100',
    structure: () => tangle(100, 200),
    runs: { ours: 3, bare: 3 },
    warm: ['ours', 'bare'],
    pan: false,
  },
  { ...FEW, name: 'dense_100', structure: () => tangle(100, 1000, 100) },
  { ...FEW, name: '1000', structure: () => tangle(1000, 3000), warm: ['ours'], pan: true },
  { ...FEW, name: 'chain_1000', structure: () => chain(1000) },
  { ...FEW, name: 'fan_1000', structure: () => fan(1000) },
  { ...FEW, name: '5000', structure: () => tangle(5000, 15_000) },
];

type Figure = Exclude<keyof Measured, 'done'>;

function middles(runs: readonly Measured[]): Measured {
  const of = (name: Figure) => median(runs.map((run) => run[name]));
  return {
    done: runs.every(({ done }) => done),
    first_ms: of('first_ms'),
    final_ms: of('final_ms'),
    longest_task_ms: of('longest_task_ms'),
    frames_per_second: of('frames_per_second'),
    heap_mb: of('heap_mb'),
  };
}

const words = ({ done, ...measured }: Measured) =>
  done
    ? Object.entries(measured)
        .map(([name, value]) => `${name} ${Number.isNaN(value) ? '-' : Math.round(value)}`)
        .join('  ')
    : `not done after ${measured.final_ms / 1000} s`;

/** The cells of the interactions, their pages, and the longest task they may have. */
const SLOW = 'slow_1000';
const SLOW_CELLS = { slow_dag: 'dag', slow_run: 'run' } as const;
type SlowPage = (typeof SLOW_CELLS)[keyof typeof SLOW_CELLS];
const SLOW_TASK_MS = 200;
const SLOW_ROUNDS = 3;
const LONG_TEXT = 'lorem ipsum '.repeat(2_000_000 / 12);

function selectCells(names: readonly string[]): { cells: Cell[]; slow: SlowPage[] } {
  const cellNames = [...CELLS.map(({ name }) => name), SLOW, ...Object.keys(SLOW_CELLS)];
  const unknown = names.find((name) => !cellNames.includes(name));
  if (unknown !== undefined) throw new Error(`unknown cell ${unknown}; known: ${cellNames.join(', ')}`);
  const isChosen = (name: string) => names.length === 0 || names.includes(name);
  return {
    cells: CELLS.filter(({ name }) => isChosen(name)),
    slow: Object.entries(SLOW_CELLS).flatMap(([name, page]) =>
      isChosen(SLOW) || isChosen(name) ? [page] : [],
    ),
  };
}

/** A DAG of a thousand vertices, and a run that visited all of them, one with a result of megabytes; their pages. */
async function ingestLarge(stack: OwnStack): Promise<Record<SlowPage, string>> {
  const dag = { ...tangle(1000, 3000), object_id: objectIdOf(`bench ${SLOW}`) };
  const visits = dag.vertices.flatMap(({ name }, index) => [
    requested(index % 40, name),
    advanced(index % 40, name, 'ok', { out_0: one(name === LONG_TEXT_VERTEX ? LONG_TEXT : index) }),
  ]);
  const lines = [...buildingEvents(dag), ...recordedRun(SLOW, dag, visits)];
  await send(stack.dataDir, { command: 'ingest' }, () =>
    Readable.from(lines.map((line) => `${JSON.stringify(line)}\n`)),
  );
  return {
    dag: `${stack.consoleUrl}/dags/${dag.object_id}`,
    run: `${stack.consoleUrl}/executions/${executionId(SLOW)}`,
  };
}

type Pages = Record<Who, { url: (object_id: string) => string; sights: Sights }>;

/** Both pages with this structure, cold and warm. */
async function both(
  { name, structure, runs, warm: again, pan }: Cell,
  { pages, stack, connected }: { pages: Pages; stack: OwnStack; connected: () => Promise<BrowserContext> },
): Promise<(who: Who, state: 'cold' | 'warm') => Measured> {
  const object_id = objectIdOf(`bench ${name}`);
  const lines = buildingEvents({ ...structure(), object_id }).map((line) => `${JSON.stringify(line)}\n`);
  await send(stack.dataDir, { command: 'ingest' }, () => Readable.from(lines));
  const found = new Map<string, Measured>();
  for (const who of ['ours', 'bare'] as const) {
    const { url, sights } = pages[who];
    const deadline_ms = DEADLINE_MS[who];
    const cold: Measured[] = [];
    const warm: Measured[] = [];
    for (let turn = 0; turn < runs[who]; turn += 1) {
      const context = await connected();
      const first = await measure(context, url(object_id), sights, { deadline_ms, pan: false });
      cold.push(first);
      if (again.includes(who) && first.done)
        warm.push(await measure(context, url(object_id), sights, { deadline_ms, pan }));
      await Promise.race([context.close(), wait(CLOSING_MS)]);
      // A page that missed its deadline would miss it again.
      if (!first.done) break;
    }
    found.set(`${who} cold`, middles(cold));
    found.set(`${who} warm`, middles(warm));
    console.log(`${name} ${who} page, cold: ${words(middles(cold))}`);
    if (warm.length > 0) console.log(`${name} ${who} page, warm: ${words(middles(warm))}`);
  }
  return (who, state) => found.get(`${who} ${state}`) ?? middles([]);
}

export function run(names: readonly string[]): Promise<Record<string, unknown>> {
  const { cells, slow } = selectCells(names);
  const measured = figures((line) => console.log(line));
  return inBrowser(async ({ browser, stack }) => {
    const key = await stack.claimKey();
    const bare = await serveBarePage(stack.indexUrl, key);
    const pages: Pages = {
      ours: { url: (object_id) => `${stack.consoleUrl}/dags/${object_id}`, sights: OURS },
      bare: { url: (object_id) => `${bare.url}/${object_id}`, sights: BARE },
    };
    const connected = async (): Promise<BrowserContext> => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const answer = await context.request.post(`${stack.consoleUrl}/api/session`, {
        headers: { origin: stack.consoleUrl },
        data: { key },
      });
      if (!answer.ok()) throw new Error(`connecting: ${answer.status()}`);
      return context;
    };
    try {
      // Warms up the server; not measured.
      const warming = await connected();
      await measure(
        warming,
        `${stack.consoleUrl}/dags`,
        { first: 'main', final: 'main' },
        { deadline_ms: DEADLINE_MS.ours, pan: false },
      );
      await warming.close();
      for (const cell of cells) {
        const { name } = cell;
        const of = await both(cell, { pages, stack, connected });
        const isBound = !of('bare', 'cold').done;
        const than = isBound ? 'of the bare page, or less: it was given up' : 'of the bare page';
        const ratio = (figure: Figure, state: 'cold' | 'warm') =>
          of('ours', state)[figure] / of('bare', state)[figure];
        measured.atMost(
          `first_view_ratio_${name}`,
          ratio('first_ms', 'cold'),
          name === '100' ? 0.6 : 1,
          than,
        );
        // A hundred vertices may take three times as long as with dagre; from a thousand, ours must be faster.
        if (name === '12') measured.note('final_ratio_12_cold', ratio('final_ms', 'cold'));
        else {
          const limit = name.endsWith('000') ? 1 : 3;
          measured.atMost(`final_ratio_${name}_cold`, ratio('final_ms', 'cold'), limit, than);
        }
        if (name === '100') measured.atMost('final_ratio_100_warm', ratio('final_ms', 'warm'), 3, than);
        if (name !== '1000') continue;
        const ours = of('ours', 'cold');
        measured.atMost('longest_task_ratio_1000', ratio('longest_task_ms', 'cold'), 0.2, than);
        measured.atMost('longest_task_ms_1000', ours.longest_task_ms, 100, 'ms');
        measured.atMost('first_view_ms_1000', ours.first_ms, 300, 'ms');
        measured.atLeast('fps_1000', of('ours', 'warm').frames_per_second, 50, 'frames a second');
      }
      if (slow.length > 0) {
        const context = await connected();
        const urls = await ingestLarge(stack);
        for (const page of slow) {
          const rounds: LongestTasks[] = [];
          for (let round = 0; round < SLOW_ROUNDS; round += 1) {
            const tab = await context.newPage();
            rounds.push(await longestTasks(tab, urls[page], page === 'run'));
            await tab.close();
          }
          for (const interaction of interactions) {
            const tasks = rounds.flatMap((round) => round[interaction] ?? []);
            if (tasks.length > 0)
              measured.atMost(`slow_task_${page}_${interaction}`, median(tasks), SLOW_TASK_MS, 'ms at 4x');
          }
        }
        await context.close();
      }
      const all = measured.all();
      return { ...(all.values as Record<string, unknown>), ...all };
    } finally {
      await bare.close();
    }
  });
}
