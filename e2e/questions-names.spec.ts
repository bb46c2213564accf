// Questions that are asked in words rather than by id, each answered from the overview in at most four interactions. The right answers come from the
// descriptions of skills, what they are bound to, and the rows of executions (index-reader.ts).
import { Asker, full } from '@/e2e/asker';
import { allSkills, readIndex, tally, textAt, valueAt, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';

const shortId = (id: string) => `${id.slice(0, 6)}…${id.slice(-4)}`;
/** The first words of a description, enough to identify it. */
const wordsOf = (description: string) =>
  description
    .split(/[\s:;,.]+/)
    .slice(0, 4)
    .join(' ');

test('Where is what a skill does, and which DAG does it? By words alone', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const skills = await allSkills(index);
  // One of an agent that has several: each of them has to be found.
  const [[agent] = ['']] = tally(skills.map((skill) => textAt(skill, 'agent_object_id')));
  const ofAgent = skills.filter(
    (skill) => skill['agent_object_id'] === agent && skill['dag_object_id'] !== null,
  );
  expect(ofAgent.length).toBeGreaterThan(1);
  const skill = ofAgent.at(-1)!;
  const description = textAt(skill, 'description');
  const dag = textAt(skill, 'dag_object_id');
  await openDemo(page);
  const search = page.getByRole('combobox', { name: /^Search/ });
  for (const each of ofAgent) {
    await search.fill(wordsOf(textAt(each, 'description')));
    await expect(
      page
        .getByRole('option', { name: `skill ${textAt(each, 'skill_id')}` })
        .filter({ hasText: shortId(agent).slice(0, 6) }),
    ).toContainText(textAt(each, 'description'));
  }
  await search.fill('');
  await search.press('Escape');
  await new Asker(page).search(wordsOf(description), 'DAG');
  await expect(page).toHaveURL(new RegExp(`/dags/${dag}`));
  // Name first, then type and id, in the title, the tab and the breadcrumb.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`^${description.replaceAll(/[.*+?()]/g, '\\$&')} DAG `),
  );
  await expect(page).toHaveTitle(
    `${description.length > 60 ? `${description.slice(0, 59)}…` : description} · DAG ${shortId(dag)} · Dagscope`,
  );
  await expect(page.locator('main header').getByText(description)).toHaveCount(2);
});

test('Two DAGs do the same: which is which?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const dags = await index.all('/dags');
  const skills = await allSkills(index);
  const runs = await index.all('/executions');
  const describe = (dag: Json) => {
    const id = dag['object_id'];
    const bound = skills.find((skill) => skill['dag_object_id'] === id) ?? null;
    const run = runs.find((execution) => execution['dag_object_id'] === id) ?? null;
    const ofRun = skills.find(
      (skill) =>
        skill['agent_object_id'] === run?.['agent_object_id'] && skill['skill_id'] === run?.['skill_id'],
    );
    return textAt(bound ?? ofRun ?? null, 'description');
  };
  const [[name, count] = ['', 0]] = tally(dags.map(describe).filter((text) => text !== 'undefined'));
  expect(count).toBe(2);
  const namesakes = dags.filter((dag) => describe(dag) === name);
  await openDemo(page);
  await new Asker(page).search('executions by DAG, last 30 days', 'Executions by DAG');
  for (const dag of namesakes) {
    const row = page
      .locator('main tr')
      .filter({ has: page.locator(`[data-same-id="${textAt(dag, 'object_id')}"]`) });
    await expect(row.first()).toContainText(name);
    await expect(row.first().locator('.id-text')).toContainText(
      shortId(textAt(dag, 'object_id')).slice(0, 6),
    );
  }
  // Others have a name of their own, which is enough.
  const alone = dags.find(
    (dag) =>
      tally(dags.map(describe)).some(([text, times]) => times === 1 && text === describe(dag)) &&
      describe(dag) !== 'undefined',
  )!;
  const link = page.locator(`main table [data-same-id="${textAt(alone, 'object_id')}"] a`).first();
  await expect(link).toHaveText(describe(alone));
});

test('Which executions failed, and which for one reason? By typing the state or the reason', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  const runs = await index.all('/executions');
  const ended = (status: string) => runs.filter((run) => run['status'] === status);
  const reasons = [...ended('failed'), ...ended('aborted')].flatMap(
    (run) => (valueAt(run, 'failure_reason') as string | null) ?? [],
  );
  const [[reason, times] = ['', 0]] = tally(reasons);
  expect(times).toBeGreaterThan(0);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search('failed');
  await expect(page).toHaveURL(/\/executions\?status=failed/);
  await expect(
    page
      .locator('main')
      .getByText(`of ${ended('failed').length}`)
      .first(),
  ).toBeVisible();
  await asker.search(reason.split(' ').slice(0, 3).join(' '), reason);
  await expect(page).toHaveURL(/failure_reason=/);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  const labels = await page
    .locator('tr[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
  const expected = runs
    .filter((run) => run['failure_reason'] === reason)
    .map((run) => textAt(run, 'object_id'));
  expect(labels.toSorted()).toEqual(expected.slice(0, labels.length).toSorted());
});

test("What did the runs of a leader's latest turns do? By their names", full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const [newest] = (await index.events('CommittedToolResult')).toReversed();
  const runs = await index.all('/executions');
  await openDemo(page);
  await new Asker(page).search(textAt(newest!, 'payload.leader'));
  const rows = page.getByRole('table', { name: 'Latest turns' }).locator('tr[data-row]');
  await expect(rows.first()).toBeVisible();
  for (const row of await rows.all()) {
    const execution = await row.locator('td:nth-child(2) [data-same-id]').getAttribute('data-same-id');
    const run = runs.find((each) => each['object_id'] === execution);
    // Its events don't carry the name: it is requested for the DAG.
    await expect(row).toContainText(textAt(run!, 'skill_description'));
  }
});
