// The console's side of the stream for tests: `serveStream` behind a plain HTTP server, everything else as in the product.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createChannels } from '@/lib/relay/stream/channels';
import { createNetwork } from '@/lib/relay/upstream/network-client';
import { STREAM_LIMITS, type StreamLimits } from '@/lib/relay/stream/limits';
import { systemClock } from '@/lib/time/clock';
import { createStreamMetrics } from '@/lib/relay/stream/metrics';
import { createRingBudget } from '@/lib/relay/stream/ring';
import type { RelayEnv } from '@/lib/relay/env';
import { createRequestCounts } from '@/lib/relay/upstream/request-counts';
import { createRateLimit } from '@/lib/limits/rate-limit';
import type { Relay } from '@/lib/relay/relay';
import { createKeyDerivation } from '@/lib/relay/session/recovery';
import { joinReplicas } from '@/lib/relay/redis/replicas';
import type { SharedRateLimit } from '@/lib/relay/redis/shared-limits';
import { createRevokedIds } from '@/lib/relay/session/revoked-ids';
import { createSessionCookies } from '@/lib/relay/session/session-cookie';
import { serveStream } from '@/lib/relay/stream/serve-stream';
import { cookieFor } from './connection-for';
import { openBrowser, type StreamBrowser } from './stream-browser';

const SECRET = 's'.repeat(32);
/** Contains a word that no browser may ever receive. */
export const CANARY_KEY = 'k_1.canary-secret';

export interface OpenOptions {
  query?: string;
  lastEventId?: string | undefined;
  key?: string;
  scopes?: string[];
  /** When the key expires; never, when left out. */
  expiresAt?: Date;
  anonymous?: boolean;
  keep?: boolean;
}

export interface StreamConsole {
  relay: Relay;
  url: string;
  turns: { what: string; facts: Record<string, string | number | null> }[];
  cookie(key?: string, scopes?: string[], expiresAt?: Date): Promise<string>;
  open(options?: OpenOptions): Promise<StreamBrowser>;
  close(): Promise<void>;
}

export async function startStreamConsole(
  indexUrl: string,
  options: {
    limits?: Partial<StreamLimits> | undefined;
    env?: Partial<RelayEnv> | undefined;
    /** Reads the stream for every session. */
    streamKey?: string | undefined;
    random?: () => number;
    redisUrl?: string | undefined;
  } = {},
): Promise<StreamConsole> {
  const turns: StreamConsole['turns'] = [];
  const now = () => Date.now();
  const network = createNetwork(
    { name: 'index', url: indexUrl, operatorKey: undefined, streamKey: options.streamKey },
    { fetch, now, timeoutMs: 2_000, onHeaders: () => channels.reconnectNow('index') },
  );
  const networks = new Map([[network.name, network]]);
  // Settings left out here are read by session routes only.
  const env = {
    networks: [network.env],
    SESSION_SECRET: [SECRET],
    STREAMS_PER_SESSION: 20_000,
    STREAMS_PER_ADDRESS: 20_000,
    READS_PER_SESSION: 1_000_000,
    READS_PER_ADDRESS: 1_000_000,
    ...options.env,
  } as RelayEnv;
  const log = {
    unforeseen: (error: unknown) => {
      throw error;
    },
    upstream: () => undefined,
    indexRequest: () => undefined,
    webhook: () => undefined,
    stream: (what: string, facts: StreamConsole['turns'][number]['facts']) =>
      void turns.push({ what, facts }),
  };
  const limits = { ...STREAM_LIMITS, gatherMs: 20, batchMs: 10, ...options.limits };
  // Short waits between attempts keep tests fast.
  const { random = () => 0.05 } = options;
  const replicas =
    options.redisUrl === undefined
      ? undefined
      : joinReplicas(options.redisUrl, { secret: SECRET, clock: systemClock, limits, log: log.stream });
  const localRevoked = createRevokedIds(undefined, now);
  const revoked = replicas?.revokedIds(localRevoked) ?? localRevoked;
  const metrics = createStreamMetrics();
  const budget = createRingBudget(limits.allRingsBytes);
  const channels = createChannels({ env, log, metrics, budget, random, limits, replicas });
  function limiter(prefix: string): SharedRateLimit {
    const local = createRateLimit({ now });
    return replicas?.rateLimit(local, { prefix, windowMs: 60_000 }) ?? local;
  }
  const relay: Relay = {
    env,
    networks,
    replicas,
    channels,
    webhooks: undefined,
    streamMetrics: metrics,
    ringBudget: budget,
    limits: limiter('limit'),
    guesses: limiter('guess'),
    sessionCookies: createSessionCookies({ secrets: env.SESSION_SECRET, revoked, steadyNow: now }),
    revoked,
    deriveKey: createKeyDerivation(),
    requestCounts: createRequestCounts(now),
    log,
    now,
  };
  const server = createServer((request, response) => {
    void serveStream(relay, request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', 4096, ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/events/stream`;
  const seals = new Map<string, Promise<string>>();

  function cookie(key = CANARY_KEY, scopes = ['events:read'], expiresAt?: Date): Promise<string> {
    const expires = expiresAt?.toISOString() ?? null;
    const name = `${key} ${scopes.join(',')} ${expires}`;
    const seal = seals.get(name) ?? cookieFor({ indexUrl, key, scopes, secret: SECRET, expires_at: expires });
    seals.set(name, seal);
    return seal;
  }

  return {
    relay,
    url,
    turns,
    cookie,
    async open({ query = '', lastEventId, key, scopes, expiresAt, anonymous = false, keep = true } = {}) {
      const headers = {
        ...(anonymous ? {} : { cookie: await cookie(key, scopes, expiresAt) }),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      };
      return openBrowser(url + query, headers, { keep });
    },
    async close() {
      channels.stop();
      replicas?.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
