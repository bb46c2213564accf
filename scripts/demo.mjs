// The whole thing by one command: install, build, the index service with a simulated network, the console.
// Prints `ready http://127.0.0.1:PORT` when a browser can go there. Node built-ins only: it runs before an install.
import { checkNode, ensureBuilt, ensureInstalled } from './prepare.mjs';
import { Trouble, watchParent } from './processes.mjs';
import { DEMO_SIMULATE, say, serve, settingsOf } from './serve.mjs';

/** A demo is shown to a room: everybody claims a key from the same address. */
const LIMITS = {
  CLAIMS_PER_HOUR: '1000',
  REQUESTS_PER_MINUTE: '6000',
  STREAMS_PER_SESSION: '20',
  STREAMS_PER_ADDRESS: '200',
  READS_PER_ADDRESS: '60000',
  RENDERS_PER_ADDRESS: '12000',
  SIGN_INS_PER_ADDRESS: '300',
};

async function demo() {
  // While it installs and builds there is nothing to stop but what we wait for.
  const leave = () => process.exit(0);
  const unwatch = watchParent(leave);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, leave);

  checkNode();
  // Before the minute of installing and building, not after it.
  await settingsOf(process.env, true);
  await ensureInstalled(say);
  await ensureBuilt(say);

  unwatch();
  for (const signal of signals) process.off(signal, leave);
  const limits = Object.fromEntries(
    Object.entries(LIMITS).map(([name, value]) => [name, process.env[name] || value]),
  );
  const told = Object.entries(limits).map(([name, value]) => `${name}=${value}`);
  say(`Limits of the demo: ${told.join(' ')}`);
  const env = { ...process.env, ...limits, SIMULATE: process.env.SIMULATE || DEMO_SIMULATE };
  return serve({ env, ownIndex: true });
}

try {
  process.exit(await demo());
} catch (error) {
  console.error(error instanceof Trouble ? error.message : error);
  process.exit(1);
}
