// The double as a process of its own, for benchmarks. Arguments: events of the network's history, and empty checkpoints a second
// that follow once it is followed. Prints its address, and then how many events it has.
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import type { EventLine } from '@/lib/index-service/log/recorded-line';
import { SIMULATED_NOW } from '@/lib/index-service/testing/simulated-lines';
import { checkpointsOf, objectsOf } from './chain-of';
import { deployments, type Deployment } from '@/lib/index-service/sources/chain/packages';
import { nodeEvent } from './node-json';
import { startNodeDouble } from './node-double';

const [events = '1000', perSecond = '0'] = process.argv.slice(2);
const [mainnet] = deployments as [Deployment];
/** A node says how far it is once in so many checkpoints. */
const PROGRESS = 25;
const SECONDS = 60;

const lines: EventLine[] = [];
for (const { line } of createSimulation({
  seed: 'bench',
  now: SIMULATED_NOW,
  eventsPerSecond: 1,
}).history()) {
  if (lines.length >= Number(events)) break;
  if (!('snapshot' in line)) lines.push(line);
}
const checkpoints = checkpointsOf(lines, mainnet.from, (line) => nodeEvent(mainnet, line.kind, line.payload));
const tip = checkpoints.length - 1;
const last = checkpoints[tip]?.sequence ?? 0n;
const frames = Math.round(Number(perSecond) / PROGRESS);
for (let at = 1; at <= frames * SECONDS; at += 1)
  checkpoints.push({
    sequence: last + BigInt(at * PROGRESS),
    time: new Date().toISOString(),
    transactions: [],
  });

const double = await startNodeDouble(checkpoints, {
  chainId: mainnet.chainId,
  floor: mainnet.from,
  tip,
  objects: objectsOf([], mainnet),
});
console.log(double.url.href);
console.log(lines.length);
if (frames > 0)
  setInterval(() => double.calls.includes('SubscribeEvents') && double.reveal(1), 1000 / frames);
