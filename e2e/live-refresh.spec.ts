// What an event changes on other pages is read again by itself: a leader's pool moves, a payment settles, without the page jumping.
// (A DAG that grows on the screen: dag-graph.spec.ts.)
import { expect, test } from '@/e2e/stack/fixtures';
import { digestOf, objectIdOf } from '@/e2e/building-events';
import { hand, pill, registries } from '@/e2e/feed-page';
import { connectWithKey, rowsOf } from '@/e2e/visitor';

// These append events of their own.
test.use({ network: 'workbench' });

const MIST = 1_000_000_000;
const LEADER = objectIdOf('refreshed leader');
const line = (kind: string, payload: object, of: string) => ({
  kind,
  tx_digest: digestOf(of),
  sender_address: objectIdOf('sender'),
  onchain_at: '2026-11-20T10:00:00.000Z',
  payload,
});

function deposit(pool: number): object {
  return line(
    'StakeDepositedEvent',
    {
      registry: objectIdOf('registry'),
      leader_cap_id: LEADER,
      staker: objectIdOf('staker'),
      amount: MIST,
      minted_shares: MIST,
      total_shares: pool * MIST,
      pool_total: pool * MIST,
      at_ms: 1_790_000_000_000,
    },
    `refreshing deposit ${pool}`,
  );
}

const payment = {
  payment_id: objectIdOf('refreshed payment'),
  execution_id: objectIdOf('refreshed execution'),
};
const skill = { agent_id: objectIdOf('agent'), skill_id: 1, interface_revision: 1 };

test(
  "a leader's pool changes on the open page, and the page does not jump",
  { tag: '@full' },
  async ({ page, stack }) => {
    await hand(stack, [deposit(10)]);
    await connectWithKey(page, stack.consoleUrl, await stack.claimKey(), `/leaders/${LEADER}`);
    await expect(pill(page)).toHaveText('Live');
    const pool = (total: number) => page.locator(`[data-exact="${total * MIST}"]`).first();
    await expect(pool(10)).toBeVisible();
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    await page.evaluate(() => {
      const seen = { skeletons: 0, jumps: 0 };
      Object.assign(window, { seen });
      const top = document.querySelector('h1')?.getBoundingClientRect().top;
      new MutationObserver(() => {
        if (document.querySelector('main .skeleton') !== null) seen.skeletons += 1;
        if (document.querySelector('h1')?.getBoundingClientRect().top !== top) seen.jumps += 1;
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    for (const total of [25, 70]) {
      await hand(stack, [deposit(total)]);
      await expect(pool(total)).toBeVisible();
    }
    expect(await page.evaluate(() => (window as unknown as { seen: object }).seen)).toEqual({
      skeletons: 0,
      jumps: 0,
    });
  },
);

test('rows slide down where events arrive above them: nothing jumps', async ({ page, stack }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await hand(stack, registries(9_000, 30));
  // Other tests append to this network too, of other kinds.
  const ofKind = '/events?kinds=LeaderRegistryCreatedEvent';
  await connectWithKey(page, stack.consoleUrl, await stack.claimKey(), ofKind);
  const rows = await rowsOf(page, 'Events');
  await expect(pill(page)).toHaveText('Live');
  await page.mouse.move(5, 5);
  const isNewest = (number: number) => expect(rows.first()).toContainText(objectIdOf(`registry ${number}`));
  await isNewest(9_029);
  await page.evaluate(() => {
    const body = document.querySelector('tr[data-row]')?.parentElement;
    if (!body) throw new Error('no rows');
    const seen = { arrivals: 0, jumps: 0 };
    Object.assign(window, { seen });
    let first = body.querySelector('tr[data-row]');
    let top = first?.getBoundingClientRect().top ?? NaN;
    const look = () => {
      first = body.querySelector('tr[data-row]');
      top = first?.getBoundingClientRect().top ?? NaN;
    };
    const everyFrame = () => {
      look();
      requestAnimationFrame(everyFrame);
    };
    requestAnimationFrame(everyFrame);
    // Before the next frame: where the row that was first is drawn, now that others are above it.
    new MutationObserver(() => {
      if (first === body.querySelector('tr[data-row]')) return;
      seen.arrivals += 1;
      const moved = (first?.getBoundingClientRect().top ?? NaN) - top;
      if (!(Math.abs(moved) < 1)) seen.jumps += 1;
      look();
    }).observe(body, { childList: true });
  });
  await hand(stack, registries(9_100, 12));
  await isNewest(9_111);
  const { arrivals, jumps } = await page.evaluate(
    () => (window as unknown as { seen: { arrivals: number; jumps: number } }).seen,
  );
  expect(arrivals).toBeGreaterThan(0);
  expect(jumps).toBe(0);
  // The slide ends: rows are where they belong.
  await expect
    .poll(() =>
      page.evaluate(() => document.querySelector('tr[data-row]')?.parentElement?.getAnimations().length),
    )
    .toBe(0);
});

test('a payment settles on the screen', { tag: '@full' }, async ({ page, stack }) => {
  const created = line(
    'AgentSkillPaymentCreatedEvent',
    {
      ...payment,
      ...skill,
      payment_policy: { variant: 'UserFunded' },
      source_kind: { variant: 'UserFunded', user: objectIdOf('user') },
      max_budget_mist: 5 * MIST,
      gas_budget_mist: MIST,
      priority_fee_reserve_mist: 0,
      locked_budget_mist: 5 * MIST,
      priority_fee_percentage: 0,
    },
    'refreshing created',
  );
  await hand(stack, [created]);
  const main = page.getByRole('main');
  await connectWithKey(page, stack.consoleUrl, await stack.claimKey(), `/payments/${payment.payment_id}`);
  await expect(pill(page)).toHaveText('Live');
  await expect(main.getByText('pending', { exact: true }).first()).toBeVisible();
  await hand(stack, [
    line(
      'GasPaymentConsumedEvent',
      { ...payment, ...skill, amount: 2 * MIST, consumed_total: 2 * MIST },
      'refreshing consumed',
    ),
  ]);
  await expect(main.locator(`[data-exact="${2 * MIST}"]`).first()).toBeVisible();
  await hand(stack, [
    line('ExecutionAccomplishedEvent', { ...payment, ...skill }, 'refreshing accomplished'),
  ]);
  await expect(main.getByText('accomplished', { exact: true }).first()).toBeVisible();
  await expect(main.getByText('pending', { exact: true })).toHaveCount(0);
});
