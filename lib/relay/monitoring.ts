// GET /metrics (Prometheus) and GET /healthz. Invariant: sums over all keys and browsers only, no host, key or browser; without METRICS_TOKEN
// there are no metrics. Plain numbers are read when asked for, so the stream never waits for a metric.
import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { ContractError } from '@/lib/contract/errors';
import { departures, type StreamMetrics } from './stream/metrics';
import { readKinds } from './upstream/reads';
import type { Replicas } from './redis/replicas';
import type { Relay } from './relay';
import type { Webhooks } from './webhooks/webhooks';

const COUNTERS: Record<Exclude<keyof StreamMetrics, 'departures'>, string> = {
  deliveries: 'Events written, counted once per browser.',
  merges: 'Writes of several events at once.',
  frames: 'Events from the index, without catch-ups.',
  duplicates: 'Events that the index sent again.',
  gaps: 'Events over the size limit.',
  resets: 'Restarts of the log.',
  reconnects: 'Reconnects to the index.',
  catchUps: 'Connections for events older than a ring.',
};

function createRegistry(relay: Relay): Registry {
  const { channels, ringBudget, streamMetrics } = relay;
  const registry = new Registry();
  const registers = [registry];
  // Event loop lag, heap, handles, CPU.
  collectDefaultMetrics({ register: registry });
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  for (const [name, help] of Object.entries(COUNTERS) as [keyof typeof COUNTERS, string][])
    new Counter({
      name: `relay_${snake(name)}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(streamMetrics[name]);
      },
    });
  new Counter({
    name: 'relay_departures_total',
    help: 'Ended browser streams, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const reason of departures) this.inc({ reason }, streamMetrics.departures[reason]);
    },
  });
  new Counter({
    name: 'relay_reads_total',
    help: 'Reads by browsers: sent to the index, shared with one in flight, or answered from memory.',
    labelNames: ['how'],
    registers,
    collect() {
      this.reset();
      for (const how of readKinds)
        for (const { reads } of relay.networks.values()) this.inc({ how }, reads.counts[how]);
    },
  });
  const { webhooks } = relay;
  if (webhooks !== undefined) registerWebhooks(registry, webhooks);
  const all = () => channels.stats().channels;
  const sum = (what: 'readers' | 'upstream' | 'catchUps') =>
    all().reduce((total, channel) => total + channel[what], 0);
  const gauges: [name: string, help: string, read: () => number][] = [
    ['streams', 'Open browser streams.', () => channels.stats().streams],
    ['readers', 'Browsers that events are written to.', () => sum('readers')],
    ['upstream_connections', 'Connections to the index, without catch-ups.', () => sum('upstream')],
    ['catch_up_connections', 'Connections for events older than a ring.', () => sum('catchUps')],
    ['channels', 'Keys whose stream is read.', () => all().length],
    [
      'stale_channels',
      'Keys without a connection.',
      () => all().filter(({ state }) => state === 'stale').length,
    ],
    ['ring_frames', 'Distinct events in all rings.', () => ringBudget.frames],
    ['ring_bytes', 'Bytes of the events in all rings.', () => ringBudget.bytes],
    [
      'reader_lag_frames_max',
      'Events by which the slowest browser lags its ring.',
      () => Math.max(0, ...all().map(({ lag }) => lag)),
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

function registerWebhooks(registry: Registry, webhooks: Webhooks): void {
  const registers = [registry];
  new Counter({
    name: 'relay_webhook_messages_total',
    help: 'Messages to the webhook: accepted, failed attempts, and given up.',
    labelNames: ['outcome'],
    registers,
    collect() {
      const { delivered, failed_attempts, undelivered } = webhooks.stats();
      this.reset();
      this.inc({ outcome: 'delivered' }, delivered);
      this.inc({ outcome: 'failed_attempt' }, failed_attempts);
      this.inc({ outcome: 'undelivered' }, undelivered);
    },
  });
  new Counter({
    name: 'relay_webhook_undelivered_events_total',
    help: 'Events of messages that were given up.',
    registers,
    collect() {
      this.reset();
      this.inc(webhooks.stats().undelivered_events);
    },
  });
  new Gauge({
    name: 'relay_webhook_waiting_events',
    help: 'Events that the webhook has not accepted yet.',
    registers,
    collect() {
      this.set(webhooks.stats().waiting_events);
    },
  });
}

const registries = new WeakMap<Relay, Registry>();

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Throws NOT_FOUND when metrics are off, UNAUTHENTICATED without the token. */
export async function metricsAnswer(relay: Relay, authorization: string | null): Promise<Response> {
  const { METRICS_TOKEN } = relay.env;
  if (METRICS_TOKEN === undefined)
    throw new ContractError('NOT_FOUND', 'Metrics are off: METRICS_TOKEN is not set');
  // Digests have equal lengths, so the comparison reveals nothing about the token's.
  if (!timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${METRICS_TOKEN}`)))
    throw new ContractError('UNAUTHENTICATED', 'Metrics need METRICS_TOKEN as a bearer token');
  const registry = registries.get(relay) ?? createRegistry(relay);
  registries.set(relay, registry);
  return new Response(await registry.metrics(), {
    headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' },
  });
}

/** An index that takes longer counts as unknown. */
const HEALTH_TIMEOUT_MS = 1_000;

interface Health {
  ok: true;
  /** degraded: the index does not respond, one of its streams is stale, Redis is away, or the webhook fails. */
  state: 'ready' | 'degraded';
  /** With several networks: whether all are. */
  index_reachable: boolean | null;
  streams: { open: number; upstream: number; stale: number };
  /** With REDIS_URL: whether it is connected, and how many keys' streams this replica holds for all, follows, or reads alone. */
  replicas?: ReturnType<Replicas['state']>;
  /** With WEBHOOK_URL. `reading`: every network's stream is read for it. */
  webhook?: ReturnType<Webhooks['stats']>;
}

/** Answers quickly, with 200 as long as this process serves pages, whatever the index does. Unknown is null. */
export async function readHealth(relay: Relay): Promise<Health> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), HEALTH_TIMEOUT_MS);
  });
  const all = Promise.all([...relay.networks.values()].map(({ index }) => index.get()));
  const index_reachable = await Promise.race([
    all.then((states) => states.every(({ reachable }) => reachable)),
    late,
  ]);
  clearTimeout(timer);
  const { channels, streams } = relay.channels.stats();
  const stale = channels.filter(({ state }) => state === 'stale').length;
  const replicas = relay.replicas?.state();
  const webhook = relay.webhooks?.stats();
  const alerts = webhook === undefined || (webhook.reading && !webhook.failing);
  const isReady = index_reachable === true && stale === 0 && replicas?.redis !== 'away' && alerts;
  return {
    ok: true,
    state: isReady ? 'ready' : 'degraded',
    index_reachable,
    streams: { open: streams, upstream: channels.reduce((sum, channel) => sum + channel.upstream, 0), stale },
    ...(replicas && { replicas }),
    ...(webhook && { webhook }),
  };
}
