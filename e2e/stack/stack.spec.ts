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

test('an index of its own survives being killed', async ({ ownStack }) => {
  const key = await ownStack.claimKey(['leaders:read']);
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
