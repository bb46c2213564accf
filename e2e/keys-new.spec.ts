// A key that was just claimed, where the operator allows it to be shown: once, by an explicit act; leaving without a copy asks once;
// and that it will lapse is said on every page in good time. The index is played, so that the key's end is near.
import { startScriptedIndex } from '@/e2e/scripted-index';
import { expect, test } from '@/e2e/stack/fixtures';
import { openConsole } from '@/e2e/stack/stack';

const KEY = `k_1.${'s3cret'.repeat(6)}`;
const TWO_DAYS_MS = 2 * 86_400_000;

test('a new key is shown once, leaving asks once, and its end is announced', async ({ page }) => {
  test.setTimeout(120_000);
  const index = await startScriptedIndex({
    key: KEY,
    key_id: 'k_1',
    scopes: [{ scope: 'tools:read', requests_per_minute: 60 }],
    expires_at: new Date(Date.now() + TWO_DAYS_MS + 3_600_000).toISOString(),
  });
  const front = await openConsole(index.url, { KEY_REVEAL: 'once' });
  try {
    await page.goto(`${front.url}/connect`);
    await page.getByRole('textbox', { name: 'Email' }).fill('somebody@example.org');
    const claimed = page.waitForResponse(/\/api\/session\/claim$/);
    await page.getByRole('button', { name: 'Claim a key and connect' }).click();
    const session = (await (await claimed).json()) as { connection: string };
    const mine = page.getByRole('region', { name: 'Your new key' });
    await mine.getByRole('button', { name: 'Show the key once' }).click();
    expect(await page.content()).not.toContain(KEY);
    await mine.getByRole('button', { name: 'Yes, show it here, this once' }).click();
    await expect(mine.getByText(KEY)).toBeVisible();
    await expect(mine.getByText('It will not be shown again.')).toBeVisible();
    const again = await page.request.post(`${front.url}/api/session/reveal`, {
      headers: { origin: front.url },
      data: { connection: session.connection },
    });
    expect(again.status()).toBe(403);

    let asked = 0;
    page.on('dialog', (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    // Stayed, because the question was answered so; the second time nobody asks.
    await page.evaluate(() => window.location.reload());
    await expect.poll(() => asked).toBe(1);
    await expect(mine).toBeVisible();
    await page.goto(`${front.url}/tools`);
    expect(asked).toBe(1);
    await expect(page.getByRole('status').filter({ hasText: 'This key lapses in 2 d' })).toBeVisible();
    expect(await page.content()).not.toContain(KEY);
  } finally {
    await page.close();
    await front.close();
    await index.close();
  }
});
