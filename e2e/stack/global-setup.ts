// Starts the stacks that all browser tests share, once a run: a network with 70 days of history takes its time.
import { findBrowser } from '@/scripts/browser.mjs';
import { buildIsCurrent } from '@/scripts/prepare.mjs';
import { startDouble } from '@/scripts/chain-double';
import { LIMITS, openStack } from './stack';

/**
 * What the shared networks hold. `history` is the demo network without new events, so that what a
 * test reads first still holds when it ends. `workbench` begins empty, and tests append what they need.
 */
export const NETWORKS = { history: '7:0', workbench: 'off' };
export type SharedNetwork = keyof typeof NETWORKS;

/** The name under which the workers find the addresses of the shared stacks. */
export const SHARED_STACKS = 'E2E_SHARED_STACKS';

export default async function globalSetup() {
  if ((await findBrowser()) === null)
    throw new Error(
      'There is no Chromium: `npm run browser` installs one, or name one in E2E_CHROMIUM_PATH.',
    );
  if (!buildIsCurrent())
    console.warn('The build is older than the sources: `npm run build` makes a new one.');
  const limits = Object.entries(LIMITS).map(([name, value]) => `${name}=${value}`);
  console.log(`Starting the shared stacks (${limits.join(' ')}) …`);
  // E2E_CHAIN=1: `history` follows a full node, a double with 70 days of events.
  const double = process.env['E2E_CHAIN'] === '1' ? await startDouble('Infinity', 25, 'now') : undefined;
  const stacks = await Promise.all(
    Object.entries(NETWORKS).map(async ([name, simulate]) => {
      const onProgress = (message: string) => console.log(`  ${name}: ${message}`);
      const isChain = double !== undefined && name === 'history';
      // The tiers seed it beside the unit tests (scripts/test.mjs).
      const store = name === 'history' ? process.env['E2E_HISTORY'] : undefined;
      const source = isChain ? { source: ['chain', double.url.href] } : { simulate, store };
      const stack = await openStack({ ...source, onProgress });
      const { consoleUrl, indexUrl } = stack;
      console.log(`${name}: console ${consoleUrl}, index ${indexUrl}, ${JSON.stringify(source)}`);
      return [name, stack] as const;
    }),
  );
  const addresses = stacks.map(([name, { indexUrl, consoleUrl, dataDir }]) => [
    name,
    { indexUrl, consoleUrl, dataDir, isAtRest: name === 'history' && double === undefined },
  ]);
  process.env[SHARED_STACKS] = JSON.stringify(Object.fromEntries(addresses));
  return async () => {
    await Promise.all(stacks.map(([, stack]) => stack.close()));
    double?.close();
  };
}
