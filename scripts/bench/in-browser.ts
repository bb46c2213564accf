// A measurement in Chromium on the real product: index and console of their own, the browser that the tests use. Whatever happens, all of it ends.
import { chromium, type Browser } from 'playwright';
import { openStack, type OwnStack } from '@/e2e/stack/stack';
import { findBrowser } from '@/scripts/browser.mjs';

export async function inBrowser<Result>(
  work: (product: { browser: Browser; stack: OwnStack }) => Promise<Result>,
  options: Parameters<typeof openStack>[0] = {},
): Promise<Result> {
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error('there is no Chromium: `npm run browser` installs one');
  const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : [];
  const stack = await openStack(options);
  try {
    const browser = await chromium.launch({ executablePath, args });
    try {
      return await work({ browser, stack });
    } finally {
      await browser.close();
    }
  } finally {
    await stack.close();
  }
}
