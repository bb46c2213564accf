// The stack the other tests stand on: it answers, it can lose its index and have it back, and it watches pages.
import { expect, test } from '@/e2e/stack/fixtures';

test('the shared stack gives out keys that its index takes', async ({ stack }) => {
  const key = await stack.claimKey(['leaders:read']);
  const leaders = await fetch(`${stack.indexUrl}/leaders`, { headers: { 'x-api-key': key } });
  expect(leaders.status).toBe(200);
  const payments = await fetch(`${stack.indexUrl}/payments`, { headers: { 'x-api-key': key } });
  expect(payments.status).toBe(403);
});

test('a session opens with a key, and the key does not come back', async ({ stack, context, connect }) => {
  await connect(stack, context);
  const response = await context.request.get('/api/session');
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({ connected: true });
});

test('an index of its own survives being killed, takes recorded events while it runs, and names a bad line', async ({
  ownStack,
}) => {
  const key = await ownStack.claimKey(['leaders:read', 'events:read']);
  const status = () =>
    fetch(`${ownStack.indexUrl}/leaders`, { headers: { 'x-api-key': key } }).then(
      (response) => response.status,
      () => 'unreachable',
    );
  expect(await status()).toBe(200);
  await ownStack.killIndex();
  expect(await status()).toBe('unreachable');
  await ownStack.startIndex();
  expect(await status()).toBe(200);

  const address = `0x${'ab'.repeat(32)}`;
  const line = (amount: bigint) => ({
    kind: 'ExecutionPaymentRefilledEvent',
    tx_digest: '8zVxCyDtnEWDZ9bRjKnHFhtJmRpKrQG1fFXpnY6TuNxR',
    sender_address: address,
    onchain_at: '2026-05-04T10:00:00.000Z',
    payload: {
      execution_id: `0x${'01'.repeat(32)}`,
      payment_id: address,
      source: address,
      refill_amount: amount,
    },
  });
  await ownStack.ingest([line(9007199254740993n), line(1n)]);
  const response = await fetch(`${ownStack.indexUrl}/events`, { headers: { 'x-api-key': key } });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(text).toContain('9007199254740993');
  expect(JSON.parse(text)).toMatchObject({ metadata: { total_items: 2 } });

  await expect(ownStack.ingest([{ kind: 'ExecutionPaymentRefilledEvent' }])).rejects.toThrow(/line 1/);
});

test('a page that complains fails its test', async ({ stack, context, complaints }) => {
  const page = await context.newPage();
  await page.goto(stack.consoleUrl);
  const before = complaints.said.length;
  await page.evaluate(() => {
    console.warn('a warning of the test');
    setTimeout(() => {
      throw new Error('an error of the test');
    });
  });
  await expect.poll(() => complaints.said.length).toBe(before + 2);
  expect(complaints.said.slice(before).join('\n')).toMatch(/a warning of the test[^]*an error of the test/);
  complaints.allowed.push(/ of the test/);
});
