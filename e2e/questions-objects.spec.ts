// Questions about leaders, tools, agents, payments and events, each answered from the overview in at most four interactions and without reading
// JSON. The right answers come from rows and events of the index (index-reader.ts).
import { Asker, full } from '@/e2e/asker';
import {
  allSkills,
  amountAt,
  byId,
  isWithin,
  lastDays,
  idsOf,
  isLostRace,
  readIndex,
  recordedTools,
  shownIds,
  startOf,
  tally,
  textAt,
  timeAt,
  valueAt,
  type Json,
} from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';
import { stringifyJson } from '@/lib/json/exact';

test(
  '1 Which leaders are suspended, since when, by whom, by which transaction?',
  { tag: '@full' },
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const suspended = await index.all('/leaders?status=suspended');
    const changes = await index.all('/events?kinds=LeaderStatusChanged,LeaderUpserted');
    expect(suspended.length).toBeGreaterThan(0);
    await openDemo(page);
    const asker = new Asker(page);
    await asker.press(page.getByRole('link', { name: /\d leaders? suspended/ }));
    await expect(await rowsOf(page, 'leaders')).toHaveCount(suspended.length);
    for (const leader of suspended) {
      const id = textAt(leader, 'leader_cap_id');
      const change = changes.find((event) => textAt(event, 'payload.leader_cap_id') === id);
      const row = page.locator(`[data-row="${id}"]`);
      await expect(row).toContainText('suspended');
      await expect(row.locator(`[data-same-id="${textAt(change, 'tx_digest')}"]`)).toBeVisible();
      await expect(row.locator(`time[datetime="${textAt(change, 'onchain_at')}"]`)).toBeVisible();
    }
    const [leader] = suspended;
    const id = textAt(leader, 'leader_cap_id');
    const change = changes.find((event) => textAt(event, 'payload.leader_cap_id') === id);
    await asker.press(page.locator(`[data-row="${id}"]`).getByRole('link').first());
    const banner = page.getByRole('note').filter({ hasText: 'Suspended' });
    await expect(banner.locator(`[data-same-id="${textAt(change, 'sender_address')}"]`)).toBeVisible();
  },
);

test("2, 3 How did a leader's pool move, and who are its stakers?", full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  // A leader with a history.
  let id = '';
  let events: Json[] = [];
  for (const leader of (await index.all('/leaders')).reverse()) {
    id = textAt(leader, 'leader_cap_id');
    events = (await index.all(`/leaders/${id}/stake-events`)).reverse();
    if (events.length >= 5) break;
  }
  const { from } = await lastDays(7);
  const deposited = events
    .filter(
      (event) => event['kind'] === 'deposited' && timeAt(event, event['at'] ? 'at' : 'created_at') >= from,
    )
    .reduce((sum, event) => sum + amountAt(event, 'amount'), 0n);
  let pool: bigint | null = null;
  let gaps = 0;
  for (const event of events) {
    const amount = amountAt(event, 'amount');
    if (event['kind'] === 'deposited') {
      const after = amountAt(event, 'pool_total');
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
  const listed = page.getByRole('list', { name: 'Gaps in the record' }).getByRole('listitem');
  if (gaps === 0) await expect(page.getByText('No gaps found')).toBeVisible();
  else await expect(listed).toHaveCount(gaps);
  await asker.press(page.getByRole('tab', { name: 'Stakers' }));
  const stakers = new Set(events.flatMap(({ staker }) => (typeof staker === 'string' ? [staker] : [])));
  expect(await shownIds(await rowsOf(page, 'stakers'))).toEqual([...stakers].sort());
});

test('Which leaders are closest to the minimum stake?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const poolOf = (leader: Json) => Number(leader['stake_pool_total']);
  const byStake = (await index.all('/leaders')).sort((a, b) => poolOf(a) - poolOf(b));
  const { min_stake_us: minimum } = await index.get('/registry/leader');
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Leaders');
  const fact = page.getByRole('term').filter({ hasText: 'Minimum stake' }).locator('xpath=..');
  await expect(fact.locator('[data-exact]')).toHaveAttribute('data-exact', String(minimum));
  const head = page.getByRole('columnheader', { name: 'Stake pool' });
  // The largest come first, then the smallest.
  await asker.press(head.getByRole('button').first());
  await asker.press(head.getByRole('button').first());
  const rows = await rowsOf(page, 'leaders');
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row'))))
    .toEqual(byStake.map((leader) => leader['leader_cap_id']));
});

test('16 Which leader loses most submission races, and why?', full, async ({ page, stack }) => {
  const lost = await (await readIndex(stack)).events('SubmissionFailureEvidenceRecorded');
  const races = lost.filter(isLostRace);
  const [[loser, most] = ['', 0]] = tally(races.map((event) => textAt(event, 'payload.failed_leader')));
  const reasons = new Set(
    lost
      .filter((event) => textAt(event, 'payload.failed_leader') === loser)
      .map((event) => textAt(event, 'payload.reason')),
  );
  expect(most).toBeGreaterThan(0);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Leaders');
  await asker.press(page.getByRole('link', { name: 'Submission races' }));
  const cells = page
    .getByRole('table', { name: 'Submission races' })
    .locator('tbody tr')
    .filter({ has: page.locator(`[data-same-id="${loser}"]`) })
    .first()
    .locator('td');
  await expect(cells.nth(1)).toHaveText(String(most));
  if (reasons.size > 3) await asker.press(cells.nth(4).getByRole('button', { name: /more$/ }));
  for (const reason of reasons) await expect(cells.nth(4)).toContainText(reason);
});

test('4 Which tools are not verified?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const unverified = (await index.all('/tools')).filter((tool) => tool['verified'] === false);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Tools');
  await asker.press(page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Verified' }));
  await asker.press(page.getByRole('radio', { name: 'no', exact: true }));
  const rows = await rowsOf(page, 'tools');
  await expect.poll(() => shownIds(rows)).toEqual(idsOf(unverified, 'fqn'));
});

test(
  '5, 6 What does a tool take and give, and which DAGs use it?',
  { tag: '@full' },
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const listed = new Set(idsOf(await index.all('/tools'), 'fqn'));
    const tools = await recordedTools(index);
    const fqn = [...tools.values()].find((tool) => listed.has(tool)) ?? '';
    const uses = [...tools].flatMap(([use, tool]) => (tool === fqn ? [use] : []));
    const tool = await index.get(`/tools/${encodeURIComponent(fqn)}`);
    await openDemo(page);
    const asker = new Asker(page);
    await asker.search(fqn, fqn);
    const ports = page.getByRole('table', { name: 'Input ports' }).getByRole('row');
    for (const port of tool['input_schema'] as Json[])
      await expect(ports.filter({ hasText: textAt(port, 'port_name') }).first()).toContainText(
        textAt(port, 'cardinality'),
      );
    const outputs = page.getByRole('table', { name: 'Output ports' }).getByRole('row');
    for (const variant of tool['output_variants'] as Json[]) {
      const name = page.getByRole('cell', { name: textAt(variant, 'variant_name'), exact: true });
      for (const port of variant['ports'] as Json[])
        await expect(
          outputs
            .filter({ has: name })
            .filter({ hasText: textAt(port, 'port_name') })
            .first(),
        ).toContainText(textAt(port, 'cardinality'));
      await expect(outputs.filter({ has: name }).first()).toBeVisible();
    }
    const table = page.getByRole('table', { name: 'DAGs that use this tool' });
    for (const use of uses) await expect(table.locator(`[data-use="${use}"]`)).toBeVisible();
    await expect(table.locator('tbody tr')).toHaveCount(uses.length);
    await asker.press(page.getByRole('link', { name: 'In the list of DAGs' }));
    const rows = await rowsOf(page, 'DAGs');
    const dags = new Set(uses.map((use) => use.split('/')[0]));
    await expect.poll(() => shownIds(rows)).toEqual([...dags].sort());
  },
);

test('Why did a tool fail this month?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const tools = await recordedTools(index);
  const month = await lastDays(30);
  const failed = (await index.all('/executions')).filter(
    (row) => row['failed_vertex'] !== null && isWithin(startOf(row), month),
  );
  const toolOf = (row: Json) =>
    String(tools.get(`${textAt(row, 'dag_object_id')}/${textAt(row, 'failed_vertex')}`));
  const [[tool] = ['']] = tally(failed.map(toolOf));
  const reasons = tally(
    failed.filter((row) => toolOf(row) === tool).map((row) => textAt(row, 'failure_reason')),
  );
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(tool);
  await asker.press(page.getByRole('radio', { name: '30 days' }));
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

test('Which execution was the first after a tool changed?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const tools = [...(await recordedTools(index))];
  const runs = (await index.all('/executions')).sort((a, b) => startOf(a) - startOf(b));
  const firstAfter = (change: Json) => {
    const fqn = textAt(change, 'payload.fqn');
    const dags = new Set(tools.flatMap(([use, tool]) => (tool === fqn ? [use.split('/')[0]] : [])));
    return runs.find(
      (run) => startOf(run) >= timeAt(change, 'onchain_at') && dags.has(textAt(run, 'dag_object_id')),
    );
  };
  const change = (await index.all('/events?kinds=ToolUpdated')).find(
    (event) => firstAfter(event) !== undefined,
  )!;
  await openDemo(page);
  const fqn = textAt(change, 'payload.fqn');
  await new Asker(page).search(fqn, fqn);
  const row = page.locator(`[data-change="${textAt(change, 'id')}"]`);
  // The event names the tool and nothing else.
  await expect(row).toContainText('not recorded');
  await expect(row.locator(`[data-same-id="${textAt(firstAfter(change), 'object_id')}"]`)).toBeVisible();
});

test('Which tools were not called in the last day?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const tools = await recordedTools(index);
  const { from } = await lastDays(1);
  const recent = (await index.all('/executions')).filter((run) => startOf(run) >= from);
  const runs = new Set(idsOf(recent));
  const called = new Set(
    (await index.events('RequestWalkExecution'))
      .filter((event) => runs.has(textAt(event, 'payload.execution')))
      .map((event) =>
        tools.get(`${textAt(event, 'payload.dag')}/${textAt(event, 'payload.next_vertex.vertex.name')}`),
      ),
  );
  const listed = idsOf(await index.all('/tools'), 'fqn');
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
    .poll(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-unused')).sort()))
    .toEqual(unused);
});

test('What changed between two versions of a tool?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  // Every tool of the simulated network has one version, so the second one is made up.
  const tool = (await index.all('/tools')).find((row) => /@\d+$/.test(textAt(row, 'fqn')))!;
  const fqn = textAt(tool, 'fqn');
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

test('14 What changed between two revisions of a skill?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const skills = await allSkills(index);
  const revisionOf = (skill: Json) => Number(skill['current_interface_revision']);
  const skill = skills.reduce((most, other) => (revisionOf(other) > revisionOf(most) ? other : most));
  const [agent, id] = [textAt(skill, 'agent_object_id'), textAt(skill, 'skill_id')];
  const revisions = (await index.all(`/agents/${agent}/skills/${id}/revisions`)).sort(
    (a, b) => Number(a['interface_revision']) - Number(b['interface_revision']),
  );
  const [before, after] = revisions.slice(-2);
  expect(revisions.length).toBeGreaterThan(1);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(agent);
  await asker.press(
    (await rowsOf(page, 'skills'))
      .and(page.locator(`[data-row="${id}"]`))
      .getByRole('link')
      .first(),
  );
  const changed = ['dag_binding', 'requirements'].filter(
    (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
  );
  const name = `Changes from revision ${textAt(before, 'interface_revision')} to ${textAt(after, 'interface_revision')}`;
  if (changed.length === 0) await expect(page.getByText(/have the same DAG binding/)).toBeVisible();
  if (changed.includes('dag_binding')) await expect(page.getByText(/^(Now|No longer) /)).toBeVisible();
  for (const field of changed)
    await expect(
      page.getByRole('table', { name }).getByRole('row').filter({ hasText: field }).first(),
    ).toBeVisible();
});

test(
  'Did the run that a payment paid for fail, and what was spent at each vertex?',
  full,
  async ({ page, stack }) => {
    const index = await readIndex(stack);
    const [run] = await index.all('/executions?status=failed');
    const id = textAt(run, 'object_id');
    const spent =
      amountAt(run, 'gas_mist') + amountAt(run, 'tool_cost_mist') + amountAt(run, 'priority_fee_mist');
    const vertices = new Set(
      (await index.all(`/executions/${id}/events`)).map((row) => textAt(row, 'vertex_name')),
    );
    await openDemo(page);
    await new Asker(page).search(textAt(run, 'payment_object_id'));
    const verdict = page.getByTestId('verdict');
    await expect(verdict).toContainText('failed');
    await expect(verdict.locator('[data-exact]')).toHaveAttribute('data-exact', String(spent));
    const rows = await rowsOf(page, 'ledger entries');
    // The running total of the last entry is all that was spent, and every vertex that cost something is named.
    await expect(rows.last().locator('[data-column=total] [data-exact]')).toHaveAttribute(
      'data-exact',
      String(spent),
    );
    const unknownNames = (await rows.locator('[data-column=vertex] .mono').allInnerTexts()).filter(
      (name) => !vertices.has(name),
    );
    expect(unknownNames).toEqual([]);
    expect(await rows.locator('[data-column=vertex] .mono').count()).toBeGreaterThan(0);
  },
);

test('Which was the largest refill, of which task, and who paid it?', full, async ({ page, stack }) => {
  const amountOf = (event: Json) => amountAt(event, 'payload.refill_amount');
  const refills = await (await readIndex(stack)).all('/events?kinds=TaskPaymentReserveRefilled');
  const largest = refills.reduce((most, event) => (amountOf(event) > amountOf(most) ? event : most));
  const payer =
    valueAt(largest, 'payload.source_kind.user') ?? valueAt(largest, 'payload.source_kind.agent_id');
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Payments');
  await asker.press(page.getByRole('link', { name: 'Refills' }));
  const table = page.getByRole('table', { name: 'Refills of task reserves' });
  await expect(table.locator('tbody [data-exact]').first()).toHaveAttribute(
    'data-exact',
    String(amountOf(largest)),
  );
  const row = table.locator(`[data-refill="${textAt(largest, 'id')}"]`);
  await expect(row.locator(`[data-same-id="${textAt(largest, 'payload.task_id')}"]`)).toBeVisible();
  await expect(row.locator(`[data-same-id="${String(payer)}"]`)).toBeVisible();
});

test('17, 18, 20 What happened in a transaction, what has a wallet done in the last hour, and what is this id?', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  const [event] = await index.all('/events?kinds=LeaderCapIssued');
  const digest = textAt(event, 'tx_digest');
  const inTransaction = await index.all(`/events?tx_digest=${digest}`);
  const newest = (await index.get('/events?page_size=1'))['items'] as Json[];
  const wallet = textAt(newest[0], 'sender_address');
  const [payment] = (await index.all('/payments?final_state=refunded')).sort(byId);
  await openDemo(page);
  await new Asker(page).search(digest);
  await expect(page).toHaveURL(new RegExp(`tx_digest=${digest}`));
  await expect(await rowsOf(page, 'events')).toHaveCount(inTransaction.length);

  await page.goto('/overview');
  const asker = new Asker(page);
  await asker.search(wallet, 'address');
  await asker.press(page.getByRole('link', { name: 'Last hour' }));
  await expect(page).toHaveURL(new RegExp(`sender=${wallet}.*created_after=`));
  await rowsOf(page, 'events');

  await page.keyboard.press('/');
  await page.keyboard.insertText(textAt(payment, 'payment_object_id'));
  await expect(page.getByRole('option').filter({ hasText: 'payment' }).first()).toBeVisible();
  await expect(page.getByText(/No matching/)).toHaveCount(0);
});
