import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';

// Others read this file before there is a browser; the run itself asks for one (global-setup.ts).
const executablePath = (await findBrowser()) ?? '';
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  // The floods are a run of their own: e2e/floods.config.ts.
  projects: [{ name: 'pages', testMatch: '**/*.spec.ts', testIgnore: '**/floods.spec.ts' }],
  outputDir: 'test-results',
  globalSetup: './e2e/stack/global-setup.ts',
  // One more than the cores of a small machine: much of the time is waiting.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Patience costs a passing test nothing, and a busy machine is slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A trace of every test costs a tenth of the time, a video more: a trace on request, for the one looked into.
    trace: process.env['E2E_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // Without a graphics card Chromium would play one in software.
      args: [...(asRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'],
    },
  },
});
