// Questions about tasks, each answered from the overview in at most four interactions and without reading JSON. The right answers come from rows and
// events of the index (index-reader.ts).
import { Asker, full } from '@/e2e/asker';
import { amountAt, readIndex, textAt, timeAt, valueAt, type IndexReader, shownIds } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';

test('15 Which occurrences of a task were missed or withdrawn, and why?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const [event] = await index.all('/events?kinds=OccurrenceMissed,OccurrenceWithdrawn');
  const id = String(valueAt(event, 'payload.task_id') ?? valueAt(event, 'payload.task'));
  const lost = (await index.all(`/tasks/${id}/occurrences`))
    .slice(0, 20)
    .filter(({ state }) => ['missed', 'withdrawn'].includes(String(state)));
  expect(lost.length).toBeGreaterThan(0);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(id);
  await asker.press(page.getByRole('tab', { name: /Occurrences/ }));
  for (const occurrence of lost) {
    const row = page.locator(`[data-row="${textAt(occurrence, 'occurrence_id')}"]`);
    await expect(row).toContainText(textAt(occurrence, 'state'));
    if (occurrence['reason'] !== null) await expect(row).toContainText(textAt(occurrence, 'reason'));
  }
});

test('Which tasks are due within the next hour, and which within a week?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const next: number[] = [];
  for (const task of await index.all('/tasks')) {
    const scheduled = (await index.all(`/tasks/${textAt(task, 'object_id')}/occurrences`))
      .filter(({ state, start_at }) => state === 'scheduled' && start_at !== null)
      .map((occurrence) => timeAt(occurrence, 'start_at'));
    if (scheduled.length > 0) next.push(Math.min(...scheduled));
  }
  expect(next.length).toBeGreaterThan(0);
  await openDemo(page);
  const filters = page.getByRole('group', { name: 'Filters' });
  for (const [preset, ms] of [
    ['next hour', 3_600_000],
    ['next 7 days', 604_800_000],
  ] as const) {
    await page.goto('/overview');
    const asker = new Asker(page);
    await asker.rail('Tasks');
    await asker.press(filters.getByRole('button', { name: 'Next start', exact: true }));
    const now = Date.now();
    await asker.press(page.getByRole('button', { name: preset }));
    await expect(page).toHaveURL(/due_before/);
    const scheduled = next.filter((at) => at >= now && at <= now + ms).length;
    await expect(filters).toContainText(scheduled === 0 ? 'no tasks' : `of ${scheduled}`);
  }
});

/** Recurring tasks with their occurrences, oldest first, from events and rows of the index. */
async function recurringTasks(index: IndexReader) {
  const recurring = new Set(
    (await index.events('OccurrenceScheduled'))
      .filter((event) => textAt(event, 'payload.source.variant') === 'Recurring')
      .map((event) => textAt(event, 'payload.task_id')),
  );
  const statuses = new Map(
    (await index.all('/executions')).map((run) => [textAt(run, 'object_id'), textAt(run, 'status')]),
  );
  return Promise.all(
    [...recurring].map(async (id) => {
      const all = (await index.all(`/tasks/${id}/occurrences`)).reverse();
      const results = all
        .filter(({ state }) => state !== 'scheduled')
        .slice(-10)
        .map((occurrence) => {
          if (occurrence['state'] === 'dispatched') return 'running';
          if (occurrence['state'] !== 'settled') return textAt(occurrence, 'state');
          return statuses.get(textAt(occurrence, 'execution_object_id')) ?? '';
        });
      return { id, results };
    }),
  );
}

test('Which scheduled tasks failed lately, and how did their last ten runs go?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const tasks = await recurringTasks(index);
  const isFailure = (result: string) => result === 'failed' || result === 'aborted';
  const failed = tasks.filter(({ results }) => results.some(isFailure));
  expect(tasks.length).toBeGreaterThan(0);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Tasks');
  const chip = page.getByRole('button', { name: /failed recently/ });
  await expect(chip).toContainText(String(failed.length));
  for (const { id, results } of tasks)
    await expect(page.locator(`[data-row="${id}"]`).getByRole('img')).toHaveAccessibleName(
      new RegExp(`newest first: ${[...results].reverse().join(', ')}$`),
    );
  await asker.press(chip);
  await expect(page).toHaveURL(/failed_recently=true/);
  const rows = page.getByRole('table', { name: 'tasks' }).locator('tr[data-row]');
  await expect.poll(() => shownIds(rows)).toEqual(failed.map(({ id }) => id).sort());
});

test('Which task has the fewest runs left in its reserve?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  // The budget that each run reserves and the reserve that remains, from the last event of each.
  const budgets = new Map<string, bigint>();
  for (const event of await index.events('TaskPaymentReserveRefilled,TaskExecutionPaymentCreated'))
    budgets.set(
      textAt(event, 'payload.task_id'),
      amountAt(
        event,
        valueAt(event, 'payload.budget') === undefined ? 'payload.occurrence_budget_mist' : 'payload.budget',
      ),
    );
  // The list shows recurring tasks, and others that are still to start.
  const candidates = new Set((await recurringTasks(index)).map(({ id }) => id));
  for (const task of await index.all('/tasks'))
    if (task['next_due_at'] !== null) candidates.add(textAt(task, 'object_id'));
  const remainingRuns = await Promise.all(
    [...candidates].map(async (id) => ({
      id,
      runs: amountAt(await index.get(`/tasks/${id}/reserve`), 'balance_mist') / (budgets.get(id) ?? 1n),
    })),
  );
  const fewest = remainingRuns.reduce((least, task) => (task.runs < least.runs ? task : least));
  await openDemo(page);
  const asker = new Asker(page);
  await asker.rail('Tasks');
  const head = page.getByRole('columnheader', { name: /Runs left/ }).getByRole('button');
  await asker.press(head);
  await asker.press(head);
  await expect(page).toHaveURL(/order_by=runs_left\.asc/);
  const first = (await rowsOf(page, 'tasks')).first();
  await expect(first.locator('[data-column=runs_left]')).toHaveText(String(fewest.runs));
  await expect(page.locator(`[data-row="${fewest.id}"] [data-column=runs_left]`)).toHaveText(
    String(fewest.runs),
  );
});
