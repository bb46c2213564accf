// Replaying an execution: at any step the page shows what a test works out for itself from the events of the index, up to that event.
import type { Page } from '@playwright/test';
import { blueprints } from '@/e2e/blueprints';
import { buildingEvents } from '@/e2e/building-events';
import { byId, readIndex, type IndexReader, type Json } from '@/e2e/index-reader';
import { advanced, executionId, many, one, recordedRun, requested } from '@/e2e/recorded-run';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, signIn } from '@/e2e/visitor';

interface Edge {
  from: { vertex: string; variant: string; port: string };
  to: { vertex: string; port: string };
  kind: string;
}

/** A finished execution of the simulated network on a DAG that has all of these kinds of edges. */
async function finishedOn(index: IndexReader, kinds: readonly string[], status = 'succeeded') {
  const { items } = await index.get(`/executions?status=${status}&page_size=100`);
  for (const execution of items as Json[]) {
    const structure = await index.get(`/dags/${String(execution['dag_object_id'])}/structure`);
    const edges = structure['edges'] as Edge[];
    if (!kinds.every((kind) => edges.some((edge) => edge.kind === kind))) continue;
    const id = String(execution['object_id']);
    const events = (await index.all(`/executions/${id}/events`)).sort(byId);
    return { id, execution, edges, events };
  }
  throw new Error(`no ${status} execution on a DAG with ${kinds.join(', ')}`);
}

const AFTER: Readonly<Record<string, string>> = {
  InvocationAuthorizationRequired: 'active',
  RequestWalkExecution: 'active',
  CommittedToolResult: 'pending_settlement',
  WalkAdvanced: 'active',
  EndStateReached: 'successful',
};

/** Walk states after the events, by the rule of the specification; written again here on purpose. */
function walksAfter(events: readonly Json[]): Record<string, string> {
  const states: Record<string, string> = {};
  const waiting = new Set<string>();
  for (const event of events) {
    const type = String(event['event_type']);
    const state = AFTER[type];
    if (state === undefined) continue;
    const walk = String(event['walk_index']);
    if (type.startsWith('Invocation') || type === 'RequestWalkExecution')
      for (const other of waiting) if (other !== walk && waiting.delete(other)) states[other] = 'consumed';
    waiting.delete(walk);
    if (type === 'WalkAdvanced') waiting.add(walk);
    states[walk] = state;
  }
  return states;
}

async function shownWalks(page: Page): Promise<Record<string, string>> {
  const pairs = await page
    .getByTestId('walks')
    .locator('[data-walk]')
    .evaluateAll((items) =>
      items.map((item) => [item.getAttribute('data-walk'), item.getAttribute('data-walk-state')]),
    );
  return Object.fromEntries(pairs) as Record<string, string>;
}

test('each step shows its walks, vertex and edge', { tag: '@full' }, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const { id, edges, events } = await finishedOn(index, [
    'for_each',
    'collect',
    'do_while',
    'break',
    'static',
  ]);
  await signIn(page);
  const answers = events.filter(({ event_type }) => event_type === 'WalkAdvanced');
  const samples = [answers[0], answers[1], answers[3], answers.at(-1), events[Math.floor(events.length / 2)]];
  for (const event of samples) {
    const upTo = events.filter((other) => Number(other['id']) <= Number(event?.['id']));
    await page.goto(`/executions/${id}?step=ev-${String(event?.['id'])}`);
    await expect(page.locator('[data-vertex]').first()).toBeVisible();
    await expect.poll(() => shownWalks(page)).toEqual(walksAfter(upTo));
    const state = page.locator(`[data-vertex="${String(event?.['vertex_name'])}"]`);
    await expect(state).toHaveAttribute('data-state', /active|pending|done/);
    const crossed = edges
      .filter(({ from }) => from.vertex === event?.['vertex_name'] && from.variant === event?.['variant'])
      .map(({ from, to }) => `${from.vertex}.${from.variant}.${from.port}->${to.vertex}.${to.port}`);
    const tokens = page.locator('[data-token]');
    await expect(tokens).toHaveCount(crossed.length);
    const tokenKeys = await tokens.evaluateAll((all) => all.map((token) => token.getAttribute('data-token')));
    expect(tokenKeys.sort()).toEqual(crossed.sort());
  }
});

test('the last step equals the index; the URL keeps the step', { tag: '@full' }, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const { id, execution, events } = await finishedOn(index, ['for_each', 'collect']);
  const walks = await index.all(`/executions/${id}/walks`);
  await openDemo(page, `/executions/${id}`);
  await expect
    .poll(() => shownWalks(page))
    .toEqual(Object.fromEntries(walks.map((walk) => [String(walk['walk_index']), walk['state']])));
  await expect(page.getByTestId('status-at')).toHaveText(String(execution['status']).replaceAll('_', ' '));
  const bar = page.getByTestId('replay-bar');
  const rows = ['submission-failures', 'payment-ledger'].map((part) =>
    index.all(`/executions/${id}/${part}`),
  );
  const total = events.length + (await Promise.all(rows)).flat().length;
  await expect(bar).toHaveAttribute('data-steps', String(total));
  await expect(bar).toHaveAttribute('data-step', String(total));

  await page.keyboard.press('[');
  await expect(page).toHaveURL(/step=/);
  const once = page.url();
  await page.keyboard.press('[');
  await expect(bar).toHaveAttribute('data-step', String(total - 2));
  // The address follows a little later than the bar.
  await expect(page).not.toHaveURL(once);
  await page.reload();
  await expect(bar).toHaveAttribute('data-step', String(total - 2));

  // By transaction: the next stop is the end of one.
  await page.getByRole('radio', { name: 'transaction' }).click();
  await page.getByRole('slider', { name: 'Replay step' }).fill('0');
  await page.keyboard.press(']');
  const first = (await Promise.all(rows)).flat().concat(events).sort(byId);
  const inFirst = first.filter(({ tx_digest }) => tx_digest === first[0]?.['tx_digest']).length;
  await expect(bar).toHaveAttribute('data-step', String(inFirst));
});

test('a vertex shows its inputs and outputs at a step', { tag: '@full' }, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const { id, edges, events } = await finishedOn(index, ['for_each', 'collect']);
  const fan = edges.find(({ kind }) => kind === 'for_each');
  const split = events.find(
    (event) => event['event_type'] === 'WalkAdvanced' && event['vertex_name'] === fan?.from.vertex,
  );
  const port = (split?.['ports_data'] as Record<string, { many: unknown[] }>)[fan?.from.port ?? ''];
  await openDemo(page, `/executions/${id}?vertex=${fan?.to.vertex ?? ''}`);
  const label = page.locator('[data-edge-label="for_each"]').first();
  await expect(label).toContainText(`×${port?.many.length}`);
  const detail = page.getByTestId('run-detail');
  await expect(detail).toContainText(`${port?.many.length}/${port?.many.length}`);
  await detail.getByRole('button', { name: 'Previous visit' }).click();
  await expect(page).toHaveURL(/visit=/);
  await expect(detail.getByTestId('run-inputs')).toContainText(`from ${fan?.from.vertex}.`);
  await expect(detail.getByTestId('run-outputs').locator('[data-port-value]').first()).toBeVisible();

  // One walk alone: the vertices of others say nothing, and nothing is called not reached that was.
  const index0 = String(split?.['walk_index']);
  await page.goto(`/executions/${id}?walk=${index0}`);
  await expect(page.locator(`[data-vertex="${fan?.from.vertex}"]`)).toHaveAttribute('data-state', 'done');
  const visited = new Set(
    events.filter((event) => String(event['walk_index']) === index0).map((event) => event['vertex_name']),
  );
  const away = [...new Set(events.map((event) => String(event['vertex_name'])))].find(
    (name) => !visited.has(name),
  );
  await expect(page.locator(`[data-vertex="${away}"]`)).toHaveAttribute('data-state', 'not_by_walk');

  // The same at the edge itself: each time something went along it, with what went.
  const key = `${fan?.from.vertex}.${fan?.from.variant}.${fan?.from.port}->${fan?.to.vertex}.${fan?.to.port}`;
  await page.goto(`/executions/${id}?view=table`);
  await page.locator(`[data-table-edge="${key}"]`).getByRole('button').click();
  await expect(page).toHaveURL(/edge=/);
  await expect(page.getByTestId('edge-inspector')).toHaveAttribute('data-inspected', key);
  const went = page.getByTestId('edge-detail');
  await expect(went).toHaveAttribute('data-crossings', '1');
  await expect(went.locator('[data-port-value]')).toContainText(`many, ${port?.many.length} ×`);
});

test('playback runs to the end, without motion if reduced', { tag: '@full' }, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const { id, events } = await finishedOn(index, ['do_while']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page);
  const answer = events.find(({ event_type }) => event_type === 'WalkAdvanced');
  await page.goto(`/executions/${id}?step=ev-${String(answer?.['id'])}`);
  const token = page.locator('[data-token]').first();
  await expect(token).toBeAttached();
  const seconds = await token.evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).animationDuration),
  );
  expect(seconds).toBeLessThan(0.001);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const bar = page.getByTestId('replay-bar');
  await bar.getByRole('button', { name: 'Replay' }).click();
  const total = await bar.getAttribute('data-steps');
  await expect(bar).toHaveAttribute('data-step', total ?? '');
  await expect(bar.getByRole('button', { name: 'Replay' })).toBeVisible();

  // A link that is followed meanwhile leads to its page, however slow the index: each step is written to the address.
  await page.route(
    (url) => url.searchParams.has('_rsc'),
    async (route) => {
      const step = await bar.getAttribute('data-step');
      await expect(bar).not.toHaveAttribute('data-step', step ?? '');
      await route.continue();
    },
  );
  await bar.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await expect(page).toHaveURL(/\/agents$/);
});

test.describe('a recorded run', () => {
  test.use({ network: 'workbench' });

  test('a live execution is followed, and stays where it was rewound to', async ({ page, stack }) => {
    const dag = blueprints['claims']!;
    const name = `live ${Date.now()}`;
    const lines = [
      requested(0, 'intake'),
      advanced(0, 'intake', 'ok', { claims: many('roof', 'cellar') }),
      requested(1, 'assess', { iteration: 0, out_of: 2 }),
      requested(2, 'assess', { iteration: 1, out_of: 2 }),
      advanced(1, 'assess', 'ok', { score: one(3) }, { iteration: 0, out_of: 2 }),
    ];
    const all = recordedRun(name, dag, lines);
    await stack.ingest([...buildingEvents(dag), ...all.slice(0, 3)]);
    await openDemo(page, `/executions/${executionId(name)}`);
    const bar = page.getByTestId('replay-bar');
    await expect(bar).toHaveAttribute('data-steps', '3');
    for (const label of ['Elapsed', 'Last activity', 'Deadline', 'Cost so far'])
      await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${label}`) })).toBeVisible();
    await expect(page.getByRole('term').filter({ hasText: /^Duration/ })).toHaveCount(0);
    await expect(bar.getByRole('button', { name: 'Follow live' })).toHaveAttribute('data-state', 'on');
    await stack.ingest(all.slice(0, 4));
    await expect(bar).toHaveAttribute('data-step', '4');
    await page.keyboard.press('[');
    await expect(bar).toHaveAttribute('data-step', '3');
    await stack.ingest(all);
    await expect(bar).toHaveAttribute('data-steps', '5');
    await expect(bar).toHaveAttribute('data-step', '3');
    await bar.getByRole('button', { name: 'Follow live' }).click();
    await expect(bar).toHaveAttribute('data-step', '5');
    await expect(page.locator('[data-edge-label="collect"]')).toContainText('1/2');
  });

  test('a record that began in the middle says so, and calls unknown what it did not see', async ({
    page,
    stack,
  }) => {
    const dag = blueprints['claims']!;
    const name = 'began in the middle';
    const lines = [
      advanced(2, 'assess', 'ok', { score: one(3) }, { iteration: 1, out_of: 2 }),
      requested(2, 'summarise'),
    ];
    await stack.ingest([...buildingEvents(dag), ...recordedRun(name, dag, lines)]);
    await openDemo(page, `/executions/${executionId(name)}`);
    await expect(page.getByTestId('gaps')).toContainText('walks 0, 1 have no events');
    await expect.poll(() => shownWalks(page)).toEqual({ '0': 'unknown', '1': 'unknown', '2': 'active' });
    await expect(page.locator('[data-vertex="intake"]')).toHaveAttribute('data-state', 'unknown');
    await expect(page.locator('[data-vertex="summarise"]')).toHaveAttribute('data-state', 'active');
  });
});
