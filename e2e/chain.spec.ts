// The demo on a full node, here the double: what its pages say, and questions that hold as on any network.
import type { Page } from '@playwright/test';
import { Asker, factOf, full } from '@/e2e/asker';
import { failedOf, readIndex, textAt, valueAt, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { startDemo } from '@/e2e/stack/stack';
import { rowsOf, signIn } from '@/e2e/visitor';
import { startDouble } from '@/scripts/chain-double';

const EVENTS = 1_500;
const EXPLORER = 'https://explorer.example';

const digits = (value: unknown) => Number(value).toLocaleString('en');

/** Every link to the explorer: where it leads, and what its page learns. */
const explorerLinks = (page: Page) =>
  page
    .locator(`a[href^="${EXPLORER}"]`)
    .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));

test('the pages of a chain name it, and its questions are answered', full, async ({ browser, watch }) => {
  const double = await startDouble(EVENTS, 25, 'now');
  const stack = await startDemo(['--chain', double.url.href], { EXPLORER_URL: `${EXPLORER}/{kind}/{id}` });
  const context = await browser.newContext({ baseURL: stack.consoleUrl });
  try {
    watch(context);
    const page = await context.newPage();
    const index = await readIndex(stack);
    const chain = async () => valueAt(await index.get('/'), 'network.chain') as Json;
    expect(await chain()).toMatchObject({
      events_not_decodable: 0,
      events_foreign: 0,
    });
    expect(Number((await chain())['events_stored'])).toBeGreaterThan(EVENTS / 2);
    const leaders = await index.all('/leaders');
    const leader = textAt(leaders[0], 'leader_cap_id');
    const [tool] = await index.all('/tools');
    const runs = await index.all('/executions');
    const run = textAt(runs[0], 'object_id');

    await signIn(page);
    await page.goto('/connect');
    await expect(page.locator('main')).toContainText('of mainnet');
    const explored: Record<string, string> = {
      '/overview': '',
      '/leaders': '',
      [`/leaders/${leader}`]: `object/${leader}`,
      [`/tools/${textAt(tool, 'fqn')}`]: `object/${textAt(tool, 'object_id')}`,
      [`/executions/${run}`]: `object/${run}`,
      [`/address/${textAt(runs[0], 'invoker')}`]: `account/${textAt(runs[0], 'invoker')}`,
    };
    for (const [path, link] of Object.entries(explored)) {
      await page.goto(path);
      await expect(page.locator('[data-skeleton]'), path).toHaveCount(0);
      expect(await page.locator('body').innerText(), path).not.toMatch(/simulat/i);
      const mark = page.locator('header [data-tip^="History is complete since checkpoint"]');
      await expect(mark, path).toHaveText(/^mainnet · checkpoint [\d,]+ · .+ behind$/);
      // Record pages also link objects without a page here; lists have no such links.
      const links = await explorerLinks(page);
      if (link === '') expect(links, path).toEqual([]);
      else expect(links, path).toContainEqual([`${EXPLORER}/${link}`, 'noreferrer']);
      for (const [href, rel] of links) {
        expect(rel, path).toBe('noreferrer');
        if (href !== `${EXPLORER}/${link}`) expect(href, path).toMatch(/\/object\/0x[0-9a-f]{64}$/);
      }
    }

    // The history was read in bulk a moment ago, and the index is behind by no more than the last checkpoint.
    await page.goto('/overview');
    await expect(page.locator('[data-verdict]')).toContainText(/Index .+ behind the chain\./);
    const before = Number((await chain())['checkpoint']);
    await expect.poll(async () => Number((await chain())['checkpoint'])).toBeGreaterThan(before);
    const reached = Number((await chain())['checkpoint']);
    await expect
      .poll(async () => {
        const text = await page.locator('header [data-tip^="History is"]').textContent();
        return Number(/checkpoint ([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
      })
      .toBeGreaterThanOrEqual(reached);

    // Which transaction was the newest event in?
    await new Asker(page).rail('Events');
    const newest = (await rowsOf(page, 'Events')).first();
    await newest.locator('[data-row-main]').click();
    const [event] = (await index.get('/events?page_size=1'))['items'] as Json[];
    await expect(page.getByRole('link', { name: 'Open transaction in explorer' })).toHaveAttribute(
      'href',
      `${EXPLORER}/tx/${textAt(event, 'tx_digest')}`,
    );
    await expect(page.locator(`time[datetime="${textAt(event, 'onchain_at')}"]`).first()).toBeVisible();

    // When was a payment made, and its first fee recorded? On chain, long before the index read its history.
    const payment = (await index.all('/payments?order_by=onchain_created_at.desc')).at(-1)!;
    await page.goto('/payments?order_by=onchain_created_at.asc');
    await expect(page.locator('tr[data-row]').first().locator('time:visible')).toHaveAttribute(
      'datetime',
      textAt(payment, 'onchain_created_at'),
    );
    await page.goto(`/payments/${textAt(payment, 'payment_object_id')}`);
    const ledger = await index.all(`/executions/${textAt(payment, 'execution_object_id')}/payment-ledger`);
    const ofTransaction = await index.all(`/events?tx_digest=${textAt(ledger.at(-1), 'tx_digest')}`);
    await expect(page.locator('main table time:visible').first()).toHaveAttribute(
      'datetime',
      textAt(ofTransaction[0], 'onchain_at'),
    );

    // How many executions failed?
    await page.goto('/overview');
    await new Asker(page).rail('Executions');
    await expect(page.locator('main')).toContainText(`of ${digits(runs.length)}`);
    await page.goto('/executions?status=failed,aborted');
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText(
      failedOf(runs).length === 0 ? 'no executions' : `of ${failedOf(runs).length}`,
    );

    // How large is the pool of a leader?
    const [last] = await index.all(`/leaders/${leader}/stake-events`);
    expect(last).toMatchObject({ kind: 'deposited' });
    await page.goto('/overview');
    await new Asker(page).search(leader);
    await expect(factOf(page, 'Pool now').locator('[data-exact]')).toHaveAttribute(
      'data-exact',
      textAt(last, 'pool_total'),
    );

    // What does a tool take, which no event says?
    await page.goto('/overview');
    await new Asker(page).search(textAt(tool, 'fqn'), textAt(tool, 'fqn'));
    const detail = await index.get(`/tools/${textAt(tool, 'fqn')}`);
    const ports = detail['input_schema'] as Json[];
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) await expect(page.locator('main')).toContainText(textAt(port, 'port_name'));
  } finally {
    await context.close();
    await stack.close();
    double.close();
  }
});
