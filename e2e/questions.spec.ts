// Questions that people bring to the console, each answered from the overview in at most four interactions and without reading JSON.
import { Asker } from '@/e2e/asker';
import { readIndex } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';
import { stringifyJson } from '@/lib/json/exact';

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const payload = (event: Record<string, unknown>) => event['payload'] as Record<string, unknown>;

test('1 Which leaders are suspended, since when, by which transaction?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const suspended = await index.all('/leaders?status=suspended');
  const changes = await index.all('/events?kinds=LeaderStatusChanged,LeaderUpserted');
  expect(suspended.length).toBeGreaterThan(0);
  await openDemo(page);
  await new Asker(page).press(page.getByRole('link', { name: 'Leaders suspended' }));
  const rows = await rowsOf(page, 'leaders');
  await expect(rows).toHaveCount(suspended.length);
  for (const leader of suspended) {
    const change = changes.find((event) => payload(event)['leader_cap_id'] === leader['leader_cap_id']);
    const row = page.locator(`[data-row="${text(leader['leader_cap_id'])}"]`);
    await expect(row).toContainText('suspended');
    await expect(row.locator(`[data-same-id="${text(change?.['tx_digest'])}"]`)).toBeVisible();
    await expect(row.locator(`time[datetime="${text(change?.['onchain_at'])}"]`)).toBeVisible();
  }
});

test('2, 3 How did the pool of a leader move in 14 days, where is the record incomplete, who are its stakers?', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  // One with a history: other tests bring leaders of a single event.
  let id = '';
  let events: Awaited<ReturnType<typeof index.all>> = [];
  for (const leader of (await index.all('/leaders')).reverse()) {
    id = text(leader['leader_cap_id']);
    events = (await index.all(`/leaders/${id}/stake-events`)).reverse();
    if (events.length >= 5) break;
  }
  const since = Date.now() - 14 * 86_400_000;
  const inWindow = events.filter((event) => Date.parse(text(event['at'] ?? event['created_at'])) > since);
  const deposited = inWindow
    .filter((event) => event['kind'] === 'deposited')
    .reduce((sum, event) => sum + BigInt(event['amount'] as number), 0n);
  let pool: bigint | null = null;
  let gaps = 0;
  for (const event of events) {
    const amount = BigInt((event['amount'] as number | null) ?? 0);
    if (event['kind'] === 'deposited') {
      const after = BigInt(event['pool_total'] as number);
      if (pool !== null && after - amount !== pool) gaps += 1;
      pool = after;
    } else if (event['kind'] !== 'unstake_requested' && pool !== null) pool -= amount;
  }
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(id);
  const fact = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=..');
  await expect(fact('Deposited').locator('[data-exact]')).toHaveAttribute('data-exact', deposited.toString());
  await expect(fact('Pool now').locator('[data-exact]')).toHaveAttribute('data-exact', String(pool));
  if (gaps === 0) await expect(page.getByText('No gaps found')).toBeVisible();
  else
    await expect(page.getByRole('list', { name: 'Gaps in the record' }).getByRole('listitem')).toHaveCount(
      gaps,
    );
  await asker.press(page.getByRole('tab', { name: 'Stakers' }));
  const stakers = new Set(events.map((event) => event['staker']).filter((staker) => staker !== null));
  const rows = await rowsOf(page, 'stakers');
  const shown = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
  expect(new Set(shown)).toEqual(stakers);
});

test('4 Which tools are not verified?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const wanted = (await index.all('/tools'))
    .filter((tool) => tool['verified'] === false)
    .map((tool) => tool['fqn']);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Tools');
  await asker.press(page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Verified' }));
  await asker.press(page.getByRole('radio', { name: 'no', exact: true }));
  const rows = page.getByRole('table', { name: 'tools' }).locator('tr[data-row]');
  await expect
    .poll(async () =>
      (await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row')))).sort(),
    )
    .toEqual(wanted.map(text).sort());
});

test('5, 6 What does a tool take and give, and which DAGs use it?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const dags = await index.all('/dags');
  const structures = await Promise.all(
    dags.slice(0, 40).map((dag) => index.get(`/dags/${text(dag['object_id'])}/structure`)),
  );
  const toolsOf = (structure: Record<string, unknown>) =>
    (structure['vertices'] as { tool_fqn: string }[]).map((vertex) => vertex.tool_fqn);
  const listed = new Set((await index.all('/tools')).map((one) => text(one['fqn'])));
  const fqn = structures.flatMap(toolsOf).find((one) => listed.has(one)) ?? '';
  const using = structures.flatMap(({ object_id, vertices }) =>
    (vertices as { name: string; tool_fqn: string }[])
      .filter(({ tool_fqn }) => tool_fqn === fqn)
      .map(({ name }) => `${text(object_id)}/${name}`),
  );
  const tool = await index.get(`/tools/${encodeURIComponent(fqn)}`);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(fqn, fqn);
  for (const port of tool['input_schema'] as { port_name: string; cardinality: string; value_kind: string }[])
    await expect(
      page
        .getByRole('table', { name: 'Input ports' })
        .getByRole('row')
        .filter({ hasText: port.port_name })
        .first(),
    ).toContainText(port.cardinality);
  for (const variant of tool['output_variants'] as { variant_name: string }[])
    await expect(
      page.getByRole('heading', { name: `Output ${variant.variant_name}`, exact: true }),
    ).toBeVisible();
  const table = page.getByRole('table', { name: 'DAGs that use this tool' });
  for (const use of using) await expect(table.locator(`[data-use="${use}"]`)).toBeVisible();
  await expect(table.locator('tbody tr')).toHaveCount(using.length);
  await asker.press(page.getByRole('link', { name: 'In the list of DAGs' }));
  const rows = await rowsOf(page, 'DAGs');
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((one) => one.getAttribute('data-row')).sort()))
    .toEqual([...new Set(using.map((use) => use.split('/')[0]))].sort());
});

test('7 Which DAGs are still being built, and what was added last?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const building = await index.all('/dags?finalized=false');
  const added = await index.all(
    '/events?kinds=DAGVertexAdded,DAGEdgeAdded,DAGEntryVertexInputPortAdded,DAGDefaultValueAdded,DAGOutputAdded,DAGCreated',
  );
  await openDemo(page);
  await new Asker(page).press(page.getByRole('link', { name: 'DAGs being built' }));
  await expect(page).toHaveURL(/finalized=false/);
  for (const dag of building) {
    const last = added.find((event) => stringifyJson(event).includes(text(dag['object_id'])));
    await expect(
      page.locator(`[data-row="${text(dag['object_id'])}"] [data-event="${String(last?.['id'])}"]`),
    ).toBeVisible();
  }
});

test('13 Which executions of an agent failed or were aborted this week?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const failed = [
    ...(await index.all('/executions?status=failed')),
    ...(await index.all('/executions?status=aborted')),
  ];
  const week = failed.filter(
    (one) => Date.now() - Date.parse(text(one['onchain_created_at'] ?? one['created_at'])) < 7 * 86_400_000,
  );
  const agent = text(week.find((one) => one['agent_object_id'] !== null)?.['agent_object_id']);
  const wanted = week.filter((one) => one['agent_object_id'] === agent).map((one) => text(one['object_id']));
  expect(wanted.length).toBeGreaterThan(0);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(agent);
  await asker.press(page.getByRole('tab', { name: /Executions/ }));
  const table = page.getByRole('table', {
    name: 'Executions that failed or were aborted in the last 7 days',
  });
  for (const id of wanted) await expect(table.locator(`[data-same-id="${id}"]`)).toHaveCount(1);
});

test('14 What changed between two revisions of a skill?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const skills = (await index.all('/agents')).flatMap(
    (agent) => agent['skills'] as Record<string, unknown>[],
  );
  const skill = skills.reduce((most, one) =>
    Number(one['current_interface_revision']) > Number(most['current_interface_revision']) ? one : most,
  );
  const path = `/agents/${text(skill['agent_object_id'])}/skills/${String(skill['skill_id'])}/revisions`;
  const revisions = (await index.all(path)).sort(
    (a, b) => Number(a['interface_revision']) - Number(b['interface_revision']),
  );
  const [before, after] = revisions.slice(-2);
  expect(revisions.length).toBeGreaterThan(1);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(text(skill['agent_object_id']));
  await asker.press(page.getByRole('link', { name: `skill ${String(skill['skill_id'])}`, exact: true }));
  const changed = ['dag_binding', 'requirements'].filter(
    (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
  );
  const name = `Changes from revision ${String(before?.['interface_revision'])} to ${String(after?.['interface_revision'])}`;
  if (changed.length === 0) await expect(page.getByText(/have the same DAG binding/)).toBeVisible();
  for (const field of changed)
    await expect(
      page.getByRole('table', { name }).getByRole('row').filter({ hasText: field }).first(),
    ).toBeVisible();
});

test('15 Which occurrences of a task were missed or withdrawn, and why?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const lost = await index.all('/events?kinds=OccurrenceMissed,OccurrenceWithdrawn');
  expect(lost.length).toBeGreaterThan(0);
  const id = text(payload(lost[0]!)['task_id'] ?? payload(lost[0]!)['task']);
  const occurrences = (await index.all(`/tasks/${id}/occurrences`)).slice(0, 20);
  const wanted = occurrences.filter((one) => ['missed', 'withdrawn'].includes(text(one['state'])));
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(id);
  await asker.press(page.getByRole('tab', { name: /Occurrences/ }));
  for (const one of wanted) {
    const row = page.locator(`[data-row="${String(one['occurrence_id'])}"]`);
    await expect(row).toContainText(text(one['state']));
    if (one['reason'] !== null) await expect(row).toContainText(text(one['reason']));
  }
});

test('16 Which leader loses most submission races, to whom, and why?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const counts = new Map<string, number>();
  const reasons = new Map<string, Set<string>>();
  for (const event of await index.all('/events?kinds=SubmissionFailureEvidenceRecorded')) {
    const loser = text(payload(event)['failed_leader']);
    counts.set(loser, (counts.get(loser) ?? 0) + 1);
    reasons.set(loser, (reasons.get(loser) ?? new Set()).add(text(payload(event)['reason'])));
  }
  const [[loser, most] = ['', 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  expect(most).toBeGreaterThan(0);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Leaders');
  await asker.press(page.getByRole('link', { name: 'Submission races' }));
  const row = page
    .getByRole('table', { name: 'Submission races' })
    .locator('tbody tr')
    .filter({ has: page.locator(`[data-same-id="${loser}"]`) })
    .first();
  await expect(row.locator('td').nth(1)).toHaveText(/^\d+$/);
  expect(Number(await row.locator('td').nth(1).innerText())).toBeGreaterThanOrEqual(most);
  const why = row.locator('td').nth(3);
  if ((reasons.get(loser)?.size ?? 0) > 3) await asker.press(why.getByRole('button', { name: /more$/ }));
  for (const reason of reasons.get(loser) ?? []) await expect(why).toContainText(reason);
});

test('17, 18 What happened in a transaction, and what has a wallet done in the last hour?', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  const [event] = (await index.all('/events?kinds=LeaderCapIssued')).slice(0, 1);
  const digest = text(event?.['tx_digest']);
  const inIt = await index.all(`/events?tx_digest=${digest}`);
  await openDemo(page);
  await new Asker(page).search(digest);
  await expect(page).toHaveURL(new RegExp(`tx_digest=${digest}`));
  await expect(await rowsOf(page, 'events')).toHaveCount(inIt.length);

  const { items } = (await index.get('/events?page_size=1')) as { items: Record<string, unknown>[] };
  const wallet = text(items[0]?.['sender_address']);
  const asker = new Asker(page);
  await asker.search(wallet, 'address');
  await asker.press(page.getByRole('link', { name: 'Last hour' }));
  await expect(page).toHaveURL(new RegExp(`sender=${wallet}.*created_after=`));
  await rowsOf(page, 'events');
});

test('20 What is this id?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const [payment] = (await index.all('/payments?final_state=refunded')).slice(-1);
  await openDemo(page);
  await page.keyboard.press('/');
  await page.keyboard.insertText(text(payment?.['payment_object_id']));
  await expect(page.getByRole('option').filter({ hasText: 'payment' }).first()).toBeVisible();
  await expect(page.getByText(/No matching .*leader/)).toBeVisible();
});
