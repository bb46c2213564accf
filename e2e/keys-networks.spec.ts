// Two networks in one console: each tab stays with the one it was opened for, whatever another tab chooses; rows, views and the place in the stream belong
// to a network; a tab whose key was revoked names that key; and no index ever sees the other's key.
import { AT, startScriptedIndex, usageOf, type ScriptedIndex } from '@/e2e/scripted-index';
import { expect, test as base } from '@/e2e/stack/fixtures';
import { patient } from '@/e2e/stack/patient';
import { openConsole } from '@/e2e/stack/stack';
import { connectWithKey, rowsOf } from '@/e2e/visitor';
import { reply } from '@/lib/relay/testing/small-index';

const KEYS = { main: 'k_main.secret-of-the-main', test: 'k_test.secret-of-the-test' } as const;

/** The newest event of each. */
const TIPS = { main: 10, test: 20 } as const;

/** An index with one event, and DAGs enough for a list with views, whose ids identify the network. */
async function network(name: keyof typeof KEYS, digit: string): Promise<ScriptedIndex> {
  const dag = (last: number) => ({
    object_id: `0x${digit.repeat(63)}${last === 0 ? digit : last}`,
    creator: `0x${'c'.repeat(64)}`,
    finalized_at: AT,
    created_at: AT,
    updated_at: AT,
    onchain_created_at: AT,
  });
  const index = await startScriptedIndex({
    rows: { dags: Array.from({ length: 6 }, (_, at) => dag(at)) },
    newestEvent: TIPS[name],
  });
  index.replies.set('GET /tokens/usage', reply(200, usageOf(`k_${name}`)));
  return index;
}

interface Two {
  url: string;
  main: ScriptedIndex;
  test: ScriptedIndex;
}
const test = base.extend<{ two: Two }>({
  two: async ({ context }, use) => {
    const [main, other] = [await network('main', 'a'), await network('test', 'b')];
    const front = await openConsole('', { INDEX_URLS: `main=${main.url},test=${other.url}` });
    await use({ url: front.url, main, test: other });
    for (const page of context.pages()) await page.close();
    await front.close();
    await main.close();
    await other.close();
  },
});

test('two networks never mix', { tag: '@full' }, async ({ page, context, two, allowConsole }) => {
  // The scripted indexes have little more than listings.
  allowConsole(/status of 40[134]/);
  const idIn = async (of: typeof page) =>
    (await rowsOf(of, 'DAGs')).first().locator('[data-same-id]').first().getAttribute('data-same-id');
  await connectWithKey(page, two.url, KEYS.main);
  await page.goto(`${two.url}/dags`);
  expect(await idIn(page)).toBe(`0x${'a'.repeat(64)}`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('View name').fill('of main');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Saved views' })).toContainText('of main');
  await page.keyboard.press('Escape');

  const other = patient(await context.newPage());
  await other.goto(`${two.url}/connect?network=test&next=/dags`);
  await other.getByRole('textbox', { name: 'API key' }).fill(KEYS.test);
  await other.getByRole('button', { name: 'Connect', exact: true }).click();
  await other.getByRole('region', { name: 'Key accepted' }).getByRole('button', { name: 'Continue' }).click();
  expect(await idIn(other)).toBe(`0x${'b'.repeat(64)}`);

  // The first tab continues without a reload: it stays on its own network, though the other one is active.
  const pages = page.getByRole('navigation', { name: 'Pages', exact: true });
  await pages.getByRole('link', { name: 'Leaders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Leaders/ })).toBeVisible();
  await pages.getByRole('link', { name: 'DAGs' }).click();
  expect(await idIn(page)).toBe(`0x${'a'.repeat(64)}`);
  await expect(page.locator(`[data-same-id="0x${'b'.repeat(64)}"]`)).toHaveCount(0);

  // Switched from the rail: a new document, the same list, the other network.
  await page.getByRole('button', { name: /Network and key/ }).click();
  await page.getByRole('menuitemradio', { name: /test/ }).click();
  await expect(page.locator(`[data-same-id="0x${'b'.repeat(64)}"]`).first()).toBeVisible();
  await expect(page.locator(`[data-same-id="0x${'a'.repeat(64)}"]`)).toHaveCount(0);
  await expect(page).toHaveURL(/\/dags$/);
  await page.reload();
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByText('No saved views')).toBeVisible();
  await page.keyboard.press('Escape');
  const cursors = () =>
    page.evaluate(() =>
      Object.fromEntries(
        Object.entries(localStorage)
          .filter(([name]) => name.startsWith('dagscope.cursor '))
          .map(([name, text]) => [name.split(' ')[1], (JSON.parse(String(text)) as { id: string }).id]),
      ),
    );
  await expect.poll(cursors).toEqual({
    [new URL(two.main.url).host]: String(TIPS.main),
    [new URL(two.test.url).host]: String(TIPS.test),
  });

  // The second tab's key is revoked while the first is in use: the second tab reports its own key and offers its own network.
  await page.getByRole('button', { name: /Network and key/ }).click();
  await page.getByRole('menuitemradio', { name: /main/ }).click();
  await expect(page.locator(`[data-same-id="0x${'a'.repeat(64)}"]`).first()).toBeVisible();
  await expect(other.getByRole('banner').getByRole('status').first()).toHaveText('Live');
  for (const path of ['/leaders', '/tokens/usage']) two.test.replies.set(`GET ${path}`, reply(401, '{}'));
  await other
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Leaders' })
    .click();
  await expect(other).toHaveURL(/\/connect\?next=%2Fleaders&ended=/);
  await other.reload();
  await expect(other.getByRole('alert').filter({ hasText: 'k_test' })).toContainText('no longer accepted');
  await expect(other.getByText('Claim a key for test')).toBeVisible();
  const row = other.getByRole('region', { name: 'Keys in this browser' }).getByRole('listitem');
  await expect(row.filter({ hasText: 'k_test' }).getByRole('button')).toHaveText(['Disconnect']);
  await row.filter({ hasText: 'k_main' }).getByRole('button', { name: 'Continue' }).click();
  await expect(other).toHaveURL(/\/leaders$/);

  for (const [index, key, otherKey] of [
    [two.main, KEYS.main, KEYS.test],
    [two.test, KEYS.test, KEYS.main],
  ] as const) {
    const used = new Set(index.requests.map(({ headers }) => headers['x-api-key']));
    expect(used.has(key)).toBe(true);
    expect(used.has(otherKey)).toBe(false);
  }
});
