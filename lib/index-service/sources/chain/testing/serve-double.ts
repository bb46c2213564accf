// The double as a process of its own. Arguments: events of the network's history (Infinity: its 70 days; repeated where more are asked
// for), empty checkpoints a second that follow once it is followed, and `now` where the history ends now and objects have what they had.
// Prints its address.
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { SIMULATED_NOW } from '@/lib/index-service/testing/simulated-lines';
import { AGENT_REGISTRY, checkpointsOf, objectsOf, repeated } from './chain-of';
import { deployments, type Deployment } from '@/lib/index-service/sources/chain/packages';
import { nodeEvent } from './node-json';
import { startNodeDouble } from './node-double';

const [events = '1000', perSecond = '0', end] = process.argv.slice(2);
const [mainnet] = deployments as [Deployment];
/** A node says how far it is once in so many checkpoints. */
const PROGRESS = Math.min(25, Number(perSecond));
const SECONDS = Number(perSecond) > PROGRESS ? 60 : 3_600;

function history(now: number) {
  const lines: RecordedLine[] = [];
  let count = 0;
  for (const { line } of createSimulation({ seed: 'bench', now, eventsPerSecond: 1 }).history()) {
    if (count >= Number(events)) break;
    if (!('snapshot' in line)) count += 1;
    lines.push(line);
  }
  return lines;
}

/** The end of a simulation whose line of that number happens now. */
function endOf(lines: readonly RecordedLine[]): number {
  const last = lines.findLast((line) => !('snapshot' in line))?.onchain_at ?? '';
  return SIMULATED_NOW + Date.now() - Date.parse(last);
}

const fixed = history(SIMULATED_NOW);
// The distances between its events depend on its end a little.
const isPast = (line: RecordedLine) => Date.parse(line.onchain_at ?? '') <= Date.now();
const lines = end === 'now' ? history(endOf(fixed)).filter(isPast) : fixed;
const once = checkpointsOf(lines, mainnet.from, (line) => nodeEvent(mainnet, line.kind, line.payload));
const eventCount = lines.filter((line) => !('snapshot' in line)).length;
const repeats = Number.isFinite(Number(events)) ? Math.max(1, Math.round(Number(events) / eventCount)) : 1;
const checkpoints = Array.from({ length: repeats }, (_, at) => repeated(once, at, repeats)).flat();
const tip = checkpoints.length - 1;
const last = checkpoints[tip]?.sequence ?? 0n;
const frames = PROGRESS === 0 ? 0 : Math.round(Number(perSecond) / PROGRESS);
for (let at = 1; at <= frames * SECONDS; at += 1)
  checkpoints.push({ sequence: last + BigInt(at * PROGRESS), time: '', transactions: [] });

const registry = {
  objectId: AGENT_REGISTRY,
  objectType: `${mainnet.packages.registry}::agent_registry::AgentRegistry`,
};
const { agentRegistry } = mainnet;
const double = await startNodeDouble(checkpoints, {
  chainId: mainnet.chainId,
  floor: mainnet.from,
  tip,
  objects: objectsOf(end === 'now' ? lines : [], mainnet),
  created:
    agentRegistry !== undefined && 'publishedBy' in agentRegistry
      ? { [agentRegistry.publishedBy]: registry }
      : {},
});
console.log(double.url.href);
let next = tip + 1;
if (frames > 0)
  setInterval(() => {
    const checkpoint = checkpoints[next];
    if (checkpoint === undefined || !double.calls.includes('SubscribeEvents')) return;
    checkpoint.time = new Date().toISOString();
    next += 1;
    double.reveal(1);
  }, 1000 / frames);
