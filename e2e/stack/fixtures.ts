// The test of every browser spec: `import { expect, test } from '@/e2e/stack/fixtures'`.
//
// `stack` is shared by all tests of the run; `page.goto('/…')` goes to its console. It is a network at rest with 70 days
// of history, or with `test.use({ network: 'workbench' })` one that tests append to. `ownStack` is made for one test
// that stops things or needs a network for itself (`test.use({ ownSimulate: '3:0' })` gives it a history).
// `page` waits after each `goto` and `reload` until React has hydrated the page (patient.ts). Every page is watched: a console
// error or warning, or an uncaught error, fails the test. A test that causes one on purpose says so first: `allowConsole(/503/)`.
import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { startScriptedIndex, type ScriptedIndex } from '@/e2e/scripted-index';
import type { Scope } from '@/lib/contract/scopes';
import { SHARED_STACKS, type SharedNetwork } from './global-setup';
import { patient } from './patient';
import { openConsole, openStack, type OwnStack, type Stack, type StackAddress, stackAt } from './stack';

interface TestFixtures {
  /** Which of the shared stacks is `stack`. */
  network: SharedNetwork;
  stack: Stack;
  ownSimulate: string;
  /** More environment for both parts of `ownStack`, and for the console of `scripted`. */
  ownEnv: Record<string, string>;
  ownStack: OwnStack;
  /** A console before an index whose answers the test decides; `ownEnv` goes to the console. */
  scripted: Scripted;
  /** Console texts that this test expects. */
  allowConsole: (...patterns: RegExp[]) => void;
  /** Opens a session with a key of its own, as the Connect page does, without going there. */
  connect: (stack: Stack, context: BrowserContext, scopes?: readonly Scope[]) => Promise<void>;
  /** Watches a context that the test made itself. */
  watch: (context: BrowserContext) => void;
}
interface Scripted {
  index: ScriptedIndex;
  consoleUrl: string;
  log(): Promise<string>;
}
interface Complaints {
  messages: string[];
  allowed: RegExp[];
}

function listen(context: BrowserContext, messages: string[]) {
  const path = (page: Page | null) => (page ? new URL(page.url()).pathname : '');
  context.on('console', (message) => {
    const kind = message.type();
    if (kind !== 'error' && kind !== 'warning') return;
    const where = message.location().url;
    messages.push(`${kind} on ${path(message.page())}: ${message.text()}${where ? ` (${where})` : ''}`);
  });
  context.on('weberror', (error) => {
    messages.push(`uncaught on ${path(error.page())}: ${error.error().stack ?? error.error().message}`);
  });
}

export const test = base.extend<TestFixtures & { complaints: Complaints }>({
  network: ['history', { option: true }],

  stack: async ({ network }, use) => {
    const addresses = process.env[SHARED_STACKS];
    if (!addresses) throw new Error(`${SHARED_STACKS} is not set: the global setup did not run.`);
    await use(stackAt((JSON.parse(addresses) as Record<SharedNetwork, StackAddress>)[network]));
  },

  baseURL: async ({ stack }, use) => use(stack.consoleUrl),

  ownSimulate: ['off', { option: true }],
  ownEnv: [{}, { option: true }],

  ownStack: [
    async ({ ownSimulate, ownEnv, context }, use, info) => {
      const stack = await openStack({ simulate: ownSimulate, env: ownEnv });
      await use(stack);
      // A page that outlives its console would complain that it cannot reach it.
      for (const page of context.pages()) await page.close();
      if (info.status !== info.expectedStatus) {
        const logs = await stack.logs();
        await info.attach('index.log', { body: logs.index, contentType: 'text/plain' });
        await info.attach('console.log', { body: logs.console, contentType: 'text/plain' });
      }
      await stack.close();
    },
    { timeout: 180_000 },
  ],

  scripted: async ({ ownEnv, context }, use) => {
    const index = await startScriptedIndex();
    const front = await openConsole(index.url, ownEnv);
    await use({ index, consoleUrl: front.url, log: front.log });
    for (const page of context.pages()) await page.close();
    await front.close();
    await index.close();
  },

  complaints: [
    async ({}, use) => {
      const complaints: Complaints = { messages: [], allowed: [] };
      await use(complaints);
      const unexpected = complaints.messages.filter(
        (text) => !complaints.allowed.some((pattern) => pattern.test(text)),
      );
      if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],

  allowConsole: async ({ complaints }, use) =>
    use((...patterns) => void complaints.allowed.push(...patterns)),

  connect: async ({}, use) =>
    use(async (stack, context, scopes) => {
      const response = await context.request.post(`${stack.consoleUrl}/api/session`, {
        headers: { origin: stack.consoleUrl },
        data: { key: await stack.claimKey(scopes) },
      });
      if (!response.ok()) throw new Error(`connecting: ${response.status()} ${await response.text()}`);
    }),

  watch: async ({ complaints }, use) => use((context) => listen(context, complaints.messages)),

  context: async ({ context, complaints }, use) => {
    listen(context, complaints.messages);
    await use(context);
  },

  page: async ({ page }, use) => use(patient(page)),
});

export { expect } from '@playwright/test';
