// `npm run demo`: installs, builds, and starts the index service with a simulated network and the console.
// `npm run demo -- --follow URL` mirrors the index at URL instead, with the key in INDEX_API_KEY; `--chain URL` follows a full node.
// Prints `ready http://127.0.0.1:PORT` when ready. Node built-ins only: it runs before an install.
import { join } from 'node:path';
import { checkNode, ensureBuilt, ensureInstalled } from './prepare.mjs';
import { ScriptError, watchParent } from './processes.mjs';
import { DEMO_SIMULATE, print, serve, settingsOf } from './serve.mjs';

/** Generous limits, because the audience of a demo shares one address. */
const LIMITS = {
  CLAIMS_PER_HOUR: '1000',
  REQUESTS_PER_MINUTE: '6000',
  STREAMS_PER_SESSION: '20',
  STREAMS_PER_ADDRESS: '200',
  READS_PER_ADDRESS: '60000',
  RENDERS_PER_ADDRESS: '12000',
  SIGN_INS_PER_ADDRESS: '300',
};

/** The argument after an option; undefined without the option. */
function argument(option) {
  const at = process.argv.indexOf(option);
  return at === -1 ? undefined : (process.argv[at + 1] ?? '');
}

/** What the index copies instead of simulating, and where: each copy needs a store of its own. */
function copied() {
  const url = argument('--follow');
  const node = argument('--chain');
  if (url !== undefined && node !== undefined) throw new ScriptError('Give --follow or --chain, not both.');
  if (url !== undefined) {
    if (!URL.canParse(url)) throw new ScriptError('--follow: give the URL of an index.');
    if (!process.env.INDEX_API_KEY)
      throw new ScriptError('--follow: set INDEX_API_KEY to a key of that index.');
    return { source: ['follow', url], dataDir: '.data/mirror' };
  }
  if (node === undefined) return undefined;
  const isPublic = node === 'mainnet' || node === 'testnet';
  if (!isPublic && !URL.canParse(node))
    throw new ScriptError('--chain: give mainnet, testnet or the URL of a full node.');
  return { source: ['chain', node], dataDir: join('.data', isPublic ? node : 'chain') };
}

async function demo() {
  // While it installs and builds, exiting is enough to stop.
  const leave = () => process.exit(0);
  const unwatch = watchParent(leave);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, leave);

  checkNode();
  // Report invalid settings before installing and building.
  const copy = copied();
  await settingsOf(process.env, true);
  await ensureInstalled(print);
  await ensureBuilt(print);

  unwatch();
  for (const signal of signals) process.off(signal, leave);
  const limits = Object.fromEntries(
    Object.entries(LIMITS).map(([name, value]) => [name, process.env[name] || value]),
  );
  const list = Object.entries(limits).map(([name, value]) => `${name}=${value}`);
  print(`Demo limits: ${list.join(' ')}`);
  const env = { ...process.env, ...limits };
  if (copy === undefined) env.SIMULATE ||= DEMO_SIMULATE;
  else env.DATA_DIR ||= copy.dataDir;
  return serve({ env, ownIndex: true, source: copy?.source });
}

try {
  process.exit(await demo());
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  process.exit(1);
}
