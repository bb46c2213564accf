// Runs a benchmark in Chromium with its own index and console, all of which are closed at the end.
import { chromium, type Browser } from 'playwright';
import { openStack, type OwnStack } from '@/e2e/stack/stack';
import { findBrowser } from '@/scripts/browser.mjs';

export async function inBrowser<Result>(
  work: (product: { browser: Browser; stack: OwnStack }) => Promise<Result>,
  options: Parameters<typeof openStack>[0] = {},
): Promise<Result> {
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error('no Chromium found: install one with `npm run browser`');
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
