// The watch over every page's console (fixtures.ts).
import { expect, test } from '@/e2e/stack/fixtures';

test('a page that complains fails its test', async ({ stack, context, complaints }) => {
  const page = await context.newPage();
  await page.goto(stack.consoleUrl);
  const before = complaints.messages.length;
  await page.evaluate(() => {
    console.warn('a warning of the test');
    setTimeout(() => {
      throw new Error('an error of the test');
    });
  });
  await expect.poll(() => complaints.messages.length).toBe(before + 2);
  expect(complaints.messages.slice(before).join('\n')).toMatch(
    /a warning of the test[^]*an error of the test/,
  );
  complaints.allowed.push(/ of the test/);
});
