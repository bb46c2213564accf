// A visitor with one question, who starts at the overview: every press and every search is an interaction, and four are allowed. The right answers come
// from the index's own API (index-reader.ts), read with the test's own key.
import { expect, type Locator, type Page } from '@playwright/test';

const MOST = 4;

/** Of questions that the full tier asks only. */
export const full = { tag: '@full' };

/** The question that the Analyze page answers: `Measure`, `by`, `and`, `Period`. */
export const chooser = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Question' }).getByRole('combobox', { name });

/** The part of a list of facts or figures with this label, which may be a pattern. */
export const factOf = (page: Page, label: string, within: Page | Locator = page) =>
  within.locator('div:has(> dt)').filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) });

export class Asker {
  #interactions = 0;
  constructor(readonly page: Page) {
    const { pathname, search } = new URL(page.url());
    expect(`${pathname}${search}`, 'a question starts at the overview').toBe('/overview');
  }

  #count(): void {
    this.#interactions += 1;
    expect(this.#interactions, 'interactions').toBeLessThanOrEqual(MOST);
  }

  async press(target: Locator): Promise<void> {
    this.#count();
    await target.click();
  }

  async choose(target: Locator, value: string): Promise<void> {
    this.#count();
    await target.selectOption(value);
  }

  /** Pastes a text into the search box and presses Enter; where it can be several things, chooses the one called `what`. */
  async search(text: string, what?: string): Promise<void> {
    this.#count();
    const before = this.page.url();
    const box = this.page.getByRole('combobox', { name: /^Search/ });
    // A page reached by a link may not listen yet; the key moves the focus at once where it does.
    await expect(async () => {
      await this.page.keyboard.press('/');
      await expect(box).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await this.page.keyboard.insertText(text);
    if (what === undefined) await this.page.keyboard.press('Enter');
    else await this.page.getByRole('option').filter({ hasText: what }).first().click();
    await expect(this.page, `the search for ${text} leads somewhere`).not.toHaveURL(before);
  }

  /** Types into a box that finds while typing, and presses Enter. */
  async find(box: Locator, text: string): Promise<void> {
    this.#count();
    await box.fill(text);
    await box.press('Enter');
  }

  async rail(name: string): Promise<void> {
    await this.press(
      this.page
        .getByRole('navigation', { name: 'Pages', exact: true })
        .getByRole('link', { name, exact: true }),
    );
  }
}
