// The request path of the console before Next, in order. scripts/server.mjs runs it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { DEVELOPMENT } from '@/lib/relay/env';
import { REQUEST_LIMITS } from '@/lib/relay/limits';
import { theRelay, type Relay } from '@/lib/relay/relay';
import { onceInProcess } from '@/lib/relay/singleton';
import { serveStream } from '@/lib/relay/stream/serve-stream';
import { passClientAddress } from './client-address';
import {
  limitConnections,
  limitPipelining,
  limitRenders,
  limitResponseTime,
} from './connections-and-renders';
import { checkHost, checkRequestLine, limitBody, setSecurityHeaders, type Handler } from './request-head';
import { checkRouterState } from './router-state';
import { serveReads } from './serve-reads';
import { serveStaticFiles } from './static-files';

/** What the relay registers with the server (scripts/server.mjs). */
interface RelayHandlers {
  handlers: readonly Handler[];
  maxConnections: number;
  onConnection: (socket: Socket) => void;
  /** Ends all streams. */
  stop: () => void;
}

const STREAM = /^\/api\/events\/stream(\?|$)/;

/**
 * Serves a plain GET of the event stream without Next's router, at a third of the cost per stream (docs/decisions/011). Next serves other
 * spellings of the path, with the same `serve` (pages/api/events/stream.ts).
 */
export const serveStreamDirectly =
  (serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Handler =>
  (request, response, next) =>
    request.method === 'GET' && STREAM.test(request.url ?? '') ? serve(request, response) : next();

function relayHandlers(relay: Relay): RelayHandlers {
  const { env, limits } = relay;
  return {
    handlers: [
      limitPipelining(),
      setSecurityHeaders,
      checkRequestLine,
      passClientAddress(env.TRUSTED_PROXIES),
      checkHost(env.PUBLIC_URL),
      limitBody,
      checkRouterState,
      // In development Next serves these, with the modules of the moment.
      ...(DEVELOPMENT
        ? []
        : [
            serveStaticFiles(join(process.cwd(), '.next', 'static')),
            serveStreamDirectly((request, response) => serveStream(relay, request, response)),
            limitResponseTime(REQUEST_LIMITS.responseMs),
            serveReads(relay),
          ]),
      limitRenders(limits, env.RENDERS_PER_ADDRESS),
    ],
    maxConnections: env.MAX_CONNECTIONS,
    onConnection: limitConnections(
      REQUEST_LIMITS.connectionsPerStream * env.STREAMS_PER_ADDRESS,
      env.TRUSTED_PROXIES,
    ),
    stop() {
      relay.webhooks?.stop();
      relay.channels.stop();
    },
  };
}

/** Set by scripts/server.mjs; absent under plain `next start`. */
const REGISTER = Symbol.for('dagscope.server');

/** Called by instrumentation.ts when a server process starts. Invalid settings end the process, with every error listed. */
export function startRelay(): void {
  onceInProcess('start', () => {
    try {
      const server = globalThis as { [REGISTER]?: (handlers: RelayHandlers) => void };
      const relay = theRelay();
      const handlers = relayHandlers(relay);
      relay.webhooks?.start();
      server[REGISTER]?.(handlers);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    }
    return true;
  });
}
