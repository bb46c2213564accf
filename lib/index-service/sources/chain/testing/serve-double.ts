// The double as a process of its own, for benchmarks, browser tests and demos. Arguments: events of the network's history, or `all` of
// its 70 days up to now with their objects; and empty checkpoints a second that follow once it is followed. Prints its address, and then
// how many events it has.
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { SIMULATED_NOW } from '@/lib/index-service/testing/simulated-lines';
import { AGENT_REGISTRY, checkpointsOf, objectsOf } from './chain-of';
import { deployments, type Deployment } from '@/lib/index-service/sources/chain/packages';
import { nodeEvent } from './node-json';
import { startNodeDouble } from './node-double';

const [events = '1000', perSecond = '0'] = process.argv.slice(2);
const [mainnet] = deployments as [Deployment];
/** A node says how far it is once in so many checkpoints. */
const PROGRESS = Math.min(25, Number(perSecond));
const SECONDS = events === 'all' ? 3_600 : 60;

const isAll = events === 'all';
const now = isAll ? Date.now() : SIMULATED_NOW;
const lines: RecordedLine[] = [];
let count = 0;
for (const { line } of createSimulation({ seed: isAll ? '7' : 'bench', now, eventsPerSecond: 1 }).history()) {
  if (!isAll && count >= Number(events)) break;
  if (!('snapshot' in line)) count += 1;
  lines.push(line);
}
const checkpoints = checkpointsOf(lines, mainnet.from, (line) => nodeEvent(mainnet, line.kind, line.payload));
const tip = checkpoints.length - 1;
const last = checkpoints[tip]?.sequence ?? 0n;
const frames = PROGRESS === 0 ? 0 : Math.round(Number(perSecond) / PROGRESS);
for (let at = 1; at <= frames * SECONDS; at += 1)
  checkpoints.push({ sequence: last + BigInt(at * PROGRESS), time: '', transactions: [] });

const { agentRegistry } = mainnet;
const double = await startNodeDouble(checkpoints, {
  chainId: mainnet.chainId,
  floor: mainnet.from,
  tip,
  objects: objectsOf(isAll ? lines : [], mainnet),
  created:
    agentRegistry !== undefined && 'publishedBy' in agentRegistry
      ? {
          [agentRegistry.publishedBy]: {
            objectId: AGENT_REGISTRY,
            objectType: `${mainnet.packages.registry}::agent_registry::AgentRegistry`,
          },
        }
      : {},
});
console.log(double.url.href);
console.log(count);
let next = tip + 1;
if (frames > 0)
  setInterval(() => {
    const checkpoint = checkpoints[next];
    if (checkpoint === undefined || !double.calls.includes('SubscribeEvents')) return;
    checkpoint.time = new Date().toISOString();
    next += 1;
    double.reveal(1);
  }, 1000 / frames);
