// A claim that is refused, and what the page says to do; a claimed key, which is revealed once where the operator allows it; leaving without a copy asks
// once; every page warns before the key expires; two tabs that claim at once keep both keys.
import { usageOf } from '@/e2e/scripted-index';
import { expect, test } from '@/e2e/stack/fixtures';
import { patient } from '@/e2e/stack/patient';
import { reply } from '@/lib/relay/testing/small-index';

const KEY = `k_1.${'s3cret'.repeat(6)}`;
const TWO_DAYS_MS = 2 * 86_400_000;

const issued = (key: string, expires_at: string) => ({
  key,
  key_id: key.split('.')[0],
  scopes: [{ scope: 'tools:read', requests_per_minute: 60 }],
  expires_at,
});

test.describe('where the operator allows it', { tag: '@full' }, () => {
  test.use({ ownEnv: { KEY_REVEAL: 'once' } });

  test('a new key is shown once, leaving asks once, and its expiry is announced', async ({
    page,
    scripted,
    allowConsole,
  }) => {
    const { index, consoleUrl } = scripted;
    // With 3 requests left, the relay keeps them for the user and refuses background reads.
    allowConsole(/429/);
    const expiry = new Date(Date.now() + TWO_DAYS_MS + 3_600_000).toISOString();
    index.replies.set('POST /onboarding/keys', reply(201, JSON.stringify(issued(KEY, expiry))));
    await page.goto(`${consoleUrl}/connect`);
    await page.getByRole('textbox', { name: 'Email' }).fill('somebody@example.org');
    const claimed = page.waitForResponse(/\/api\/session\/claim$/);
    await page.getByRole('button', { name: 'Claim key and connect' }).click();
    const session = (await (await claimed).json()) as { connection: string };
    const panel = page.getByRole('region', { name: 'Your new key' });
    await panel.getByRole('button', { name: 'Reveal key once' }).click();
    expect(await page.content()).not.toContain(KEY);
    await panel.getByRole('button', { name: 'Reveal it now' }).click();
    await expect(panel.getByText(KEY)).toBeVisible();
    await expect(panel.getByText('It will not be shown again.')).toBeVisible();
    const again = await page.request.post(`${consoleUrl}/api/session/reveal`, {
      headers: { origin: consoleUrl },
      data: { connection: session.connection },
    });
    expect(again.status()).toBe(403);

    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    // Dismissing the dialog keeps the page; the second time there is no dialog.
    await page.evaluate(() => window.location.reload());
    await expect.poll(() => dialogs).toBe(1);
    await expect(panel).toBeVisible();
    await page.goto(`${consoleUrl}/tools`);
    expect(dialogs).toBe(1);
    await expect(page.getByRole('status').filter({ hasText: 'This key expires in 2 d' })).toBeVisible();
    expect(await page.content()).not.toContain(KEY);
    const limits = { 'ratelimit-limit': '60', 'ratelimit-remaining': '3', 'ratelimit-reset': '50' };
    index.replies.set('GET /tokens/usage', reply(200, usageOf('k_1'), limits));
    await page.goto(`${consoleUrl}/key`);
    await expect(page.getByText(/^only 3 left · resets in \d+ s$/)).toBeVisible();
  });
});

test('a refused claim says what to do next', { tag: '@full' }, async ({ page, scripted, allowConsole }) => {
  const { index, consoleUrl } = scripted;
  allowConsole(/status of (400|409|429|502)/);
  await page.goto(`${consoleUrl}/connect`);
  const email = page.getByRole('textbox', { name: 'Email' });
  const claim = page.getByRole('button', { name: 'Claim key and connect' });
  const claims = () => index.requests.filter(({ method }) => method === 'POST').length;
  await email.fill('no-address');
  await claim.click();
  await expect(page.getByText('must be an email address')).toBeVisible();
  expect(claims()).toBe(0);

  const body = (message: string) => JSON.stringify({ error_code: 'X', message, request_id: 'r-17' });
  const refused = async (status: number, message: string, wait?: string) => {
    const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': wait };
    index.replies.set('POST /onboarding/keys', reply(status, body(message), headers));
    await email.fill('somebody@example.org');
    await claim.click();
    const refusal = page.getByRole('alert').filter({ hasText: message });
    await expect(refusal).toContainText(/Request [\w-]+/);
    return refusal;
  };
  await expect(await refused(400, 'email: this domain takes no mail')).toContainText('Fix the fields');
  await expect(email).toHaveAccessibleDescription(/this domain takes no mail/);
  const conflict = await refused(409, 'an active key exists for this contact');
  await expect(conflict).toContainText('Use the existing key or its recovery file');
  await expect(conflict).toContainText('revoke');
  await expect(conflict).toContainText('wait until it expires');
  await expect(await refused(429, 'at most 5 claims an hour', '2520')).toContainText('Try again in 42 m.');
  await expect(await refused(429, 'claims cannot be counted at the moment', '60')).toContainText(
    'The index limits claims per address',
  );
  const uncertain = await refused(500, 'A key may have been issued');
  await expect(uncertain).toContainText('before you claim again');
  await expect(uncertain).not.toContainText('Try again');
  // The form keeps its content, and no cookie was set.
  await expect(email).toHaveValue('somebody@example.org');
  expect((await page.context().cookies()).filter(({ httpOnly }) => httpOnly)).toEqual([]);
});

test('two tabs that claim at once keep both keys', { tag: '@full' }, async ({ page, context, scripted }) => {
  const { index, consoleUrl } = scripted;
  // Both claims wait at the index until the test answers them.
  const claims: (() => void)[] = [];
  index.replies.set('POST /onboarding/keys', (request, response, body) => {
    const claimed = issued(`k_${claims.length + 1}.${'s3cret'.repeat(6)}`, '2099-01-01T00:00:00Z');
    claims.push(() => reply(201, JSON.stringify(claimed))(request, response, body));
  });
  const other = patient(await context.newPage());
  for (const tab of [page, other]) {
    await tab.goto(`${consoleUrl}/connect`);
    await tab.getByRole('textbox', { name: 'Email' }).fill('somebody@example.org');
  }
  const claim = { name: 'Claim key and connect' };
  for (const [at, tab] of [page, other].entries()) {
    await tab.getByRole('button', claim).click();
    await expect.poll(() => claims.length).toBe(at + 1);
    await expect(tab.getByRole('button', { name: 'Claiming…' })).toBeVisible();
  }
  for (const [at, tab] of [page, other].entries()) {
    claims[at]?.();
    await expect(tab.getByRole('region', { name: 'Your new key' })).toContainText(`k_${at + 1}`);
  }
  const session = (await (await page.request.get(`${consoleUrl}/api/session`)).json()) as {
    connections: { key_id: string }[];
  };
  expect(session.connections.map(({ key_id }) => key_id)).toEqual(['k_1', 'k_2']);
});
