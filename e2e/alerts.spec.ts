// A saved filter of events that raises an alert: one notification in a browser however many tabs it has, a mark in the title of each, and a line that stays.
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '@/e2e/stack/fixtures';
import { hand, pill, registries } from '@/e2e/feed-page';
import { patient } from '@/e2e/stack/patient';
import { openDemo } from '@/e2e/visitor';

test.use({ network: 'workbench' });

/** The number of this spec's first event; other specs use other numbers. */
const FROM = 500_000;

interface Recorded {
  requests: number;
  shown: string[];
}

/** From now on pages of this browser record the notifications that they request and show. */
async function listenToNotifications(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const recorded: Recorded = { requests: 0, shown: [] };
    Object.assign(window, { recorded });
    window.Notification = new Proxy(window.Notification, {
      construct(real, [title, options]: [string, NotificationOptions | undefined]) {
        recorded.shown.push(`${title}: ${options?.body ?? ''}`);
        return new real(title, options);
      },
      get(real, name) {
        if (name === 'requestPermission') recorded.requests += 1;
        // Chromium's headless shell says "denied" here of what the context was granted.
        if (name === 'permission') return 'granted';
        return Reflect.get(real, name) as unknown;
      },
    });
  });
}

const recordedBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { recorded: Recorded }).recorded);

test(
  'an alert is shown once, marks every tab and is listed',
  { tag: '@full' },
  async ({ page: feed, context, stack }) => {
    await listenToNotifications(context);
    await context.grantPermissions(['notifications'], { origin: stack.consoleUrl });
    await openDemo(feed, '/events?kinds=LeaderRegistryCreated');
    await expect(pill(feed)).toHaveText('Live');
    await expect(feed.locator('[data-alerts]')).toHaveCount(0);
    await feed.getByRole('button', { name: 'Views' }).click();
    await feed.getByRole('textbox', { name: 'View name' }).fill('registries');
    await feed.getByRole('button', { name: 'Save' }).click();
    await feed.keyboard.press('Escape');
    await feed.getByRole('button', { name: 'Alerts' }).click();
    const panel = feed.getByRole('dialog', { name: 'Alerts' });
    await expect(panel).toContainText('Works while a tab of this console is open');
    expect(await recordedBy(feed)).toEqual({ requests: 0, shown: [] });
    const alert = panel.getByRole('switch', { name: 'registries' });
    await alert.click();
    await expect(alert).toBeChecked();
    await panel.getByRole('switch', { name: 'Slashed stake and tools' }).click();
    const suggested = panel
      .getByRole('list', { name: 'Saved filters' })
      .getByRole('switch', { name: 'Slashed stake and tools' });
    await expect(suggested).toBeChecked();
    await suggested.click();
    await expect(suggested).not.toBeChecked();
    await feed.keyboard.press('Escape');
    await expect(feed.locator('[data-alerts]')).toHaveAttribute('data-alerts', '0');

    const other = patient(await context.newPage());
    await other.goto('/tools');
    const tabs = [feed, other];
    for (const tab of tabs) {
      await expect(pill(tab)).toHaveText('Live');
      await expect(tab.locator('[data-alerts]')).toBeVisible();
    }
    await hand(stack, registries(FROM, 3));
    for (const tab of tabs) await expect(tab).toHaveTitle(/^\(1\) /);
    await hand(stack, registries(FROM + 3, 2));

    await other.getByRole('button', { name: 'Alerts: 1 unseen' }).click();
    const line = other.getByRole('list', { name: 'Recent alerts' }).getByRole('listitem');
    await expect(line).toHaveCount(1);
    await expect(line).toContainText('registries');
    await expect(line).toContainText('4 repeats muted');
    for (const tab of tabs) await expect(tab).toHaveTitle(/^[^(]/);
    const shown = (await Promise.all(tabs.map(recordedBy))).flatMap((recorded) => recorded.shown);
    expect(shown).toEqual([expect.stringMatching(/^registries: ./)]);
    await line.getByRole('link').click();
    await expect(other).toHaveURL(/\/events\?kinds=LeaderRegistryCreated&event=\d+$/);
    await expect(other.getByRole('region', { name: /^Event \d+$/ })).toBeVisible();

    // With its filter the alert goes, and with the last one the bell, in every tab.
    await feed.getByRole('button', { name: 'Views' }).click();
    await feed.getByRole('button', { name: 'Delete registries' }).click();
    for (const tab of tabs) await expect(tab.locator('[data-alerts]')).toHaveCount(0);

    // Without a saved view: the filter of the page becomes an alert by one button.
    await feed.keyboard.press('Escape');
    await feed.getByRole('button', { name: 'Alerts' }).click();
    const start = panel.getByRole('button', { name: 'Alert on this filter' });
    await start.click();
    await expect(panel.getByRole('switch', { name: 'LeaderRegistryCreated' })).toBeChecked();
    await expect(start).toHaveCount(0);
    await expect(feed.locator('[data-alerts]')).toHaveAttribute('data-alerts', '0');
  },
);
