// What axe finds on the page that is open.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isLong } from '@/scripts/test-size';

interface AxeOptions {
  /** All of them if not given. */
  rules?: readonly string[];
  /** Test ids of the parts that are checked; the whole page if not given. */
  parts?: readonly string[];
}

/** Rows like those before them: each takes axe as long as a small page. */
const FURTHER_ROWS = 'tbody > tr:nth-child(n + 5)';

/** Findings in words. A page can be caught while it changes (a button that is enabled just then): what counts is found twice. */
export async function axeFindings(page: Page, { rules, parts = [] }: AxeOptions = {}): Promise<string[]> {
  const check = async () => {
    // What passes is not listed, and no frame is merged from a blank page (there are none): both took as long as the rules.
    const whole = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    const axe = parts.reduce((builder, part) => builder.include(`[data-testid="${part}"]`), whole);
    if (!isLong) axe.exclude(FURTHER_ROWS);
    const { violations } = await (rules === undefined ? axe : axe.withRules([...rules])).analyze();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${new URL(page.url()).pathname} ${id}: ${node.html.slice(0, 160)}`),
    );
  };
  const found = await check();
  if (found.length === 0) return found;
  const confirmed = new Set(await check());
  return found.filter((finding) => confirmed.has(finding));
}

type Theme = 'dark' | 'light';

export async function useTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
}

/** Only colours differ between the themes: the second one is checked for them alone, except in the long form. */
const COLOUR_RULES = isLong ? {} : { rules: ['color-contrast', 'link-in-text-block'] };

/** In the dark theme, then in the light one. */
export async function axeFindingsInBothThemes(page: Page): Promise<string[]> {
  await useTheme(page, 'dark');
  const dark = await axeFindings(page);
  await useTheme(page, 'light');
  const light = await axeFindings(page, COLOUR_RULES);
  return [...dark.map((finding) => `dark: ${finding}`), ...light.map((finding) => `light: ${finding}`)];
}
