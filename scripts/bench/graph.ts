// npm run bench -- graph: our page of a DAG against a bare React Flow page with dagre on its main thread, with the same structures from the same index.
// Production build, real processes, Chromium; needs a build. Cold: a browser that has never been there. Warm: the same page once more.
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from 'playwright';
import { buildingEvents, objectIdOf } from '@/e2e/building-events';
import type { DagStructure } from '@/lib/contract/dags';
import { chain, fan, tangle } from '@/lib/dag/fixtures/large-structures';
import { handToRunning } from '@/lib/index-service/sources/ingest-socket';
import { figures, median } from './figures';
import { CLOSING_MS, measure, type Measured, type Sights } from './graph-page/measure';
import { serveBarePage } from './graph-page/serve';
import { inBrowser } from './in-browser';

const OURS: Sights = {
  first: '[data-testid="graph-still"] svg, [data-outline-vertex], [data-vertex], [data-painted]',
  final:
    '[data-testid="flow-graph"] [data-vertex], [data-painted], [data-testid="graph-outline"][data-large]',
};
const BARE: Sights = { first: '.react-flow__node', final: '.react-flow__edge' };
/** The bare page is not waited for any longer; its ratio is then an upper bound. */
const DEADLINE_MS = 60_000;
/** Shapes that nobody has set a limit for are measured as long as the whole stays within ten minutes. */
const BUDGET_MS = 6 * 60_000;

type Who = 'ours' | 'bare';

interface Shape {
  name: string;
  structure: DagStructure;
  /** Cold runs of each page: one that takes half a minute is not taken thrice. */
  runs: Record<Who, number>;
  /** Whose page is opened a second time in the same browser. */
  warm: readonly Who[];
  pan: boolean;
  /** Left out when the time is over. */
  extra: boolean;
}

const BOTH = ['ours', 'bare'] as const;
const SHAPES: Shape[] = [
  { name: '12', structure: tangle(12, 20), runs: { ours: 3, bare: 3 }, warm: [], pan: false, extra: false },
  {
    name: '100',
    structure: tangle(100, 200),
    runs: { ours: 3, bare: 3 },
    warm: BOTH,
    pan: false,
    extra: false,
  },
  {
    name: '1000',
    structure: tangle(1000, 3000),
    runs: { ours: 3, bare: 1 },
    warm: ['ours'],
    pan: true,
    extra: false,
  },
  {
    name: '5000',
    structure: tangle(5000, 15_000),
    runs: { ours: 1, bare: 1 },
    warm: [],
    pan: false,
    extra: false,
  },
  {
    name: 'chain_1000',
    structure: chain(1000),
    runs: { ours: 1, bare: 1 },
    warm: [],
    pan: false,
    extra: true,
  },
  { name: 'fan_1000', structure: fan(1000), runs: { ours: 1, bare: 1 }, warm: [], pan: false, extra: true },
];
/** BENCH_GRAPH=12,100 measures these shapes alone. */
const wanted = process.env['BENCH_GRAPH']?.split(',');

function middles(runs: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => median(runs.map((run) => run[name]));
  return {
    first_ms: of('first_ms'),
    final_ms: of('final_ms'),
    longest_task_ms: of('longest_task_ms'),
    frames_per_second: of('frames_per_second'),
    heap_mb: of('heap_mb'),
  };
}

const words = (measured: Measured) =>
  Object.entries(measured)
    .map(([name, value]) => `${name} ${Number.isNaN(value) ? '-' : Math.round(value as number)}`)
    .join('  ');

export function run(): Promise<Record<string, unknown>> {
  const measured = figures((line) => console.log(line));
  return inBrowser(async ({ browser, stack }) => {
    const key = await stack.claimKey();
    const bare = await serveBarePage(stack.indexUrl, key);
    try {
      const connected = async (): Promise<BrowserContext> => {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        const answer = await context.request.post(`${stack.consoleUrl}/api/session`, {
          headers: { origin: stack.consoleUrl },
          data: { key },
        });
        if (!answer.ok()) throw new Error(`connecting: ${answer.status()}`);
        return context;
      };
      const both = async ({ name, structure, runs, warm: again, pan }: Shape) => {
        const object_id = objectIdOf(`bench ${name}`);
        const lines = buildingEvents({ ...structure, object_id }).map((line) => `${JSON.stringify(line)}\n`);
        await handToRunning(stack.dataDir, Readable.from(lines));
        const pages = [
          { who: 'ours', url: `${stack.consoleUrl}/dags/${object_id}`, sights: OURS },
          { who: 'bare', url: `${bare.url}/${object_id}`, sights: BARE },
        ] as const;
        const found = new Map<string, Measured>();
        for (const { who, url, sights } of pages) {
          const cold: Measured[] = [];
          const warm: Measured[] = [];
          for (let turn = 0; turn < runs[who]; turn += 1) {
            const context = await connected();
            cold.push(await measure(context, url, sights, { deadline_ms: DEADLINE_MS, pan: false }));
            // What did not come in time once will not come in time again.
            if (again.includes(who) && (cold.at(-1)?.final_ms ?? 0) < DEADLINE_MS)
              warm.push(await measure(context, url, sights, { deadline_ms: DEADLINE_MS, pan }));
            await Promise.race([context.close(), wait(CLOSING_MS)]);
          }
          found.set(`${who} cold`, middles(cold));
          found.set(`${who} warm`, middles(warm));
          console.log(`${name} ${who} cold: ${words(middles(cold))}`);
          if (warm.length > 0) console.log(`${name} ${who} warm: ${words(middles(warm))}`);
        }
        const of = (who: string, figure: keyof Measured) => found.get(who)?.[figure] ?? Number.NaN;
        return (figure: keyof Measured, state: 'cold' | 'warm') => ({
          ours: of(`ours ${state}`, figure),
          bare: of(`bare ${state}`, figure),
        });
      };

      // The first page a server makes is not what is measured.
      const warming = await connected();
      await measure(
        warming,
        `${stack.consoleUrl}/dags`,
        { first: 'main', final: 'main' },
        { deadline_ms: DEADLINE_MS, pan: false },
      );
      await warming.close();
      const begun = Date.now();
      for (const shape of SHAPES) {
        const { name, extra } = shape;
        if (wanted && !wanted.includes(name)) continue;
        if (extra && Date.now() - begun > BUDGET_MS) {
          measured.note(`left_out_${name}`, 'the time was over');
          continue;
        }
        const figure = await both(shape);
        const ratio = (of: keyof Measured, state: 'cold' | 'warm') => {
          const { ours, bare: other } = figure(of, state);
          return ours / other;
        };
        measured.atMost(`first_view_ratio_${name}`, ratio('first_ms', 'cold'), 1, 'of the bare page');
        if (name === '100')
          measured.atMost('final_ratio_100_cold', ratio('final_ms', 'cold'), 3, 'times the bare page');
        if (name === '100')
          measured.atMost('final_ratio_100_warm', ratio('final_ms', 'warm'), 3, 'times the bare page');
        if (name !== '1000') continue;
        measured.atMost('final_ratio_1000_cold', ratio('final_ms', 'cold'), 1, 'of the bare page');
        measured.atMost('longest_task_ratio_1000', ratio('longest_task_ms', 'cold'), 0.2, 'of the bare page');
        measured.atMost('longest_task_ms_1000', figure('longest_task_ms', 'cold').ours, 50, 'ms');
        measured.atMost('first_view_ms_1000', figure('first_ms', 'cold').ours, 300, 'ms');
        measured.atLeast('fps_1000', figure('frames_per_second', 'warm').ours, 50, 'frames a second');
      }
      const all = measured.all();
      return { ...(all.values as Record<string, unknown>), ...all };
    } finally {
      await bare.close();
    }
  });
}
