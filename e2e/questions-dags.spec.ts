// Questions about DAGs, each answered from the overview in at most four interactions and without reading JSON.
import { Asker } from '@/e2e/asker';
import { readIndex, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';

const nameOf = (value: unknown) => String((value as Json)['name']);

/** What each group of each DAG asks for, as it was recorded: by DAG, by group, `vertex.port`. */
async function askedInLog(index: Awaited<ReturnType<typeof readIndex>>) {
  const dags = new Map<string, Map<string, { vertex: string; port: string }[]>>();
  for (const event of await index.all('/events?kinds=DAGEntryVertexInputPortAdded')) {
    const { dag, vertex, entry_port, entry_group } = event['payload'] as Json;
    const groups = dags.get(String(dag)) ?? new Map<string, { vertex: string; port: string }[]>();
    const port = { vertex: nameOf(vertex), port: nameOf(entry_port) };
    groups.set(nameOf(entry_group), [...(groups.get(nameOf(entry_group)) ?? []), port]);
    dags.set(String(dag), groups);
  }
  return dags;
}

test('8 What must be supplied to run one entry group of a DAG?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const asked = await askedInLog(index);
  // The one with the most groups: another group's ports must not be among the answer.
  const [dag, groups] = [...asked].sort((a, b) => b[1].size - a[1].size)[0]!;
  expect(groups.size).toBeGreaterThan(1);
  const [group, wanted] = [...groups].at(-1)!;
  const added = (await index.all('/events?kinds=DAGVertexAdded')).map((event) => event['payload'] as Json);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(dag);
  const panel = page.getByTestId('entry-inputs');
  await asker.press(panel.getByRole('radio', { name: group, exact: true }));
  await expect(panel.locator('[data-supplied]')).toHaveCount(wanted.length);
  for (const { vertex, port } of wanted) {
    const { kind } = added.find((one) => one['dag'] === dag && nameOf(one['vertex']) === vertex) ?? {};
    const fqn = String((kind as Json)['tool_fqn']);
    const tool = await index.get(`/tools/${encodeURIComponent(fqn)}`);
    const contract = (tool['input_schema'] as Json[]).find((one) => one['port_name'] === port);
    const row = panel.locator(`[data-supplied="${vertex}.${port}"]`);
    await expect(row.getByRole('button', { name: vertex, exact: true })).toBeVisible();
    await expect(row).toContainText(
      `${String(contract?.['cardinality'])}, ${String(contract?.['value_kind'])}`,
    );
    await expect(row.locator(`[data-same-id="${fqn}"]`)).toBeVisible();
  }
  // The drawing lights the same group.
  await expect(page).toHaveURL(new RegExp(`group=${group}`));
});

const DAY_MS = 86_400_000;
const payloadOf = (event: Json) => event['payload'] as Json;

test('How long do executions of a DAG take this week, and which vertex was slowest?', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  await openDemo(page);
  // The page's figures are of periods that end at full five minutes.
  const since = Math.floor(Date.now() / (5 * 60_000)) * 5 * 60_000 - 7 * DAY_MS;
  const finished = (await index.all('/executions?status=succeeded')).filter(
    (one) => Date.parse(String(one['onchain_created_at'])) >= since,
  );
  const dag = String(finished[0]?.['dag_object_id']);
  const started = new Map(
    (await index.all(`/executions?dag_object_id=${dag}`)).flatMap((one) => {
      const at = Date.parse(String(one['onchain_created_at']));
      return at >= since ? [[String(one['object_id']), at] as const] : [];
    }),
  );
  const runDurations = (await index.all('/events?kinds=ExecutionFinished'))
    .flatMap((event) => {
      const at = started.get(String(payloadOf(event)['execution']));
      return at === undefined ? [] : [Date.parse(String(event['onchain_at'])) - at];
    })
    .sort((a, b) => a - b);
  // A visit lasts from its request to the next event that ends it, of the same walk at the same vertex.
  const kinds = 'RequestWalkExecution,WalkAdvanced,EndStateReached,WalkFailed,WalkAborted,WalkCancelled';
  const events = (await index.all(`/events?kinds=${kinds}`))
    .filter((event) => started.has(String(payloadOf(event)['execution'])))
    .sort((a, b) => Number(a['id']) - Number(b['id']));
  const open = new Map<string, number>();
  const durations = new Map<string, number[]>();
  for (const event of events) {
    const { execution, walk_index, vertex, next_vertex } = payloadOf(event);
    const place = (next_vertex ?? vertex) as Json;
    const name = nameOf(place['vertex']);
    const key = [execution, walk_index, name, place['iteration']].join(' ');
    const at = Date.parse(String(event['onchain_at']));
    const begun = open.get(key);
    if (String(event['kind']).startsWith('RequestWalkExecution')) open.set(key, begun ?? at);
    else if (begun !== undefined) {
      durations.set(name, [...(durations.get(name) ?? []), at - begun]);
      open.delete(key);
    }
  }
  const medians = [...durations].map(([name, all]) => {
    const sorted = all.sort((a, b) => a - b);
    return [name, sorted[Math.ceil(sorted.length / 2) - 1] ?? 0] as const;
  });
  const longest = Math.max(...medians.map(([, median]) => median));
  const asker = new Asker(page);
  await asker.search(dag);
  const figure = (label: string) =>
    page
      .locator('section', { has: page.getByRole('heading', { name: 'Executions of this DAG' }) })
      .locator('div:has(> dt)')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
      .locator('[data-exact]')
      .first();
  const mean = runDurations.reduce((sum, ms) => sum + ms, 0) / runDurations.length;
  const p95 = runDurations[Math.ceil(0.95 * runDurations.length) - 1];
  await expect(figure('Mean duration')).toHaveAttribute('data-exact', String(Math.round(mean)));
  await expect(figure('95th percentile')).toHaveAttribute('data-exact', String(p95));
  const first = page.getByTestId('vertex-durations').locator('[data-duration-of]').first();
  await expect(first.locator('[data-exact]').first()).toHaveAttribute('data-exact', String(longest));
  const slowest = await first.getAttribute('data-duration-of');
  expect(new Map(medians).get(slowest ?? '')).toBe(longest);
  await expect(page.locator(`[data-vertex="${slowest}"]`)).toHaveAttribute('data-heat', '1.00');
});

test('Which DAGs have loops, and how often did each DAG run?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const dags = (await index.all('/dags')).map((dag) => String(dag['object_id']));
  const added = (await index.all('/events?kinds=DAGEdgeAdded')).map(payloadOf);
  const runs = await index.all('/executions');
  await openDemo(page);
  await new Asker(page).rail('DAGs');
  const cell = (dag: string, column: string) => page.locator(`[data-row="${dag}"] [data-column="${column}"]`);
  for (const dag of dags) {
    const edges = added.filter((payload) => payload['dag'] === dag).map(({ edge }) => edge as Json);
    const loops = edges.filter(({ kind }) => (kind as Json)['variant'] === 'DoWhile');
    await expect(cell(dag, 'edges')).toHaveText(String(edges.length));
    await expect(cell(dag, 'loops')).toHaveText(String(loops.length));
    // Executions go on while the test reads.
    const count = runs.filter((run) => run['dag_object_id'] === dag).length;
    await expect.poll(async () => Number(await cell(dag, 'runs').innerText())).toBeGreaterThanOrEqual(count);
  }
});

test('Which DAGs have loops, and which are large?', async ({ page, stack }) => {
  const dags = await (await readIndex(stack)).all('/dags');
  const idsOf = (rows: readonly Json[]) => rows.map((dag) => String(dag['object_id'])).sort();
  const looped = dags.filter((dag) => Number(dag['loops']) > 0);
  const size = Math.max(...dags.map((dag) => Number(dag['vertices'])));
  const large = dags.filter((dag) => Number(dag['vertices']) >= size);
  expect(looped.length).toBeLessThan(dags.length);
  expect(large.length).toBeLessThan(dags.length);
  await openDemo(page);
  const rows = await new Asker(page).rail('DAGs').then(() => rowsOf(page, 'DAGs'));
  const shown = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row')).sort());
  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Has loops' }).click();
  await page.getByRole('radio', { name: 'yes' }).click();
  await expect.poll(shown).toEqual(idsOf(looped));
  await filters.getByRole('button', { name: 'Clear Has loops' }).click();
  await filters.getByRole('button', { name: 'Vertices' }).click();
  await page.getByRole('textbox', { name: 'At least' }).fill(String(size));
  await page.keyboard.press('Enter');
  await expect.poll(shown).toEqual(idsOf(large));
  await expect(filters).toContainText(`Vertices: at least ${size}`);
});

/** The outputs that a DAG declares and the edges that lead to each vertex, as they were recorded. */
async function recordedOutputs(index: Awaited<ReturnType<typeof readIndex>>) {
  const outputs = (await index.all('/events?kinds=DAGOutputAdded')).map(payloadOf).map((payload) => ({
    dag: String(payload['dag']),
    vertex: nameOf(payload['vertex']),
    variant: nameOf((payload['output'] as Json)['variant']),
    port: nameOf((payload['output'] as Json)['port']),
  }));
  const edges = (await index.all('/events?kinds=DAGEdgeAdded')).map(payloadOf).map((payload) => {
    const { from, to } = payload['edge'] as Record<string, Json>;
    return {
      dag: String(payload['dag']),
      from: nameOf(payload['from_vertex']),
      variant: nameOf(from?.['variant']),
      to: nameOf(to?.['vertex']),
    };
  });
  return { outputs, edges };
}

test('Which outputs of a DAG exclude each other?', async ({ page, stack }) => {
  const { outputs, edges } = await recordedOutputs(await readIndex(stack));
  // Two outputs whose vertices follow different variants of one vertex.
  const areApart = (one: (typeof outputs)[number], other: (typeof outputs)[number]) =>
    edges.some(
      (edge) =>
        edge.dag === one.dag &&
        edge.to === one.vertex &&
        edges.some(
          ({ dag, from, variant, to }) =>
            dag === edge.dag && from === edge.from && variant !== edge.variant && to === other.vertex,
        ),
    );
  const pairs = outputs.flatMap((one) =>
    outputs.flatMap((other) =>
      one.dag === other.dag && one.vertex !== other.vertex && areApart(one, other) ? [[one, other]] : [],
    ),
  );
  const [one, other] = pairs[0]!;
  const dag = one!.dag;
  await openDemo(page);
  await new Asker(page).search(dag);
  const panel = page.getByTestId('outputs-panel');
  const declared = outputs.filter((output) => output.dag === dag);
  await expect(panel.locator('[data-output]')).toHaveCount(declared.length);
  const keyOf = ({ vertex, variant, port }: (typeof outputs)[number]) => `${vertex}.${variant}.${port}`;
  const row = panel.locator(`[data-output="${keyOf(one!)}"]`);
  await expect(row).toHaveAttribute('data-output-class', 'exclusive');
  await expect(row).toContainText(`Never together with ${keyOf(other!)}`);
});

test('Which executions failed at a vertex this week?', async ({ page, stack }) => {
  const since = Math.floor(Date.now() / (5 * 60_000)) * 5 * 60_000 - 7 * DAY_MS;
  const failed = (await (await readIndex(stack)).all('/executions')).filter(
    (row) => row['failed_vertex'] !== null && Date.parse(String(row['onchain_created_at'])) >= since,
  );
  const { dag_object_id: dag, failed_vertex: vertex } = failed[0]!;
  const wanted = failed.filter((row) => row['dag_object_id'] === dag && row['failed_vertex'] === vertex);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(String(dag));
  const row = page.getByTestId('vertex-durations').locator(`[data-duration-of="${String(vertex)}"]`);
  await asker.press(row.getByRole('link'));
  await expect(page).toHaveURL(/failed_vertex=/);
  const rows = await rowsOf(page, 'executions');
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((one) => one.getAttribute('data-row')).sort()))
    .toEqual(wanted.map((one) => String(one['object_id'])).sort());
});
