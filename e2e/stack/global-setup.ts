// Starts the stack that all browser tests share, once a run: a network with 14 days of history takes its time.
import { buildIsCurrent } from '@/scripts/prepare.mjs';
import { LIMITS, openStack } from './stack';

/** The seed and rate of the demo: what a newcomer sees is what is tested. */
const SHARED_SIMULATE = '7:2';

/** The name under which the workers find the address of the shared stack. */
export const SHARED_STACK = 'E2E_SHARED_STACK';

export default async function globalSetup() {
  if (!buildIsCurrent())
    console.warn('The build is older than the sources: `npm run build` makes a new one.');
  const limits = Object.entries(LIMITS).map(([name, value]) => `${name}=${value}`);
  console.log(`Starting the shared stack (SIMULATE=${SHARED_SIMULATE} ${limits.join(' ')}) …`);
  const stack = await openStack({
    simulate: SHARED_SIMULATE,
    onProgress: (message) => console.log(`  index: ${message}`),
  });
  const { indexUrl, consoleUrl, dataDir } = stack;
  process.env[SHARED_STACK] = JSON.stringify({ indexUrl, consoleUrl, dataDir });
  console.log(`Console ${consoleUrl}, index ${indexUrl}`);
  return () => stack.close();
}
