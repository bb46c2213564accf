// Somebody who asks one question from a cold start: every press and every search is an interaction, and four are all there are. The right answers come
// from the index's own API, read with a key of the test's.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Stack } from '@/e2e/stack/stack';
import { parseJson } from '@/lib/json/exact';

const MOST = 4;

export class Asker {
  #interactions = 0;
  constructor(readonly page: Page) {}

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
    await this.page.keyboard.press('/');
    await this.page.keyboard.insertText(text);
    if (what === undefined) return this.page.keyboard.press('Enter');
    await this.page.getByRole('option').filter({ hasText: what }).first().click();
  }

  async rail(name: string): Promise<void> {
    await this.press(
      this.page
        .getByRole('navigation', { name: 'Pages', exact: true })
        .getByRole('link', { name, exact: true }),
    );
  }
}

interface Page100 {
  items: Record<string, unknown>[];
  metadata: { next_token: number | null; total_items: number };
}

/** Reads the index as a program would, without the console. */
export async function reader(stack: Stack) {
  const key = await stack.claimKey();
  const one = async (path: string): Promise<unknown> => {
    const response = await fetch(`${stack.indexUrl}${path}`, { headers: { 'x-api-key': key } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return parseJson(await response.text());
  };
  /** Every row of a listing. */
  const all = async (path: string): Promise<Record<string, unknown>[]> => {
    const rows: Record<string, unknown>[] = [];
    for (let token: number | null = 0; token !== null;) {
      const separator = path.includes('?') ? '&' : '?';
      const page = (await one(`${path}${separator}page_size=100&page_token=${token}`)) as Page100;
      rows.push(...page.items);
      token = page.metadata.next_token;
    }
    return rows;
  };
  return { one: one as (path: string) => Promise<Record<string, unknown>>, all };
}
