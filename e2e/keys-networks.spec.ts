// Two networks in one console: each tab stays with the one it was opened for, whatever another tab chooses, and no index ever sees the other's key.
import { listing, usageOf } from '@/e2e/played-answers';
import { expect, test as base } from '@/e2e/stack/fixtures';
import { openConsole } from '@/e2e/stack/stack';
import { connectWithKey, rowsOf } from '@/e2e/visitor';
import { reply, startSmallIndex, type SmallIndex } from '@/lib/relay/testing/small-index';

const KEYS = { main: 'k_main.secret-of-the-main', test: 'k_test.secret-of-the-test' } as const;
const AT = '2026-11-20T10:00:00Z';

/** An index with one DAG, whose id tells where one is. */
async function network(name: keyof typeof KEYS, digit: string): Promise<SmallIndex> {
  const index = await startSmallIndex();
  const dag = {
    object_id: `0x${digit.repeat(64)}`,
    creator: `0x${'c'.repeat(64)}`,
    finalized_at: AT,
    created_at: AT,
    updated_at: AT,
    onchain_created_at: AT,
  };
  index.replies.set('GET /tokens/usage', reply(200, usageOf(`k_${name}`, AT)));
  index.replies.set('GET /dags', reply(200, listing([dag])));
  for (const path of ['leaders', 'agents', 'tools', 'executions', 'tasks', 'payments'])
    index.replies.set(`GET /${path}`, reply(200, listing([])));
  // No stream: this is about reads.
  index.replies.set('GET /events', reply(403, '{}'));
  return index;
}

interface Two {
  url: string;
  main: SmallIndex;
  test: SmallIndex;
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

test('nothing of one network is ever shown under the other', async ({ page, context, two, allowConsole }) => {
  test.setTimeout(120_000);
  // The played indexes have no more than a listing each.
  allowConsole(/status of 40[34]/);
  const idIn = async (of: typeof page) =>
    (await rowsOf(of, 'DAGs')).first().locator('[data-same-id]').first().getAttribute('data-same-id');
  await connectWithKey(page, two.url, KEYS.main, '/dags');
  expect(await idIn(page)).toBe(`0x${'a'.repeat(64)}`);

  const other = await context.newPage();
  await other.goto(`${two.url}/connect?network=test&next=/dags`);
  await other.getByRole('textbox', { name: 'API key' }).fill(KEYS.test);
  await other.getByRole('button', { name: 'Connect', exact: true }).click();
  await other
    .getByRole('region', { name: 'What this key sees' })
    .getByRole('button', { name: 'Go on' })
    .click();
  expect(await idIn(other)).toBe(`0x${'b'.repeat(64)}`);

  // The first tab walks on, without a reload: it is still on its own network, though the other one is in use now.
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

  for (const [index, own, foreign] of [
    [two.main, KEYS.main, KEYS.test],
    [two.test, KEYS.test, KEYS.main],
  ] as const) {
    const used = new Set(index.asked.map(({ headers }) => headers['x-api-key']));
    expect(used.has(own)).toBe(true);
    expect(used.has(foreign)).toBe(false);
  }
});
