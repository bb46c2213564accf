// One walk over the console, each page in three zones. Every figure shown is what raw rows and events give (raw-truth.ts), rounded; every time is its
// instant in the zone. A figure that nothing explains fails the walk.
import type { CDPSession, Page, Request } from '@playwright/test';
import { isBar, paths, queryOf, Shown, UNEXPLAINED } from '@/e2e/explained-figures';
import { type IndexReader, type Json, readIndex, textAt } from '@/e2e/index-reader';
import { type Query, readTruth, type Truth } from '@/e2e/raw-truth';
import { isShownTime, ownFigures, readFigures, wrongDates } from '@/e2e/shown-figures';
import { expect, test } from '@/e2e/stack/fixtures';
import { signIn } from '@/e2e/visitor';

async function pagesOf(index: IndexReader): Promise<[path: string, subject: Query][]> {
  const first = async (path: string) => ((await index.get(`${path}page_size=1`))['items'] as Json[])[0];
  const run = await first('/executions?status=failed&');
  const of = (field: string) => textAt(run, field);
  const leader = textAt(await first('/leaders?'), 'leader_cap_id');
  const task = textAt(await first('/tasks?scheduled=true&'), 'object_id');
  const issued = textAt(await first('/events?kinds=LeaderCapIssued&'), 'tx_digest');
  const records: [string, Query][] = [
    [`/leaders/${leader}`, { leader_cap_id: leader }],
    [`/agents/${of('agent_object_id')}`, { agent_object_id: of('agent_object_id') }],
    [`/tools/${encodeURIComponent(of('failed_tool_fqn'))}`, { tool_fqn: of('failed_tool_fqn') }],
    [`/dags/${of('dag_object_id')}`, { dag_object_id: of('dag_object_id') }],
    [`/executions/${of('object_id')}`, {}],
    [`/tasks/${task}`, { task_object_id: task }],
    [`/payments/${of('payment_object_id')}`, {}],
    [`/address/${of('invoker')}`, { invoker: of('invoker') }],
  ];
  const measures =
    'cost&by=skill failure_rate&by=skill executions&by=agent&and=status&period=30d payments&by=funder&and=week&period=30d events&by=hour&and=none&period=24h duration_p95&by=dag&and=none fees&by=leader'.split(
      ' ',
    );
  const others = [
    ...['/overview', '/overview?period=30d', ...measures.map((measure) => `/analyze?measure=${measure}`)],
    ...['/leaders?tab=races', '/tools?tab=unused', '/payments?tab=refills', `/events?tx_digest=${issued}`],
  ];
  return [...[...others, ...paths, '/key'].map((path): [string, Query] => [path, {}]), ...records];
}

/** The ledger of a payment, which no list holds. */
const ledgerOf = (payment: string, truth: Truth, index: IndexReader) =>
  index.all(`/executions/${textAt(truth.byId.get(payment), 'execution_object_id')}/payment-ledger`);

/** Opens a page and waits until nothing is being read any more. */
async function open(page: Page, path: string): Promise<void> {
  const reading = new Set<unknown>();
  const isRead = (request: Request) => /\/api\/index\/(?!events\/stream)/.test(request.url());
  const began = (request: Request) => isRead(request) && reading.add(request);
  const ended = (request: Request) => reading.delete(request);
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended);
  await page.goto(path);
  await expect(async () => {
    // First, since reading the whole page takes much longer.
    expect(reading.size).toBe(0);
    expect((await page.evaluate(readFigures)).length).toBeGreaterThan(0);
    await expect(page.locator('main [data-skeleton]')).toHaveCount(0, { timeout: 1 });
    await expect(page.locator('main')).not.toContainText(/(?<!\()loading/, { timeout: 1 });
    expect(reading.size).toBe(0);
  }, path).toPass({ intervals: [50] });
  page.off('request', began).off('requestfinished', ended).off('requestfailed', ended);
}

/** Moves the machine to a zone, and chooses its time as another tab would. */
async function moveTo(zone: string, page: Page, machine: CDPSession): Promise<void> {
  await machine.send('Emulation.setTimezoneOverride', { timezoneId: zone });
  const chosen = new URLSearchParams({ zone: zone === 'UTC' ? 'utc' : 'local', local: zone });
  await page.evaluate((value) => {
    document.cookie = `dagscope.view=${value}; path=/`;
    window.dispatchEvent(new StorageEvent('storage', { key: 'dagscope.view' }));
    return new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  }, encodeURIComponent(chosen.toString()));
}

/** Everything on a page that is not as it should be. `compared`: figures that read the same in a zone before. */
function problemsOn(view: Shown, zone: string, compared: Set<string>): string[] {
  return view.figures.flatMap((figure) => {
    const { kind, text, time, section, href, exact } = figure;
    const where = `${view.url.pathname}${view.url.search} ${section} ${figure.table} ${figure.row ?? ''} ${figure.label}${figure.column}: ${text} (${exact ?? time ?? ''})`;
    if (time !== null) return isShownTime(figure, zone, view.now) ? [] : [`time: ${where}`];
    if (kind === 'bar') return isBar(figure, view, zone) ? [] : [`bar: ${where}`];
    const problems = wrongDates(text, zone).map((problem) => `${problem}: ${where}`);
    // Days of charts are those of UTC, hours the reader's.
    if (
      kind === 'scale' &&
      /^\d\d-\d\d\b|^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) /.test(text) &&
      !figure.chart.includes('UTC')
    )
      problems.push(`no zone: ${where}`);
    const after = Object.entries(queryOf(href ?? '/')).find(([name]) => name.endsWith('_after'))?.[1];
    if (
      /^\/(overview|analyze)/.test(view.url.pathname) &&
      after !== undefined &&
      Date.parse(after) % view.step !== 0
    )
      problems.push(`bounds: ${where} ${href}`);
    const isAllowed = UNEXPLAINED.some(([pattern]) =>
      pattern.test(`${view.url.pathname} ${section} ${text}`),
    );
    const isCompared = compared.has(where);
    compared.add(where);
    if (kind === 'text' && !isCompared && !isAllowed && !view.explains(figure))
      problems.push(
        `value: ${where}, expected ${view.specific(figure).slice(0, 4).join(' or ')} ${href ?? ''}`,
      );
    return problems;
  });
}

/** A page is opened in the zone in which the one before was left; between two local ones the choice has to change. */
const ZONES = ['Asia/Kolkata', 'UTC', 'America/Los_Angeles'];

test.describe('figures', () => {
  // The walk sets it: a page can be in one of its own only.
  test.use({ timezoneId: [async ({}, use) => use(undefined), { scope: 'test' }] });

  test(
    'are what raw rows give, and times their instants, in three zones',
    { tag: '@full' },
    async ({ page, stack }) => {
      test.setTimeout(600_000);
      const index = await readIndex(stack);
      const truth = await readTruth(index);
      await signIn(page);
      await page.goto('/key');
      const machine = await page.context().newCDPSession(page);
      const problems: string[] = [];
      const zones = [...ZONES];
      await moveTo(zones[0]!, page, machine);
      const visit = async (path: string, subject: Query) => {
        await open(page, path);
        const id = /^\/\w+\/([^?]+)/.exec(path)?.[1];
        const named = id === undefined ? [] : truth.naming(decodeURIComponent(id));
        if (path.startsWith('/payments/')) named.push(...(await ledgerOf(id!, truth, index)));
        const compared = new Set<string>();
        for (const [place, zone] of zones.entries()) {
          if (place > 0) await moveTo(zone, page, machine);
          const figures = ownFigures(await page.evaluate(readFigures), truth.foreign);
          const now = await page.evaluate(() => Date.now());
          problems.push(...problemsOn(new Shown(truth, path, subject, figures, now, named), zone, compared));
        }
        zones.reverse();
      };
      // Outside a step each call searches all calls before it for the step that it belongs to.
      for (const [path, subject] of await pagesOf(index)) await test.step(path, () => visit(path, subject));
      expect(problems).toEqual([]);
    },
  );
});
