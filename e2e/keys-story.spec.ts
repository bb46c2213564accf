// The story of a key: claimed in words, saved, used, its usage read; lost with the cookie, restored from the file; revoked; dead, and what a page does then.
import { readFile } from 'node:fs/promises';
import { pill } from '@/e2e/feed-page';
import { expect, test } from '@/e2e/stack/fixtures';
import { connectWithKey, rowsOf } from '@/e2e/visitor';

const PASSPHRASE = 'correct horse battery';

test('claim, save, look at the usage, lose the cookie, restore, revoke', async ({
  page,
  allowConsole,
}, info) => {
  allowConsole(/status of 40[01]/);
  await page.goto('/connect?next=/tools');
  await expect(page.getByText(/Access: read-only, all scopes/)).toBeVisible();
  await expect(page.getByText(/stays sealed in a cookie in this browser/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(`story-${Date.now()}@example.org`);
  await page.getByRole('checkbox', { name: /payments:read/ }).uncheck();
  await expect(page.getByText(/Access: read-only, 7 of 8 scopes/)).toBeVisible();
  await page.getByRole('button', { name: 'Claim key and connect' }).click();

  const panel = page.getByRole('region', { name: 'Your new key' });
  await expect(panel.getByText(/requests\/min/)).toBeVisible();
  await expect(panel.getByText('payments:read, not granted')).toBeAttached();
  const keyId = await panel.locator('dd.mono').first().innerText();
  expect(keyId).toMatch(/^dk_/);
  await panel.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save it first' }).click();
  await panel.getByLabel('Passphrase', { exact: true }).fill('short');
  await panel.getByRole('button', { name: 'Save recovery file' }).click();
  await expect(panel.getByText('must have at least 10 characters')).toBeVisible();
  await panel.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await panel.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  const saving = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save recovery file' }).click();
  const path = info.outputPath('recovery.json');
  await (await saving).saveAs(path);
  expect(await readFile(path, 'utf8')).toContain('dagscope-recovery-1');
  await expect(panel.getByText(/^Saved\./)).toBeVisible();
  await panel.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/tools$/);
  await rowsOf(page, 'Tools');

  await page.goto('/key?group_by=route&view=table');
  await expect(page.getByText(keyId).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: '/tools', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Requests by client' })).toContainText('/tools');
  await expect(page.getByText(/\d{4}-\d\d-\d\d .* to \d{4}-\d\d-\d\d /)).toBeVisible();
  await expect(page.getByText(/\d left/)).toBeVisible();
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const table = info.outputPath('usage.csv');
  await (await csv).saveAs(table);
  expect(await readFile(table, 'utf8')).toMatch(
    /^\uFEFFbucket_start,route,status_class,request_count,avg_duration_ms\r\n/,
  );
  await page.getByRole('radio', { name: 'Custom' }).click();
  await page.getByLabel('From (UTC, inclusive)').fill('2020-01-01T00:00');
  await page.getByLabel('To (UTC, exclusive)').fill('2020-01-02T00:00');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/window=custom.*from=2020-01-01/);
  await page.reload();
  await expect(page.getByText('2020-01-01 00:00:00 UTC to 2020-01-02 00:00:00 UTC')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/tools?kind=http');
  await expect(page).toHaveURL(/\/connect\?next=/);
  await page.getByLabel('Recovery file').setInputFiles(path);
  await expect(page.getByText(`Key ${keyId}, index`)).toBeVisible();
  await page.getByLabel('Passphrase').fill('another passphrase');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong passphrase' })).toBeVisible();
  await page.getByLabel('Passphrase').fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('region', { name: 'Key accepted' })).toContainText(keyId);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/tools\?kind=http$/);

  await page.goto('/key');
  await page.getByRole('button', { name: 'Revoke key' }).click();
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Revoke key' });
  await expect(sure).toBeDisabled();
  await page.getByRole('dialog').getByRole('textbox').fill(keyId);
  await sure.click();
  await expect(page).toHaveURL(/\/connect/);
  // A file counts even if it was chosen before the page's scripts ran.
  let runScripts = () => {};
  const isChosen = new Promise<void>((resolve) => (runScripts = resolve));
  await page.route('**/*.js', async (route) => {
    await isChosen;
    await route.continue();
  });
  const reloaded = page.waitForEvent('framenavigated');
  await page.evaluate(() => location.reload());
  await reloaded;
  await page.getByLabel('Recovery file').setInputFiles(path);
  runScripts();
  await expect(page.getByText(`Key ${keyId}, index`)).toBeVisible();
  await page.getByLabel('Passphrase').fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'wrong, revoked or expired' })).toBeVisible();
});

test('a revoked key leads to Connect and back', { tag: '@full' }, async ({ page, stack, allowConsole }) => {
  allowConsole(/status of 401/);
  const key = await stack.claimKey();
  await connectWithKey(page, stack.consoleUrl, key);
  await page.goto('/tools?kind=http');
  await rowsOf(page, 'Tools');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('View name').fill('as it was');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const cursor = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('dagscope.cursor')));
  await expect.poll(cursor).toHaveLength(1);
  const revoked = await fetch(`${stack.indexUrl}/tokens`, {
    method: 'DELETE',
    headers: { 'x-api-key': key },
  });
  expect(revoked.status).toBe(204);
  // The stream ends with the key, and the page says so; it leads to Connect once a read was refused too.
  const notice = page.getByText('is no longer accepted by the index');
  await expect(pill(page).filter({ hasText: 'Not live' }).or(notice).first()).toBeVisible({
    timeout: 60_000,
  });
  // A reload fails if the page is leaving for Connect already.
  if (!(await notice.isVisible())) await page.evaluate(() => location.reload()).catch(() => undefined);
  await expect(page).toHaveURL(/\/connect\?next=%2Ftools%3Fkind%3Dhttp&ended=[\w-]{8,}$/);
  // Waits until the page listens.
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: key.split('.')[0] ?? '' })).toContainText(
    'no longer accepted',
  );
  expect(await cursor()).toHaveLength(1);
  await page.getByRole('textbox', { name: 'API key' }).fill(await stack.claimKey());
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Continue' }).last().click();
  await expect(page).toHaveURL(/\/tools\?kind=http$/);
  await page.reload();
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('list', { name: 'Saved views' })).toContainText('as it was');
});

test('disconnecting asks first and offers the recovery file', { tag: '@full' }, async ({ page, stack }) => {
  await connectWithKey(page, stack.consoleUrl, await stack.claimKey(), '/key');
  await expect(page.getByText(/requests\/min/).first()).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Disconnect this key?' });
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/key/);

  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save recovery file first' }).click();
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save recovery file' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^dagscope-key-.*\.json$/);
  await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(page).toHaveURL(/\/connect/);
});

test('usage that is loading, or that the index refuses, is never shown as no requests', async ({
  page,
  stack,
  context,
  connect,
  allowConsole,
}) => {
  allowConsole(/400 \(Bad Request\)/);
  await connect(stack, context);
  let refuse = () => {};
  const isReleased = new Promise<void>((resolve) => (refuse = resolve));
  await page.route('**/api/index/tokens/usage*', async (route) => {
    await isReleased;
    await route.fulfill({
      status: 400,
      json: { error_code: 'INVALID_REQUEST', message: 'no such range', request_id: 'r1' },
    });
  });
  // The server has no answer to a range that ends before it begins, so the browser requests it.
  await page.goto('/key?window=custom&from=2026-11-20T00:00:00Z&to=2026-11-10T00:00:00Z');
  const main = page.getByRole('main');
  await expect(main.locator('.skeleton').first()).toBeVisible();
  await expect(main).not.toContainText('No requests');
  refuse();
  await expect(main.getByText("Couldn't load your usage")).toHaveCount(4);
  await expect(main.locator('.skeleton')).toHaveCount(0);
  await expect(main).not.toContainText('No requests');
});
