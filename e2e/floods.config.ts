// The floods take all there is, so they are a run of their own (scripts/test.mjs), without the stacks that the pages share.
import { defineConfig } from '@playwright/test';
import pages from '@/playwright.config';

export default defineConfig({
  ...pages,
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: [],
  projects: [{ name: 'floods', testMatch: 'floods.spec.ts' }],
  workers: 1,
});
