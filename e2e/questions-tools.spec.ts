// Questions about tools: why they fail, how long they take, and what followed a change. The right answers come from rows and events.
import { Asker } from '@/e2e/asker';
import { readIndex, type IndexReader, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';
import { stringifyJson } from '@/lib/json/exact';

const DAY_MS = 86_400_000;
const STEP_MS = 5 * 60_000;

const daysAgo = (days: number) => Math.floor(Date.now() / STEP_MS) * STEP_MS - days * DAY_MS;
const startOf = (row: Json) => Date.parse(String(row['onchain_created_at']));
const payloadOf = (event: Json) => event['payload'] as Json;

/** How often each value occurs, the most frequent first. */
function tally(values: readonly unknown[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** The vertices of every DAG and their tools, as they were recorded: tool by `dag/vertex`. */
async function toolsInLog(index: IndexReader): Promise<Map<string, string>> {
  const added = (await index.all('/events?kinds=DAGVertexAdded')).map(payloadOf);
  return new Map(
    added.map(({ dag, vertex, kind }) => [
      `${String(dag)}/${String((vertex as Json)['name'])}`,
      String((kind as Json)['tool_fqn']),
    ]),
  );
}

test('Which tool fails most this month, and what is its most common reason?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const tools = await toolsInLog(index);
  const failed = (await index.all('/executions')).filter(
    (row) => row['failed_vertex'] !== null && startOf(row) >= daysAgo(30),
  );
  const toolOf = (row: Json) => tools.get(`${String(row['dag_object_id'])}/${String(row['failed_vertex'])}`);
  const [[tool, count] = ['', 0]] = tally(failed.map(toolOf));
  const reasons = tally(failed.filter((row) => toolOf(row) === tool).map((row) => row['failure_reason']));
  await openDemo(page);
  const asker = new Asker(page);
  await asker.press(page.getByRole('radio', { name: '30 days' }));
  const first = page.getByRole('table').filter({ hasText: 'Failing tool' }).locator('tbody tr').first();
  await expect(first.locator('td').nth(1)).toHaveText(String(count));
  await asker.press(first.locator(`[data-same-id="${tool}"]`));
  await asker.press(page.getByTestId('tool-calls').getByRole('radio', { name: '30 days' }));
  const table = page.getByRole('table', { name: 'Failures by reason' });
  for (const [reason, times] of reasons)
    await expect(
      table
        .getByRole('row')
        .filter({ hasText: reason })
        .getByRole('link', { name: String(times), exact: true }),
    ).toBeVisible();
  await asker.press(table.getByRole('link').first());
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(`of ${reasons[0]?.[1]}`);
});

test('Which execution was the first after a tool changed?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const tools = await toolsInLog(index);
  const runs = (await index.all('/executions')).sort((a, b) => startOf(a) - startOf(b));
  const firstAfter = ({ payload, onchain_at }: Json) =>
    runs.find(
      (run) =>
        startOf(run) >= Date.parse(String(onchain_at)) &&
        [...tools].some(
          ([use, tool]) =>
            tool === (payload as Json)['fqn'] && use.startsWith(`${String(run['dag_object_id'])}/`),
        ),
    );
  const changes = await index.all('/events?kinds=ToolUpdated');
  const change = changes.find((event) => firstAfter(event) !== undefined)!;
  await openDemo(page);
  const fqn = String(payloadOf(change)['fqn']);
  await new Asker(page).search(fqn, fqn);
  const row = page.locator(`[data-change="${String(change['id'])}"]`);
  // The event names the tool and nothing else.
  await expect(row).toContainText('not recorded');
  const first = String(firstAfter(change)?.['object_id']);
  await expect(row.locator(`[data-same-id="${first}"]`)).toBeVisible();
});

test('Which tools are unused: not called by any execution of the last day?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const tools = await toolsInLog(index);
  const runs = new Set(
    (await index.all('/executions')).flatMap((run) => (startOf(run) >= daysAgo(1) ? [run['object_id']] : [])),
  );
  const called = new Set(
    (await index.all('/events?kinds=RequestWalkExecution'))
      .map(payloadOf)
      .filter(({ execution }) => runs.has(execution))
      .map(({ dag, next_vertex }) =>
        tools.get(`${String(dag)}/${String(((next_vertex as Json)['vertex'] as Json)['name'])}`),
      ),
  );
  const listed = (await index.all('/tools')).map((tool) => String(tool['fqn']));
  const unused = listed.filter((fqn) => !called.has(fqn));
  expect(called.size).toBeGreaterThan(3);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Tools');
  await asker.press(page.getByRole('link', { name: 'Unused' }));
  await asker.press(page.getByRole('radio', { name: '24 h' }));
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Not called' }) });
  await expect(panel).toContainText(`${unused.length} of ${listed.length} tools`);
  const rows = page.getByRole('table', { name: 'Tools not called' }).locator('[data-unused]');
  await expect
    .poll(async () =>
      (await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-unused')))).sort(),
    )
    .toEqual(unused.sort());
});

test('What changed between two versions of a tool?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  // Every tool of the simulated network has one version: a second one is answered for.
  const tool = (await index.all('/tools')).find((one) => /@\d+$/.test(String(one['fqn'])))!;
  const fqn = String(tool['fqn']);
  const newer = fqn.replace(/@\d+$/, '@99');
  const detail = await index.get(`/tools/${encodeURIComponent(fqn)}`);
  const added = { port_name: 'tone', cardinality: 'one', value_kind: 'data' };
  const answer = (pattern: RegExp, body: Json) =>
    page.route(pattern, (route) =>
      route.fulfill({ contentType: 'application/json', body: stringifyJson(body) }),
    );
  await answer(/\/api\/index\/tools\?.*fqn=/, {
    items: [{ ...tool, fqn: newer }, tool],
    metadata: { next_token: null, total_items: 2 },
  });
  await answer(/\/api\/index\/tools\/[^?]*(@|%40)99/, {
    ...detail,
    fqn: newer,
    input_schema: [...(detail['input_schema'] as Json[]), added],
  });
  await openDemo(page);
  await new Asker(page).search(fqn, fqn);
  const rows = page.getByRole('table', { name: 'Versions of this tool' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('added input tone (one data)');
  await expect(rows.first().locator(`[data-same-id="${newer}"]`)).toBeVisible();
});
