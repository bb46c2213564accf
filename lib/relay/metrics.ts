// What the stream relay counts and holds, in the text format of Prometheus. Invariant: sums over all keys and browsers; no key, no hash of one,
// no address and no session. Whoever asks must know METRICS_TOKEN; without that setting there are no metrics at all.
// Counted by the hubs as plain numbers (hub/tally.ts), read from there when somebody asks, so that fan-out never waits for a metric.
import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { ContractError } from '@/lib/contract/errors';
import { departures, type Tally } from './stream/tally';
import { readKinds } from './upstream/reads';
import type { Relay } from './relay';

const COUNTS: Record<Exclude<keyof Tally, 'departures'>, string> = {
  deliveries: 'Events times the browsers that they were written to.',
  merges: 'Writes that brought a browser several events at once.',
  frames: 'Events from the index, catch-ups not counted.',
  duplicates: 'Events that the index sent again.',
  gaps: 'Events that were too long to pass on.',
  resets: 'Times that the log began again.',
  reconnects: 'Times that the connection to the index had to be opened again.',
  catchUps: 'Connections that fetched events older than a ring.',
};

function createRegistry(relay: Relay): Registry {
  const registry = new Registry();
  const registers = [registry];
  // Event loop lag, heap, handles, CPU.
  collectDefaultMetrics({ register: registry });
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  for (const [name, help] of Object.entries(COUNTS) as [keyof typeof COUNTS, string][])
    new Counter({
      name: `relay_${snake(name)}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(relay.tally[name]);
      },
    });
  new Counter({
    name: 'relay_departures_total',
    help: 'Browsers whose stream ended, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const reason of departures) this.inc({ reason }, relay.tally.departures[reason]);
    },
  });
  new Counter({
    name: 'relay_reads_total',
    help: 'Reads of browsers, by how they were answered: by a request to the index, by one under way for another, from memory.',
    labelNames: ['how'],
    registers,
    collect() {
      this.reset();
      for (const how of readKinds)
        for (const { reads } of relay.networks.values()) this.inc({ how }, reads.counts[how]);
    },
  });
  const { hubs, pool } = relay;
  const sum = (what: 'readers' | 'upstream' | 'catchUps') =>
    hubs.stats().hubs.reduce((total, hub) => total + hub[what], 0);
  const gauges: [name: string, help: string, read: () => number][] = [
    ['streams', 'Browsers that hold a stream.', () => hubs.stats().streams],
    ['readers', 'Browsers that events are written to.', () => sum('readers')],
    ['upstream_connections', 'Connections to the index, catch-ups not counted.', () => sum('upstream')],
    ['catch_up_connections', 'Connections that fetch events older than a ring.', () => sum('catchUps')],
    ['hubs', 'Keys whose stream is read.', () => hubs.stats().hubs.length],
    [
      'stale_hubs',
      'Keys whose stream has been away for a while.',
      () => hubs.stats().hubs.filter(({ state }) => state === 'stale').length,
    ],
    ['ring_frames', 'Distinct events in all rings.', () => pool.frames],
    ['ring_bytes', 'Their bytes.', () => pool.bytes],
    [
      'reader_lag_frames_max',
      'Events that the slowest browser is behind its ring.',
      () => Math.max(0, ...hubs.stats().hubs.map(({ lag }) => lag)),
    ],
  ];
  for (const [name, help, read] of gauges)
    new Gauge({
      name: `relay_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  return registry;
}

const registries = new WeakMap<Relay, Registry>();

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Answers GET /metrics. Throws NOT_FOUND when metrics are off, UNAUTHENTICATED without the token. */
export async function metricsAnswer(relay: Relay, authorization: string | null): Promise<Response> {
  const { metricsToken } = relay.env;
  if (metricsToken === undefined)
    throw new ContractError('NOT_FOUND', 'metrics are off: METRICS_TOKEN is not set');
  // Digests have one length, so the comparison tells nothing of the token's.
  if (!timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${metricsToken}`)))
    throw new ContractError('UNAUTHENTICATED', 'metrics are read with METRICS_TOKEN as a bearer token');
  const registry = registries.get(relay) ?? createRegistry(relay);
  registries.set(relay, registry);
  return new Response(await registry.metrics(), {
    headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' },
  });
}
