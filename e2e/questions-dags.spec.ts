// Questions about DAGs, each answered from the overview in at most four interactions and without reading JSON. The right answers come from the rows and
// events of the index (index-reader.ts).
import { Asker, factOf, full } from '@/e2e/asker';
import {
  costsOf,
  isWithin,
  lastDays,
  durations,
  feesByExecution,
  idsOf,
  percentOf,
  quantile,
  readIndex,
  recordedEdges,
  recordedTools,
  shownIds,
  startOf,
  tally,
  textAt,
  timeAt,
  valueAt,
  type IndexReader,
  type Json,
} from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';
import { stringifyJson } from '@/lib/json/exact';

test('7 Which DAGs are still being built, and what was added last?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const building = await index.all('/dags?finalized=false');
  const added = await index.all(
    '/events?kinds=DAGVertexAdded,DAGEdgeAdded,DAGEntryVertexInputPortAdded,DAGDefaultValueAdded,DAGOutputAdded,DAGCreated',
  );
  expect(building.length).toBeGreaterThan(0);
  await openDemo(page);
  await new Asker(page).search('being built', 'DAGs being built');
  await expect(page).toHaveURL(/finalized=false/);
  for (const id of idsOf(building)) {
    const last = added.find((event) => stringifyJson(event).includes(id));
    await expect(page.locator(`[data-row="${id}"] [data-event="${textAt(last, 'id')}"]`)).toBeVisible();
  }
});

test('8 What must be supplied to run one entry group of a DAG?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const entryPorts = (await index.events('DAGEntryVertexInputPortAdded')).map((event) => ({
    dag: textAt(event, 'payload.dag'),
    group: textAt(event, 'payload.entry_group.name'),
    vertex: textAt(event, 'payload.vertex.name'),
    port: textAt(event, 'payload.entry_port.name'),
  }));
  // The DAG with the most groups: ports of its other groups must not be in the answer.
  const groups = [...new Set(entryPorts.map(({ dag, group }) => `${dag} ${group}`))];
  const [[dag, count] = ['', 0]] = tally(groups.map((text) => text.split(' ')[0] ?? ''));
  expect(count).toBeGreaterThan(1);
  const { group } = entryPorts.findLast((entry) => entry.dag === dag)!;
  const required = entryPorts.filter((entry) => entry.dag === dag && entry.group === group);
  const tools = await recordedTools(index);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(dag);
  const panel = page.getByTestId('entry-inputs');
  await asker.press(panel.getByRole('radio', { name: group, exact: true }));
  await expect(panel.locator('[data-supplied]')).toHaveCount(required.length);
  for (const { vertex, port } of required) {
    const fqn = tools.get(`${dag}/${vertex}`) ?? '';
    const tool = await index.get(`/tools/${encodeURIComponent(fqn)}`);
    const contract = (tool['input_schema'] as Json[]).find((input) => input['port_name'] === port);
    const row = panel.locator(`[data-supplied="${vertex}.${port}"]`);
    await expect(row.getByRole('button', { name: vertex, exact: true })).toBeVisible();
    await expect(row).toContainText(`${textAt(contract, 'cardinality')}, ${textAt(contract, 'value_kind')}`);
    await expect(row.locator(`[data-same-id="${fqn}"]`)).toBeVisible();
  }
  // The graph highlights the same group.
  await expect(page).toHaveURL(new RegExp(`group=${group}`));
});

/** How long the visits of each vertex took: from the request to the next event of that walk at that vertex which ends the visit. */
async function visitDurations(index: IndexReader, executions: ReadonlySet<string>) {
  const events = await index.events(
    'RequestWalkExecution,WalkAdvanced,EndStateReached,WalkFailed,WalkAborted,WalkCancelled',
  );
  const begun = new Map<string, number>();
  const found = new Map<string, number[]>();
  for (const event of events) {
    if (!executions.has(textAt(event, 'payload.execution'))) continue;
    const place = valueAt(event, 'payload.next_vertex') ?? valueAt(event, 'payload.vertex');
    const name = textAt(place, 'vertex.name');
    const visit = [
      textAt(event, 'payload.execution'),
      textAt(event, 'payload.walk_index'),
      name,
      textAt(place, 'iteration'),
    ].join(' ');
    const at = timeAt(event, 'onchain_at');
    const start = begun.get(visit);
    if (textAt(event, 'kind').startsWith('RequestWalkExecution')) begun.set(visit, start ?? at);
    else if (start !== undefined) {
      found.set(name, [...(found.get(name) ?? []), at - start]);
      begun.delete(visit);
    }
  }
  return found;
}

test('How long do executions of a DAG take, what do they cost?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  await openDemo(page);
  const period = await lastDays(7);
  const week = (await index.all('/executions')).filter((row) => isWithin(startOf(row), period));
  const { dag_object_id: dag, failed_vertex: vertex } = week.find((row) => row['failed_vertex'] !== null)!;
  const runs = week.filter((row) => row['dag_object_id'] === dag);
  const times = [...(await durations(index, runs)).values()].sort((a, b) => a - b);
  const fees = await feesByExecution(index);
  const costs = costsOf(fees, idsOf(runs));
  const medians = new Map(
    [...(await visitDurations(index, new Set(idsOf(runs))))].map(([name, all]) => [
      name,
      quantile(
        all.sort((a, b) => a - b),
        0.5,
      ),
    ]),
  );
  const longest = Math.max(...medians.values());

  const asker = new Asker(page);
  await asker.search(String(dag));
  const figures = page.locator('main');
  const figure = (label: string) => factOf(page, label, figures).locator('[data-exact]').first();
  await expect(figures.locator('div:has(> dt)').first()).toContainText(String(runs.length));
  await expect(figure('Median duration')).toHaveAttribute('data-exact', String(quantile(times, 0.5)));
  await expect(figure('(95th percentile|p95 duration)')).toHaveAttribute(
    'data-exact',
    String(quantile(times, 0.95)),
  );
  const sum = costs.reduce((all, cost) => all + cost, 0n);
  // Rounded to a MIST.
  const meanCost = (2n * sum + BigInt(costs.length)) / BigInt(2 * costs.length);
  await expect(figure('Cost per run')).toHaveAttribute('data-exact', String(meanCost));
  const rows = page.getByTestId('vertex-durations').locator('[data-duration-of]');
  await expect(rows.first().locator('[data-exact]').first()).toHaveAttribute('data-exact', String(longest));
  const slowest = (await rows.first().getAttribute('data-duration-of')) ?? '';
  expect(medians.get(slowest)).toBe(longest);
  await expect(page.locator(`[data-vertex="${slowest}"]`)).toHaveAttribute('data-heat', '1.00');

  await asker.press(
    page
      .getByTestId('vertex-durations')
      .locator(`[data-duration-of="${String(vertex)}"]`)
      .getByRole('link'),
  );
  await expect(page).toHaveURL(/failed_vertex=/);
  const failed = await rowsOf(page, 'executions');
  await expect
    .poll(() => shownIds(failed))
    .toEqual(idsOf(runs.filter((row) => row['failed_vertex'] === vertex)));
});

test(
  'Which DAGs have loops, which are large, and how often did each run?',
  { tag: '@full' },
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const dags = await index.all('/dags');
    const edges = await recordedEdges(index);
    const executions = await index.all('/executions');
    const edgesOf = (id: string) => edges.filter(({ dag }) => dag === id);
    const loopsOf = (id: string) => edgesOf(id).filter(({ kind }) => kind === 'DoWhile');
    await openDemo(page);
    const asker = new Asker(page);
    await asker.rail('DAGs');
    const rows = await rowsOf(page, 'DAGs');
    for (const id of idsOf(dags)) {
      const cell = (column: string) => page.locator(`[data-row="${id}"] [data-column="${column}"]`);
      await expect(cell('edges')).toHaveText(String(edgesOf(id).length));
      await expect(cell('loops')).toHaveText(String(loopsOf(id).length));
      const runs = executions.filter((run) => run['dag_object_id'] === id).length;
      await expect(cell('runs')).toHaveText(runs === 0 ? /^(0|no runs)$/ : runs.toLocaleString('en'));
    }
    const looped = dags.filter((dag) => loopsOf(textAt(dag, 'object_id')).length > 0);
    const size = Math.max(...dags.map((dag) => Number(dag['vertices'])));
    const large = dags.filter((dag) => Number(dag['vertices']) >= size);
    expect(looped.length).toBeLessThan(dags.length);
    expect(large.length).toBeLessThan(dags.length);
    const filters = page.getByRole('group', { name: 'Filters' });
    await asker.press(filters.getByRole('button', { name: 'Has loops' }));
    await asker.press(page.getByRole('radio', { name: 'yes' }));
    await expect.poll(() => shownIds(rows)).toEqual(idsOf(looped));
    await page.goto('/overview');
    const another = new Asker(page);
    await another.rail('DAGs');
    await another.press(filters.getByRole('button', { name: 'Vertices' }));
    await another.find(page.getByRole('textbox', { name: 'At least' }), String(size));
    await expect.poll(() => shownIds(rows)).toEqual(idsOf(large));
    await expect(filters).toContainText(`Vertices: at least ${size}`);
  },
);

test('Which outputs of a DAG exclude each other?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const edges = await recordedEdges(index);
  const outputs = (await index.events('DAGOutputAdded')).map((event) => ({
    dag: textAt(event, 'payload.dag'),
    vertex: textAt(event, 'payload.vertex.name'),
    name: ['vertex.name', 'output.variant.name', 'output.port.name']
      .map((path) => textAt(event, `payload.${path}`))
      .join('.'),
  }));
  // Two outputs whose vertices follow different variants of one vertex.
  const [output, other] = outputs
    .flatMap((first) => outputs.map((second) => [first, second] as const))
    .find(([first, second]) =>
      edges.some(
        (edge) =>
          edge.dag === first.dag &&
          edge.dag === second.dag &&
          edge.to === first.vertex &&
          edges.some(
            ({ dag, from, variant, to }) =>
              dag === edge.dag && from === edge.from && variant !== edge.variant && to === second.vertex,
          ) &&
          first.vertex !== second.vertex,
      ),
    )!;
  await openDemo(page);
  await new Asker(page).search(output.dag);
  const panel = page.getByTestId('outputs-panel');
  const declared = outputs.filter(({ dag }) => dag === output.dag);
  await expect(panel.locator('[data-output]')).toHaveCount(declared.length);
  const row = panel.locator(`[data-output="${output.name}"]`);
  await expect(row).toHaveAttribute('data-output-class', 'exclusive');
  await expect(row).toContainText(`Never together with ${other.name}`);
});

/** Visits that ended in these executions, by what `keyOf` says of their DAG and vertex: how many, and how many of them failed. */
async function endedVisits(
  index: IndexReader,
  executions: ReadonlySet<string>,
  keyOf: (use: string) => string,
) {
  const found = new Map<string, { ended: number; failed: number }>();
  for (const event of await index.events('WalkAdvanced,EndStateReached,WalkFailed,WalkAborted')) {
    if (!executions.has(textAt(event, 'payload.execution'))) continue;
    const key = keyOf(`${textAt(event, 'payload.dag')}/${textAt(event, 'payload.vertex.vertex.name')}`);
    const { ended, failed } = found.get(key) ?? { ended: 0, failed: 0 };
    const isFailed =
      /Walk(Failed|Aborted)/.test(textAt(event, 'kind')) ||
      valueAt(event, 'payload.variant.name') === '_err_eval';
    found.set(key, { ended: ended + 1, failed: failed + (isFailed ? 1 : 0) });
  }
  return found;
}

test('Which vertex of a DAG fails most often?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const period = await lastDays(7);
  const week = (await index.all('/executions')).filter((row) => isWithin(startOf(row), period));
  const { dag_object_id: dag } = week.find((row) => row['failed_vertex'] !== null)!;
  const runs = new Set(idsOf(week.filter((row) => row['dag_object_id'] === dag)));
  const visits = await endedVisits(index, runs, (use) => use.slice(use.indexOf('/') + 1));
  const rate = ({ ended, failed }: { ended: number; failed: number }) => failed / ended;
  const highest = Math.max(...[...visits.values()].map(rate));
  const worst = [...visits].filter(([, visit]) => rate(visit) === highest).map(([vertex]) => vertex);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(String(dag));
  await asker.press(page.getByRole('radio', { name: 'Failures' }));
  await expect(page).toHaveURL(/shade=failures/);
  for (const vertex of worst)
    await expect(page.locator(`[data-vertex="${vertex}"]`)).toHaveAttribute('data-heat', '1.00');
  await expect(page.locator('[data-heat="1.00"]')).toHaveCount(worst.length);
});

test('What share of the calls of a tool failed this week?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const tools = await recordedTools(index);
  const period = await lastDays(7);
  const week = (await index.all('/executions')).filter((row) => isWithin(startOf(row), period));
  const visits = await endedVisits(index, new Set(idsOf(week)), (use) => tools.get(use) ?? '');
  const [fqn, { ended, failed }] = [...visits].toSorted((a, b) => b[1].failed - a[1].failed)[0]!;
  await openDemo(page);
  await new Asker(page).search(fqn, fqn);
  const figure = factOf(page, 'Call failure rate', page.getByTestId('tool-calls'));
  await expect(figure).toContainText(`${failed} of ${ended}`);
  await expect(figure).toContainText(`${percentOf(failed, ended).toFixed(1)} %`);
});
