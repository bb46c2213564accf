// The newcomer's story on the real stack: connect, browse, filter, reload, Back.
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo, rowsOf } from '@/e2e/visitor';

test('a visitor without a key is led to Connect and back to the requested page', async ({ page }) => {
  await page.goto('/tools?kind=http');
  await expect(page).toHaveURL(/\/connect\?next=/);
  // The first time, what the network is: in words and as a picture.
  const intro = page.getByRole('figure');
  await expect(intro).toContainText(/Agents run their skills as graphs.*Leaders take turns/);
  await expect(intro.getByRole('img')).toHaveAccessibleName(/leader.*walk.*vertex/);
  await page.getByRole('button', { name: 'Open the demo network' }).click();
  await expect(page).toHaveURL(/\/tools\?kind=http$/);
  await expect(page.getByRole('heading', { level: 1, name: /Tools/ })).toBeVisible();
  await expect(page.getByText('Simulated network').first()).toBeVisible();
  await page.goto('/connect');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(intro).toHaveCount(0);
});

test('a plain claim connects, and a second one for the same contact is refused in words', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/409/);
  const email = `newcomer-${Date.now()}@example.org`;
  const claim = async () => {
    await page.goto('/connect');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Claim key and connect' }).click();
  };
  await claim();
  await expect(page.getByRole('heading', { name: 'Key created' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Continue without it' }).click();
  await expect(page).toHaveURL(/\/overview/);
  // A page that loses its session while it reads would rightly complain.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await claim();
  await expect(page.getByRole('alert').filter({ hasText: /active key exists/i })).toBeVisible();
  await expect(page).toHaveURL(/\/connect/);
});

test('a key that the index does not know is refused in words', async ({ page, allowConsole }) => {
  allowConsole(/401/);
  await page.goto('/connect');
  await page.getByRole('textbox', { name: 'API key' }).fill(`unknown.${'x'.repeat(32)}`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: /key/i })).toBeVisible();
});

test('a filter is in the URL: reload keeps it, Back removes it', async ({ page }) => {
  await openDemo(page);
  await page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Leaders' })
    .click();
  const rows = await rowsOf(page, 'Leaders');
  const all = await rows.count();
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Status' }).click();
  await page.getByRole('radio', { name: 'suspended' }).click();
  await expect(page).toHaveURL(/status=suspended/);
  await expect(async () => {
    for (const text of await rows.allInnerTexts()) expect(text).toContain('suspended');
    expect(await rows.count()).toBeLessThan(all);
  }).toPass();
  const filtered = await rows.count();
  await page.reload();
  await rowsOf(page, 'Leaders');
  await expect(rows).toHaveCount(filtered);
  await page.goBack();
  await expect(page).toHaveURL(/\/leaders$/);
  await expect(rows).toHaveCount(all);
});

test('a page that does not exist says so, and so does an object that does not', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404/);
  await openDemo(page, '/nowhere');
  await expect(page.getByText(/does not exist|no such page|not found/i).first()).toBeVisible();
  await page.goto(`/payments/0x${'0'.repeat(64)}`);
  await expect(page.getByText('No payment with this ID').first()).toBeVisible();
});
