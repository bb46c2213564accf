// The page of an execution besides its replay: failures first, time, money, rows, and the export.
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { readIndex, type IndexReader, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openConsole } from '@/e2e/stack/stack';
import { connectWithKey, openDemo, rowsOf } from '@/e2e/visitor';
import { stringifyJson } from '@/lib/json/exact';

/** Executions of this state with so much history that there is something to look at. */
async function busy(index: IndexReader, status: string): Promise<Json[]> {
  const { items } = await index.get(`/executions?status=${status}&page_size=40`);
  for (const execution of items as Json[]) {
    const { metadata } = await index.get(`/executions/${String(execution['object_id'])}/events?page_size=1`);
    if ((metadata as { total_items: number }).total_items > 30) return [execution];
  }
  throw new Error(`no ${status} execution has more than 30 events`);
}

/** Names of the tables that have to be scrolled sideways to be read. */
async function sidewaysTables(page: Page): Promise<(string | null)[]> {
  const boxes = page.locator('main .overflow-x-auto:has(table)');
  await expect(boxes.first()).toBeVisible();
  return boxes.evaluateAll((all) =>
    all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((box) => box.getAttribute('aria-label')),
  );
}

/** Opens the page of the first of them. */
async function openOne(page: Page, [execution]: readonly Json[]): Promise<string> {
  const id = String(execution?.['object_id']);
  await openDemo(page, `/executions/${id}`);
  await expect(page.getByTestId('replay-bar')).toBeVisible();
  return id;
}

test('the cost waterfall equals payment and ledger exactly', { tag: '@full' }, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const refilled = [];
  for (const execution of (await index.get('/executions?status=succeeded&page_size=100'))[
    'items'
  ] as Json[]) {
    const ledger = await index.all(
      `/executions/${String(execution['object_id'])}/payment-ledger?kind=refilled`,
    );
    if (ledger.length > 0) refilled.push(execution);
    if (refilled.length > 0) break;
  }
  const id = await openOne(page, refilled);
  const [payment] = await index.all(`/payments?execution_object_id=${id}`);
  const ledger = (await index.all(`/executions/${id}/payment-ledger`)).sort(
    (a, b) => Number(a['id']) - Number(b['id']),
  );
  const last = ledger.filter(({ kind }) => kind === 'fees_recorded').at(-1);
  const amount = (row: Json | undefined, field: string) => BigInt((row?.[field] ?? 0) as bigint | number);
  const gas = amount(last, 'gas_fee_mist');
  const tool = amount(last, 'tool_fee_mist');
  const priority = amount(last, 'priority_fee_mist');
  const max = amount(payment, 'max_budget_mist');
  const created = amount(payment, 'gas_budget_mist') + amount(payment, 'priority_fee_reserve_mist');
  const expected = {
    budget: created,
    raised: max - created,
    gas: -gas,
    tool: -tool,
    priority: -priority,
    left: max - gas - tool - priority,
  };
  const shown = () =>
    page
      .getByTestId('money-panel')
      .locator('[data-money]')
      .evaluateAll((lines) =>
        lines.map((line) => [
          line.getAttribute('data-money'),
          line.querySelector('[data-exact]')?.getAttribute('data-exact'),
        ]),
      );
  await expect
    .poll(async () => Object.fromEntries(await shown()) as unknown)
    .toEqual(Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, String(value)])));
  expect(amount(payment, 'consumed_total')).toBe(gas);
  await expect(page.getByTestId('residuals').first()).toHaveAttribute('data-residuals', '0');

  // Before the refill it is not there; by vertex and tool it adds up to the same.
  const refill = ledger.find(({ kind }) => kind === 'refilled');
  const before = ledger.filter(({ id: row }) => Number(row) < Number(refill?.['id'])).at(-1);
  await page.goto(`/executions/${id}?step=pl-${String(before?.['id'])}`);
  await expect(page.locator('[data-money="raised"] [data-exact]').first()).toHaveAttribute('data-exact', '0');
  await page.goto(`/executions/${id}?tab=ledger`);
  const rows = page.getByTestId('cost-by-vertex').locator('[data-cost]');
  const totals = () =>
    rows.evaluateAll((all) =>
      all.map(
        (row) => row.querySelector('[data-part="total"] [data-exact]')?.getAttribute('data-exact') ?? '0',
      ),
    );
  await expect
    .poll(async () => (await totals()).reduce((sum, each) => sum + BigInt(each), 0n))
    .toBe(gas + tool + priority);
});

test(
  'the timeline has a bar per visit and is linked to the graph',
  { tag: '@full' },
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const id = await openOne(page, await busy(index, 'succeeded'));
    const events = await index.all(`/executions/${id}/events`);
    const visits = new Set(
      events.map((event) => [event['walk_index'], event['vertex_name'], event['vertex_iteration']].join('/')),
    );
    const bars = page.getByTestId('timeline').locator('[data-bar]');
    await expect(bars).toHaveCount(visits.size);
    await expect(page.getByTestId('timeline-clock')).toContainText('Chain time');

    // By keys: from the first bar to the next, and Enter chooses it in the graph.
    await bars.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/vertex=/);
    const vertex = new URL(page.url()).searchParams.get('vertex') ?? '';
    await expect(page.getByTestId('vertex-inspector')).toHaveAttribute('data-inspected', vertex);
    await expect(page.locator(`[data-lane$="/${vertex}"] [data-bar]`).first()).toHaveClass(/outline-accent/);

    // A window of the brush, kept by the address.
    await page.getByRole('slider', { name: 'End of the window' }).focus();
    for (let times = 0; times < 8; times += 1) await page.keyboard.press('PageDown');
    await expect(page).toHaveURL(/window=/);
    await expect.poll(() => bars.count()).toBeLessThan(visits.size);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Whole run' })).toBeVisible();

    await page.getByRole('radio', { name: 'Table', exact: true }).click();
    await expect(page.locator('[data-timeline-visit]')).toHaveCount(visits.size);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => sidewaysTables(page)).toEqual([]);
  },
);

test('rows are filtered, linked and exported', { tag: '@full' }, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const id = await openOne(page, await busy(index, 'succeeded'));
  const events = await index.all(`/executions/${id}/events`);
  const committed = events.filter(({ event_type }) => event_type === 'CommittedToolResult');
  await page.goto(`/executions/${id}?tab=events`);
  await page.getByRole('combobox', { name: 'What happened' }).selectOption('CommittedToolResult');
  await expect(page).toHaveURL(/event_type=CommittedToolResult/);
  const rows = await rowsOf(page, 'events');
  await expect(rows).toHaveCount(committed.length);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export rows' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const [head = '', ...lines] = text.trim().split('\n');
  expect(JSON.parse(head)).toMatchObject({
    manifest: { request: `/executions/${id}/events`, count: committed.length, total_items: events.length },
  });
  const ids = lines.map((line) => (JSON.parse(line) as Json)['id']);
  expect(ids.sort()).toEqual(committed.map((event) => event['id']).sort());

  const ledger = await index.all(`/executions/${id}/payment-ledger`);
  await page.goto(`/executions/${id}#pl-${String(ledger[0]?.['id'])}`);
  await expect(page.getByRole('tab', { name: /Payment ledger/ })).toHaveAttribute('data-state', 'active');
  await expect(page.locator(`#pl-${String(ledger[0]?.['id'])}`)).toBeInViewport();
});

test('the whole run is exported as one JSON document', { tag: '@full' }, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const id = await openOne(page, await busy(index, 'aborted'));
  await page.getByText('Technical details').click();
  await expect(page.getByTestId('composition')).toContainText(/event history \(\d/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export JSON' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^execution-.+\.json$/);
  const run = JSON.parse(await readFile(await file.path(), 'utf8')) as Json & { events: Json[] };
  expect(run).toMatchObject({
    execution_object_id: id,
    missing: [],
    truncated: {},
    execution: { status: 'aborted' },
  });
  const events = await index.all(`/executions/${id}/events`);
  expect(run.events.map((event) => event['id']).sort()).toEqual(events.map((event) => event['id']).sort());
});

test('two executions of a DAG are compared', { tag: '@full' }, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const [first] = await busy(index, 'succeeded');
  const dagId = String(first?.['dag_object_id']);
  const others = await index.all(`/executions?dag_object_id=${dagId}`);
  const other = others.find(
    (row) => row['object_id'] !== first?.['object_id'] && row['was_aborted'] !== null,
  );
  const ids = [first, other].map((row) => String(row?.['object_id']));
  await openDemo(page, `/executions/${ids[0]}?tab=compare`);
  // The last success of the DAG is offered first.
  const success = others.find(
    ({ status, object_id }) => status === 'succeeded' && object_id !== first?.['object_id'],
  );
  const offered = page.getByRole('table', { name: 'Executions to compare with' }).locator('tbody tr');
  await expect(offered.filter({ hasText: 'Last success' })).toHaveCount(1);
  await expect(offered.first()).toContainText('Last success');
  await expect(offered.first().getByRole('link')).toHaveAttribute(
    'href',
    `/executions/${String(success?.['object_id'])}`,
  );
  await page.getByRole('textbox', { name: 'Execution ID' }).fill(ids[1] ?? '');
  await page.getByRole('textbox', { name: 'Execution ID' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`with=${ids[1]}`));
  const structure = await index.get(`/dags/${dagId}/structure`);
  const rows = page.getByTestId('difference').locator('[data-compared]');
  await expect(rows.first()).toBeVisible();
  const equal = page.getByRole('button', { name: /^Show [\d,]+ equal rows?$/ });
  // Rows become equal when both runs are measured by chain time.
  const openedRows = async () => {
    if (await equal.isVisible()) await equal.click();
    return rows.count();
  };
  await expect.poll(openedRows).toBe((structure['vertices'] as unknown[]).length);
  const events = new Map(
    await Promise.all(ids.map(async (id) => [id, await index.all(`/executions/${id}/events`)] as const)),
  );
  const visitsOf = (id: string) => {
    const key = (event: Json) =>
      [event['walk_index'], event['vertex_name'], event['vertex_iteration']].join('/');
    return (vertex: string) =>
      new Set(
        events
          .get(id)
          ?.filter((event) => event['vertex_name'] === vertex)
          .map(key),
      ).size;
  };
  const [visits, otherVisits] = [visitsOf(ids[0] ?? ''), visitsOf(ids[1] ?? '')];
  for (const { name } of structure['vertices'] as { name: string }[])
    if (visits(name) !== otherVisits(name))
      await expect(page.locator(`[data-compared="${name}"]`)).toHaveAttribute('data-differs', /path/);

  // What a vertex put out, where each run visited it once.
  const outputOf = (id: string, vertex: string) =>
    events.get(id)?.find((event) => event['vertex_name'] === vertex && event['ports_data'] !== null)?.[
      'ports_data'
    ];
  for (const { name } of structure['vertices'] as { name: string }[]) {
    if (visits(name) !== 1 || otherVisits(name) !== 1) continue;
    const [output, otherOutput] = ids.map((id) => stringifyJson(outputOf(id, name)));
    const row = page.locator(`[data-compared="${name}"]`);
    if (output === otherOutput) await expect(row).not.toHaveAttribute('data-differs', /outputs/);
    else await expect(row).toHaveAttribute('data-differs', /outputs/);
  }
  await rows
    .getByRole('button', { name: /^Show \d+ values?$/ })
    .first()
    .click();
  await expect(page.locator('[data-compared-port]').first()).toBeVisible();

  // With less room the figures of a side stand together, on a phone a vertex is a card: all of it is in sight.
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(rows.first().locator('td')).toHaveCount(3);
    await expect.poll(() => sidewaysTables(page)).toEqual([]);
  }
});

test('an unread ledger is not an empty one', { tag: '@full' }, async ({ page, stack, allowConsole }) => {
  allowConsole(/403/);
  let isRefused = true;
  // A proxy: the server reads the ledger for the document, out of reach of the browser's routes.
  const index = createServer(({ method, headers, url }, response) => {
    if (isRefused && url?.includes('/payment-ledger')) {
      const body = JSON.stringify({ error_code: 'FORBIDDEN', message: 'the key may not' });
      response.writeHead(403, { 'content-type': 'application/json' }).end(body);
      return;
    }
    const forwarded = request(`${stack.indexUrl}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy()).end();
    response.on('close', () => forwarded.destroy());
  });
  await new Promise<void>((listening) => index.listen(0, '127.0.0.1', listening));
  const front = await openConsole(`http://127.0.0.1:${(index.address() as AddressInfo).port}`);
  try {
    const [execution] = await busy(await readIndex(stack), 'succeeded');
    const path = `/executions/${String(execution?.['object_id'])}`;
    await connectWithKey(page, front.url, await stack.claimKey(), path);
    const note = page.getByTestId('unread');
    await expect(note).toContainText('the payment ledger');
    const money = page.getByTestId('money-panel');
    await expect(money.locator('[data-money="gas"]')).toContainText('unknown');
    await expect(money.locator('[data-money="budget"] [data-exact]')).toBeVisible();
    isRefused = false;
    await note.getByRole('button', { name: 'Retry' }).click();
    await expect(note).toHaveCount(0);
    await expect(money.locator('[data-money="gas"] [data-exact]')).toBeVisible();
  } finally {
    await page.goto('about:blank');
    await front.close();
    index.closeAllConnections();
    index.close();
  }
});

for (const width of [390, 1024])
  test(`at ${width} px nothing is wider than the screen`, { tag: '@full' }, async ({ page, stack }) => {
    const index = await readIndex(stack);
    const items = await busy(index, 'aborted');
    await page.setViewportSize({ width, height: 844 });
    await openOne(page, items);
    await page.keyboard.press('f');
    await expect(page.getByTestId('failure-panel')).toBeVisible();
    await expect(page.getByTestId('timeline')).toBeVisible();
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over).toBeLessThanOrEqual(0);
    await page.goto(`${new URL(page.url()).pathname}?tab=ledger`);
    await expect(page.getByTestId('cost-by-tool').locator('[data-cost]').first()).toBeVisible();
    await expect.poll(() => sidewaysTables(page)).toEqual([]);
    await page.getByRole('tab', { name: /Events/ }).click();
    await rowsOf(page, 'events');
    await expect.poll(() => sidewaysTables(page)).toEqual([]);
  });
