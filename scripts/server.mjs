// The console's HTTP server, in production and (--dev) in development: limits and shortcuts of the relay in order, then Next.
// Invariant: it listens only after instrumentation.ts has registered the relay's handlers; Next bundles the relay, so they cannot be imported.
import next from 'next';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const dev = process.argv.includes('--dev');
const hostname = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000);

/** After a restart every browser reconnects at once; Node's default of 511 would make some wait for seconds. */
const BACKLOG = 4096;
/** On SIGTERM, responses get this long to finish. */
const SHUTDOWN_MS = 800;
const TIMEOUTS = {
  headersTimeout: 10_000,
  // Until the last byte of the request body; it does not limit responses.
  requestTimeout: 15_000,
  keepAliveTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
};
/** A socket without traffic is closed after this; streams send a heartbeat more often. */
const IDLE_MS = 120_000;

/** lib/relay/server/request-pipeline.ts calls the function under this symbol. */
const registered = new Promise((resolve) => {
  globalThis[Symbol.for('dagscope.server')] = resolve;
});

/** Next adds its listener for upgrades here instead of to our server, so that we decide which ones it sees. */
const hotReload = createServer();
const app = next({
  dev,
  hostname,
  port,
  dir: fileURLToPath(new URL('..', import.meta.url)),
  httpServer: hotReload,
});
const [relay] = await Promise.all([registered, app.prepare()]);
const renderByNext = app.getRequestHandler();
const path = [...relay.handlers, (request, response) => renderByNext(request, response)];

async function run(step, request, response) {
  await path[step](request, response, () => run(step + 1, request, response));
}

/** A handler refuses a request by throwing an error with a status and headers. Others are bugs: 500 without details. */
function fail(error, response) {
  const status = error.status ?? 500;
  if (status === 500) console.error(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { ...error.headers, 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${status === 500 ? 'Internal error' : error.message}\n`);
}

const server = createServer(TIMEOUTS, (request, response) => {
  run(0, request, response).catch((error) => fail(error, response));
});
server.timeout = IDLE_MS;
server.maxConnections = relay.maxConnections;
server.on('connection', relay.onConnection);
// Node closes CONNECT requests by itself, since nothing listens for them.
server.on('upgrade', (request, socket, head) => {
  if (dev && request.url.startsWith('/_next/hmr')) {
    hotReload.emit('upgrade', request, socket, head);
    return;
  }
  socket.on('error', () => socket.destroy());
  socket.write('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
});
server.on('error', (error) => {
  console.error(`Cannot listen on ${hostname}:${port}: ${error.message}`);
  process.exit(1);
});

function shutDown() {
  relay.stop();
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), SHUTDOWN_MS);
}
process.once('SIGTERM', shutDown);
process.once('SIGINT', shutDown);

server.listen({ port, host: hostname, backlog: BACKLOG }, () =>
  console.log(`Console on http://${hostname}:${port}`),
);
