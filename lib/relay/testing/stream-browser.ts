// A browser's end of the stream for tests: real HTTP, every frame kept, with waits that end. And the console's end: `serveStream` behind a plain server.
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIndexHubs } from '@/lib/relay/index-hubs';
import { createIndexInfo } from '@/lib/relay/index-info';
import { createKindsCheck } from '@/lib/relay/kinds-check';
import type { HubLimits } from '@/lib/relay/hub/hub';
import { HUB_LIMITS } from '@/lib/relay/hub/hub';
import type { RelayEnv } from '@/lib/relay/env';
import { createReads } from '@/lib/relay/reads';
import type { Relay } from '@/lib/relay/relay';
import { serveStream } from '@/lib/relay/serve-stream';
import { sealSession, SESSION_COOKIE } from '@/lib/relay/session';
import { createUpstream } from '@/lib/relay/upstream';

const SECRET = 's'.repeat(32);
const WAIT_MS = 8_000;

export interface BrowserFrame {
  id: string | undefined;
  event: string;
  data: string;
}

export interface StreamBrowser {
  status: number;
  headers: IncomingMessage['headers'];
  /** Everything received, as text. */
  text(): string;
  frames(): BrowserFrame[];
  /** Ids of events, without the relay's own. */
  ids(): string[];
  control(name: string): unknown[];
  until(what: () => boolean, why?: string): Promise<void>;
  ended: Promise<void>;
  /** Stops reading from the socket: a browser that hangs. */
  hang(): void;
  goOn(): void;
  leave(): void;
}

export async function until(what: () => boolean, why = 'what was expected did not happen'): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!what()) {
    if (Date.now() > end) throw new Error(why);
    await new Promise((next) => setTimeout(next, 5));
  }
}

function parse(text: string): BrowserFrame[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      return { id: field('id'), event: field('event') ?? '', data: field('data') ?? '' };
    })
    .filter(({ event }) => event !== '');
}

export function openBrowser(url: string, headers: Record<string, string> = {}): Promise<StreamBrowser> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers }, (response) => {
      const parts: Buffer[] = [];
      const text = () => Buffer.concat(parts).toString('utf8');
      response.on('data', (part: Buffer) => parts.push(part));
      const frames = () => parse(text());
      const ended = new Promise<void>((done) => {
        response.on('close', done);
      });
      response.on('error', () => undefined);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text,
        frames,
        ids: () => frames().flatMap(({ event, id }) => (event === 'message' && id !== undefined ? [id] : [])),
        control: (name) =>
          frames().flatMap(({ event, data }) => (event === name ? [JSON.parse(data) as unknown] : [])),
        until: (what, why) => until(what, why ?? `after: ${text().slice(-600)}`),
        ended,
        hang: () => response.pause(),
        goOn: () => response.resume(),
        leave: () => request.destroy(),
      });
    });
    request.on('error', reject);
  });
}

export interface StreamConsole {
  relay: Relay;
  turns: { what: string; facts: Record<string, string | number | null> }[];
  open(options?: {
    query?: string;
    lastEventId?: string;
    key?: string;
    scopes?: string[];
    anonymous?: boolean;
  }): Promise<StreamBrowser>;
  close(): Promise<void>;
}

export async function startStreamConsole(
  indexUrl: string,
  options: { limits?: Partial<HubLimits>; env?: Partial<RelayEnv> } = {},
): Promise<StreamConsole> {
  const turns: StreamConsole['turns'] = [];
  const now = () => Date.now();
  const upstream = createUpstream({ baseUrl: indexUrl, fetch, timeoutMs: 2_000 });
  const index = createIndexInfo(upstream, now);
  const env: RelayEnv = {
    indexUrl,
    sessionSecrets: [SECRET],
    operatorKey: undefined,
    streamKey: undefined,
    streamsPerSession: 1000,
    streamsPerAddress: 1000,
    claimPath: '/onboarding/keys',
    ...options.env,
  };
  const log = {
    unforeseen: (error: unknown) => {
      throw error;
    },
    upstream: () => undefined,
    stream: (what: string, facts: StreamConsole['turns'][number]['facts']) =>
      void turns.push({ what, facts }),
  };
  const limits = { ...HUB_LIMITS, coldWaitMs: 20, ...options.limits };
  const random = () => 0.05;
  const hubs = createIndexHubs({ env, upstream, index, log, random, limits });
  const reads = createReads({ upstream, now, eventsSeen: () => 0 });
  const relay: Relay = {
    env,
    upstream,
    reads,
    index,
    hubs,
    kinds: createKindsCheck(upstream, now),
    log,
    now,
  };
  const server = createServer((request, response) => {
    const cookies: Record<string, string> = {};
    for (const pair of (request.headers.cookie ?? '').split('; ')) {
      const [name = '', value = ''] = pair.split('=');
      cookies[name] = value;
    }
    const seen: typeof request & { cookies?: Record<string, string> } = request;
    seen.cookies = cookies;
    void serveStream(relay, seen, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;

  return {
    relay,
    turns,
    async open({
      query = '',
      lastEventId,
      key = 'k_1.canary-secret',
      scopes = ['events:read'],
      anonymous = false,
    } = {}) {
      const seal = await sealSession({ key, key_id: 'k_1', scopes, expires_at: null }, [SECRET]);
      return openBrowser(`http://127.0.0.1:${port}/api/events/stream${query}`, {
        ...(anonymous ? {} : { cookie: `${SESSION_COOKIE}=${seal}` }),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      });
    },
    async close() {
      hubs.stop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
