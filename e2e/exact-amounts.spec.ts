// 64-bit integers are exact on the way from an event to the screen, into a copy and into a sum.
import { expect, test } from '@/e2e/stack/fixtures';
import { connectWithKey, rowsOf } from '@/e2e/visitor';

const POOL = 9007199254740993n;
const hex = (digit: string) => `0x${digit.repeat(64)}`;

/** A leader whose pool no double can hold. */
function deposit(leader: string, poolTotal: bigint, digit: string): object {
  return {
    kind: 'StakeDepositedEvent',
    tx_digest: digit.repeat(44),
    sender_address: hex('a'),
    onchain_at: '2026-11-20T10:00:00.000Z',
    payload: {
      registry: hex('b'),
      leader_cap_id: leader,
      staker: hex('a'),
      amount: poolTotal,
      minted_shares: poolTotal,
      total_shares: poolTotal,
      pool_total: poolTotal,
      at_ms: 1_790_000_000_000,
    },
  };
}

test('64-bit integers stay exact', { tag: '@full' }, async ({ page, context, ownStack }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: ownStack.consoleUrl });
  await ownStack.ingest([deposit(hex('1'), POOL, '1'), deposit(hex('2'), POOL, '2')]);
  await connectWithKey(page, ownStack.consoleUrl, await ownStack.claimKey(), '/leaders');
  const rows = await rowsOf(page, 'Leaders');
  await expect(rows).toHaveCount(2);
  await expect(rows.first().locator(`[data-exact="${POOL}"]`).first()).toHaveAttribute(
    'data-copy',
    '9007199.254740993',
  );

  // The sum of the two, over all caps.
  await expect(page.locator(`[data-exact="${POOL * 2n}"]`)).toHaveAttribute(
    'data-copy',
    '18014398.509481986',
  );

  // A copy of the event's payload.
  await page.goto(`${ownStack.consoleUrl}/events`);
  const events = await rowsOf(page, 'Events');
  // The kind's cell, since ids in the row are links of their own.
  await events.first().getByText('StakeDeposited').click();
  await page
    .getByRole('button', { name: /copy payload/i })
    .first()
    .click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('"pool_total": 9007199254740993');
});
