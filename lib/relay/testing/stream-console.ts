// The console's side of the stream for tests: `serveStream` behind a plain HTTP server, everything else as in the product.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Relay } from '@/lib/relay/relay';
import { serveStream } from '@/lib/relay/stream/serve-stream';
import { cookieFor } from './connection-for';
import { openBrowser, type StreamBrowser } from './stream-browser';
import { createTestRelay, SECRETS, type LogLine, type TestRelayOptions } from './test-relay';

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
  /** What the relay logged about the stream. */
  lines: LogLine[];
  cookie(key?: string, scopes?: string[], expiresAt?: Date): Promise<string>;
  open(options?: OpenOptions): Promise<StreamBrowser>;
  close(): Promise<void>;
}

export async function startStreamConsole(
  indexUrl: string,
  options: TestRelayOptions = {},
): Promise<StreamConsole> {
  const { relay, lines, stop } = createTestRelay(indexUrl, options);
  const server = createServer((request, response) => {
    void serveStream(relay, request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', 4096, ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/events/stream`;
  const seals = new Map<string, Promise<string>>();

  function cookie(key = CANARY_KEY, scopes = ['events:read'], expiresAt?: Date): Promise<string> {
    const expires = expiresAt?.toISOString() ?? null;
    const name = `${key} ${scopes.join(',')} ${expires}`;
    const seal =
      seals.get(name) ??
      cookieFor({ consoleUrl: url, indexUrl, key, scopes, secret: SECRETS[0] ?? '', expires_at: expires });
    seals.set(name, seal);
    return seal;
  }

  return {
    relay,
    url,
    lines,
    cookie,
    async open({ query = '', lastEventId, key, scopes, expiresAt, anonymous = false, keep = true } = {}) {
      const headers = {
        ...(anonymous ? {} : { cookie: await cookie(key, scopes, expiresAt) }),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      };
      return openBrowser(url + query, headers, { keep });
    },
    async close() {
      stop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
