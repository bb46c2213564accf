// The longest main-thread task of each interaction with a graph of a thousand vertices, with the processor slowed down four times.
// Thread time, not wall time: another program on the same core does not count.
import type { CDPSession, Page } from 'playwright';

const SLOWDOWN = 4;
const STEPS = 6;
/** A vertex of the run with a text of megabytes as its result. */
export const LONG_TEXT_VERTEX = 'step_950';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/** The longest task in ms on the page's main thread during `work`. */
async function longestTask(page: Page, session: CDPSession, work: () => Promise<void>): Promise<number> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] },
    transferMode: 'ReportEvents',
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await work();
  await atRest(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    events.flatMap((event) =>
      event.name === 'thread_name' && event.args.name === 'CrRendererMain' ? [threadOf(event)] : [],
    ),
  );
  const tasks = events.filter(
    (event) => event.name === 'RunTask' && event.ph === 'X' && main.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('the trace has no tasks of the page');
  return Math.max(...tasks.map(({ dur = 0, tdur = dur }) => tdur)) / 1000;
}

/** Waits until nothing is mounted or painted any more. CSS selectors only: finding elements by role would be a long task itself. */
async function atRest(page: Page): Promise<void> {
  const state = () =>
    page.locator('main').evaluate((main) => {
      const view = main.querySelector('.react-flow__viewport')?.getAttribute('style') ?? '';
      return `${view} ${main.querySelectorAll('*').length}`;
    });
  let before = '';
  for (let same = 0; same < 3;) {
    await page.waitForTimeout(250);
    const now = await state();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

const search = (page: Page) => page.locator('input[placeholder="Find a vertex"]');

async function goTo(page: Page, vertex: string): Promise<void> {
  await search(page).fill(vertex);
  await page.keyboard.press('Enter');
  await page.locator(`[data-vertex="${vertex}"]`).waitFor();
}

/** A point on a vertex in the middle of the view, other than `name`. */
async function pointOnOther(page: Page, name: string): Promise<{ x: number; y: number }> {
  const frame = await page.locator('[data-testid="flow-graph"]').boundingBox();
  for (const card of await page.locator(`[data-vertex]:not([data-vertex="${name}"])`).all()) {
    const box = await card.boundingBox();
    if (!frame || !box) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const isInside = x > frame.x + 40 && x < frame.x + frame.width - 240;
    if (isInside && y > frame.y + 40 && y < frame.y + frame.height - 150) return { x, y };
  }
  throw new Error(`no other vertex beside ${name}`);
}

/** A tab or chip of this name in the list or group of that label. */
async function choose(page: Page, group: string, name: string): Promise<void> {
  const point = await page.locator(`[aria-label="${group}"]`).evaluate((element, text) => {
    const button = [...element.querySelectorAll('button')].find(({ textContent }) =>
      textContent.startsWith(text),
    );
    button?.scrollIntoView({ block: 'center' });
    const box = button?.getBoundingClientRect();
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, name);
  if (!point) throw new Error(`no ${name} in ${group}`);
  await page.mouse.click(point.x, point.y);
}

/** Waits until no table adds rows any more. */
const complete = (page: Page, rows: string) =>
  page.waitForFunction(
    (selector) =>
      document.querySelector(selector) !== null && document.querySelector('table[aria-busy=true]') === null,
    rows,
  );

export const interactions = [
  'open',
  'search',
  'go_to',
  'select',
  'fit',
  'long_text',
  'replay',
  'table',
  'timeline_table',
  'events',
  'graph',
] as const;

/** In ms; only a run is replayed and has results, a timeline and events. */
export type LongestTasks = Partial<Record<(typeof interactions)[number], number>>;

/** Clicks "Show more" until the whole of a long text is shown. In the page: the button may leave it between two calls. */
async function showAll(page: Page): Promise<void> {
  const clickMore = () =>
    page.evaluate(() => {
      const buttons = document.querySelectorAll<HTMLElement>('[data-testid="vertex-inspector"] button');
      const more = [...buttons].find(({ textContent }) => textContent === 'Show more');
      more?.click();
      return more !== undefined;
    });
  while (await clickMore());
}

/** The other ways to read a run: its timeline as a table, its events, and back to the graph. */
async function longestOfTables(
  page: Page,
  during: (work: () => Promise<void>) => Promise<number>,
): Promise<LongestTasks> {
  // The selected vertex is shown in detail, not on the overview.
  const waitForGraph = () => page.locator('[data-vertex], [data-painted]').first().waitFor();
  const timeline_table = await during(async () => {
    await choose(page, 'Timeline view', 'Table');
    await complete(page, '[data-timeline-visit]');
  });
  const events = await during(async () => {
    await choose(page, 'Parts of the execution', 'Events');
    await page.locator('tr[data-row]').first().waitFor();
  });
  await choose(page, 'Parts of the execution', 'Graph');
  await choose(page, 'View', 'Graph');
  await waitForGraph();
  await choose(page, 'Parts of the execution', 'Events');
  await page.locator('tr[data-row]').first().waitFor();
  const graph = await during(async () => {
    await choose(page, 'Parts of the execution', 'Graph');
    await waitForGraph();
  });
  return { timeline_table, events, graph };
}

/** `isRun`: the page of an execution, which can be replayed. */
export async function longestTasks(page: Page, url: string, isRun: boolean): Promise<LongestTasks> {
  const session = await page.context().newCDPSession(page);
  const during = (work: () => Promise<void>) => longestTask(page, session, work);
  const opening = await during(async () => {
    await page.goto(url);
    await page.locator('[data-painted]').waitFor();
  });
  await search(page).focus();
  const searching = await during(() => page.keyboard.type('step_500', { delay: 60 }));
  const going = await during(() => goTo(page, 'step_500'));
  const point = await pointOnOther(page, 'step_500');
  const selecting = await during(() => page.mouse.click(point.x, point.y));
  const goingFar = await during(() => goTo(page, 'step_900'));
  const long_text = isRun
    ? await goTo(page, LONG_TEXT_VERTEX).then(() => during(() => showAll(page)))
    : undefined;
  const replay = async () => {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    return during(async () => {
      for (let step = 0; step < STEPS; step += 1) {
        await page.keyboard.press('[');
        await page.waitForTimeout(300);
      }
    });
  };
  const inDetail = isRun ? [await replay()] : [];
  const button = await page.locator('button[aria-label="Fit graph"]').boundingBox();
  if (!button) throw new Error('no button to fit the graph');
  const fitting = await during(async () => {
    await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
    await page.locator('[data-painted] canvas').waitFor();
  });
  const inOverview = isRun ? [await replay()] : [];
  const table = await during(async () => {
    await choose(page, 'View', 'Table');
    await complete(page, '[data-table-vertex]');
  });
  return {
    open: opening,
    search: searching,
    go_to: Math.max(going, goingFar),
    select: selecting,
    fit: fitting,
    table,
    ...(long_text !== undefined && {
      long_text,
      replay: Math.max(...inDetail, ...inOverview),
      ...(await longestOfTables(page, during)),
    }),
  };
}
