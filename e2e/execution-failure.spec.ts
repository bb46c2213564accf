// Failure first: the page of an execution that failed leads to the reason, the race of the leaders and what came of it.
import { blueprints } from '@/e2e/blueprints';
import { buildingEvents, objectIdOf } from '@/e2e/building-events';
import { executionId, failedEvaluation, missedTurn, recordedRun, requested } from '@/e2e/recorded-run';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';

// The run is the test's own.
test.use({ network: 'workbench' });

const dag = blueprints['claims']!;
const HASH = `0x${'ab12'.repeat(16)}`;

test('f opens the first failure: reason, race, the same hash elsewhere, outcome', async ({ page, stack }) => {
  const aborted = (walk: number) => ({ walk, vertex: 'intake', kind: 'WalkAborted' });
  const cancelled = (walk: number) => ({ walk, vertex: 'policy', kind: 'WalkCancelled' });
  const failedRun = (name: string) => {
    const lines = recordedRun(name, dag, [
      requested(0, 'intake'),
      requested(1, 'policy'),
      missedTurn(0, 'intake', HASH),
      failedEvaluation(0, 'intake', HASH),
      aborted(0),
      cancelled(1),
      {
        walk: 0,
        vertex: '',
        kind: 'ExecutionFinished',
        fields: { has_any_walk_failed: false, has_any_walk_succeeded: false, was_aborted: true },
      },
    ]) as Record<string, unknown>[];
    // What fails together is recorded in one transaction.
    return lines.map((line, index) =>
      index < 3
        ? line
        : { ...line, tx_digest: lines[3]?.['tx_digest'], onchain_at: lines[3]?.['onchain_at'] },
    );
  };
  await stack.ingest([...buildingEvents(dag), ...failedRun('failing one'), ...failedRun('failing two')]);
  await openDemo(page, `/executions/${executionId('failing one')}`);
  await expect(page.getByTestId('failure-strip')).toContainText(/Aborted at intake, walk 0/);
  await expect(page.getByRole('tab', { name: /Submission failures\s*1/ })).toBeVisible();
  await page.keyboard.press('f');
  const panel = page.getByTestId('failure-panel');
  await expect(panel).toContainText('the answer does not fit the port contract');
  await expect(panel.getByTestId('leaders-race')).toContainText(
    'primary leader did not submit within its window',
  );
  await expect(
    panel.getByTestId('leaders-race').locator(`[data-same-id="${objectIdOf('slow leader')}"]`),
  ).toBeVisible();
  await expect(
    panel.getByTestId('leaders-race').locator(`[data-same-id="${objectIdOf('quick wallet')}"]`),
  ).toBeVisible();
  await expect(panel.locator('[data-walk-hit="1"]')).toContainText('cancelled');
  const elsewhere = panel.getByTestId('same-failures');
  await expect(elsewhere).toHaveAttribute('data-found', '1');
  await expect(elsewhere.locator(`[data-same-id="${executionId('failing two')}"]`)).toBeVisible();
  // The replay stands where the vertex failed, which is marked and centred; a reload opens the same.
  const bar = page.getByTestId('replay-bar');
  const failed = page.locator('[data-vertex="intake"]');
  await expect(bar).toHaveAttribute('data-step', '4');
  await expect(failed).toHaveAttribute('data-failure', 'true');
  await expect(failed).toHaveAttribute('data-state', 'failed');
  const frame = (await page.getByTestId('flow-graph').boundingBox())!;
  await expect(async () => {
    const box = (await failed.boundingBox())!;
    expect(Math.abs(box.x + box.width / 2 - (frame.x + frame.width / 2))).toBeLessThan(40);
  }).toPass();
  await page.reload();
  await expect(panel).toBeVisible();
  await expect(bar).toHaveAttribute('data-step', '4');
});
