// One walk over the console in each of three zones. Every figure shown is what raw rows and events give (raw-truth.ts), rounded; every time is its instant
// in the zone. A figure that nothing explains fails the walk.
import type { Page, Request } from '@playwright/test';
import { isBar, paths, queryOf, Shown, UNEXPLAINED } from '@/e2e/explained-figures';
import { type IndexReader, type Json, readIndex, textAt } from '@/e2e/index-reader';
import { type Query, readTruth } from '@/e2e/raw-truth';
import { type Figure, isShownTime, readFigures, wrongDates } from '@/e2e/shown-figures';
import { expect, test } from '@/e2e/stack/fixtures';
import { signIn } from '@/e2e/visitor';
import { isLong } from '@/scripts/test-size';

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

/** The figures of a page once nothing is being read any more. */
async function show(page: Page, path: string): Promise<Figure[]> {
  const reading = new Set<unknown>();
  const isRead = (request: Request) => /\/api\/index\/(?!events\/stream)/.test(request.url());
  const began = (request: Request) => isRead(request) && reading.add(request);
  const ended = (request: Request) => reading.delete(request);
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended);
  await page.goto(path);
  let figures: Figure[] = [];
  await expect(async () => {
    figures = await page.evaluate(readFigures);
    expect(figures.length).toBeGreaterThan(0);
    await expect(page.locator('main [data-skeleton]')).toHaveCount(0, { timeout: 1 });
    await expect(page.locator('main')).not.toContainText(/(?<!\()loading/, { timeout: 1 });
    expect(reading.size).toBe(0);
  }, path).toPass({ intervals: [50] });
  page.off('request', began).off('requestfinished', ended).off('requestfailed', ended);
  return figures;
}

/** Everything on a page that is not as it should be. */
function problemsOn(shown: Shown, zone: string): string[] {
  return shown.figures.flatMap((figure) => {
    const { kind, text, time, section, href, exact } = figure;
    const where = `${shown.url.pathname}${shown.url.search} ${section} ${figure.table} ${figure.row ?? ''} ${figure.label}${figure.column}: ${text} (${exact ?? time ?? ''})`;
    if (time !== null) return isShownTime(figure, zone, shown.now) ? [] : [`time: ${where}`];
    if (kind === 'bar') return isBar(figure, shown, zone) ? [] : [`bar: ${where}`];
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
      /^\/(overview|analyze)/.test(shown.url.pathname) &&
      after !== undefined &&
      Date.parse(after) % shown.step !== 0
    )
      problems.push(`bounds: ${where} ${href}`);
    const isAllowed = UNEXPLAINED.some(([pattern]) =>
      pattern.test(`${shown.url.pathname} ${section} ${text}`),
    );
    if (shown.hasTruth && kind === 'text' && !isAllowed && !shown.explains(figure))
      problems.push(
        `value: ${where}, expected ${shown.specific(figure).slice(0, 4).join(' or ')} ${href ?? ''}`,
      );
    return problems;
  });
}

// Each walk takes half a minute, and longer beside others.
test.describe.configure({ mode: 'parallel', timeout: 600_000 });

for (const zone of ['UTC', 'Asia/Kolkata', 'America/Los_Angeles'])
  test.describe(zone, () => {
    test.use({ timezoneId: zone });

    test(
      `figures are what raw rows give, times are in ${zone}`,
      { tag: '@full' },
      async ({ page, stack }) => {
        // One zone shows whether times follow it.
        test.skip(zone !== 'Asia/Kolkata' && !isLong, 'the values, and two more zones: npm run test:long');
        const index = await readIndex(stack);
        const truth = isLong ? await readTruth(index) : null;
        await signIn(page);
        const local = encodeURIComponent(new URLSearchParams({ zone: 'local', local: zone }).toString());
        if (zone !== 'UTC')
          await page.context().addCookies([{ name: 'dagscope.view', value: local, url: stack.consoleUrl }]);
        const problems: string[] = [];
        for (const [path, subject] of await pagesOf(index)) {
          const figures = await show(page, path);
          const now = await page.evaluate(() => Date.now());
          const id = /^\/\w+\/([^?]+)/.exec(path)?.[1];
          const shown = new Shown(
            truth,
            path,
            subject,
            figures,
            now,
            id === undefined || truth === null ? [] : truth.naming(decodeURIComponent(id)),
          );
          problems.push(...problemsOn(shown, zone));
        }
        expect(problems).toEqual([]);
      },
    );
  });
