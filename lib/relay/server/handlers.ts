// The request path of the console before Next, in order. scripts/server.mjs runs it.
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { DEVELOPMENT } from '@/lib/relay/env';
import type { Relay } from '@/lib/relay/relay';
import { serveStream } from '@/lib/relay/stream/serve-stream';
import { limitBody } from './body-limit';
import { passClientAddress } from './client-address';
import { limitConnections, limitPipelining } from './connection-limit';
import type { Handler } from './handler';
import { checkHost } from './host-check';
import { limitRenders } from './render-limit';
import { checkRequestLine } from './request-line';
import { setSecurityHeaders } from './security-headers';
import { serveStaticFiles } from './static-files';
import { serveStreamDirectly } from './stream';

/** What the relay registers with the server (`globalThis[Symbol.for('dagscope.server')]`, see scripts/server.mjs). */
export interface RelayHandlers {
  handlers: readonly Handler[];
  maxConnections: number;
  onConnection: (socket: Socket) => void;
  /** Ends all streams. */
  stop: () => void;
}

export function relayHandlers(relay: Relay): RelayHandlers {
  const { env, limits } = relay;
  return {
    handlers: [
      limitPipelining(),
      setSecurityHeaders({ development: DEVELOPMENT }),
      checkRequestLine,
      passClientAddress(env.trustedProxies),
      checkHost(env.publicUrl),
      limitBody,
      // In development Next serves both, with the modules of the moment.
      ...(DEVELOPMENT
        ? []
        : [
            serveStaticFiles(join(process.cwd(), '.next', 'static')),
            serveStreamDirectly((request, response) => serveStream(relay, request, response)),
          ]),
      limitRenders(limits, env.rendersPerAddress),
    ],
    maxConnections: env.maxConnections,
    // An address with all its streams open still loads pages.
    onConnection: limitConnections(4 * env.streamsPerAddress, env.trustedProxies),
    stop: () => relay.channels.stop(),
  };
}
