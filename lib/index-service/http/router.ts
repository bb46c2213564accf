// Routes a Request by the contract's endpoint table (spec 4, 5, 7): URL length (414), host and origin (403), rate limit of a valid key (429),
// route (404, 405), key (401), scope (403), parameters (400, 404), response.
// Invariant: every response has a request id; bad input is never a 500; every request with a valid key is counted.
import { Hono } from 'hono';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { matchEndpoint, methodsOf } from '@/lib/contract/endpoint-url';
import { endpoint, type EndpointName } from '@/lib/contract/endpoints';
import { ContractError } from '@/lib/contract/errors';
import { requestIdOf } from '@/lib/contract/request-id';
import { parseParams, parseQuery } from '@/lib/contract/request';
import { isScope } from '@/lib/contract/scopes';
import type { Clock } from '@/lib/time/clock';
import type { Caller, KeyStore } from '@/lib/index-service/keys/key-store';
import type { Database } from '@/lib/index-service/store/database';
import { HTTP } from '@/lib/index-service/limits';
import { NO_GROUP, type UsageCounter } from '@/lib/index-service/usage/usage-counter';
import type { RateLimitHeaders } from '@/lib/limits/rate-limit';
import type { Call, Handlers, KeyedRow, OpenRow } from './handler-types';
import {
  callerOf,
  clientAddress,
  requireCaller,
  requireOwnOrigin,
  requireScope,
  requireUtf8,
} from './access-checks';
import { errorResponse, jsonResponse, type HeaderList } from './json-response';

/** Where errors go; never with a key, a header or a body. */
export interface ErrorLog {
  error(fields: Record<string, unknown>, message: string): void;
}

export interface RouterParts {
  db: Database;
  handlers: Handlers;
  open: Partial<Record<EndpointName, OpenRow>>;
  keyed: Partial<Record<EndpointName, KeyedRow>>;
  keys: KeyStore;
  rateLimit: RequestLimit;
  usage: UsageCounter;
  clock: Clock;
  errors: ErrorLog;
  newRequestId: () => string;
  /** Host names besides loopback. */
  hosts: readonly string[];
  /** Proves that a visitor's address comes from our console. */
  consoleSecret: string | undefined;
}

/** Counts one request of a key. Throws RATE_LIMITED beyond `limit` a minute. */
export interface RequestLimit {
  take(keyId: string, limit: number): RateLimitHeaders | Promise<RateLimitHeaders>;
}

/** What the host knows about a connection. */
export interface Connection {
  address?: string | undefined;
}

type StoreHandler = (input: { db: Database; params: unknown; query: unknown }) => Promise<unknown>;

export function createRouter(parts: RouterParts): Hono<{ Bindings: Connection }> {
  const { db, handlers, open, keyed, keys, rateLimit, usage, clock, errors, newRequestId } = parts;
  const { hosts, consoleSecret } = parts;

  async function fromStore(call: Call): Promise<Response> {
    const handler: unknown = handlers[call.name];
    if (handler === undefined)
      throw new ContractError('NOT_IMPLEMENTED', `${call.name} is not implemented in this release`);
    const params = parseParams(call.name, call.params);
    const query = parseQuery(call.name, call.search, { closed: true });
    // The same name selected handler and schemas, which a union type cannot express.
    return jsonResponse(await (handler as StoreHandler)({ db, params, query }));
  }

  async function answerRow(row: Endpoint, call: Call, caller: Caller | undefined): Promise<Response> {
    if (row.access === 'open') {
      const rowHandler = open[call.name];
      return rowHandler === undefined ? fromStore(call) : rowHandler(call);
    }
    const requiredCaller = requireCaller(caller);
    requireScope(row, requiredCaller);
    requireUtf8(call.request.url);
    const rowHandler = keyed[call.name];
    return rowHandler === undefined ? fromStore(call) : rowHandler({ ...call, caller: requiredCaller });
  }

  /** An error response. Unexpected errors are logged, without anything the caller sent. */
  function failed(error: unknown, name: EndpointName | undefined, requestId: string): Response {
    const cause = error instanceof ContractError ? error.cause : error;
    if (cause !== undefined)
      errors.error(
        {
          request_id: requestId,
          endpoint: name ?? NO_GROUP,
          error: cause instanceof Error ? cause.message : 'not an Error',
          stack: cause instanceof Error ? cause.stack : undefined,
        },
        'request failed',
      );
    return errorResponse(error, requestId);
  }

  function routeOf(request: Request, url: URL): { name: EndpointName; params: Record<string, string> } {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const match = matchEndpoint(method, url.pathname);
    if (match !== undefined && !(request.method === 'HEAD' && endpoint(match.name).responseType === 'stream'))
      return match;
    const allowed = methodsOf(url.pathname);
    if (allowed.length === 0) throw new ContractError('NOT_FOUND', 'no such endpoint');
    throw new ContractError('METHOD_NOT_ALLOWED', `allowed here: ${allowed.join(', ')}`, {
      headers: { allow: allowed.join(', ') },
    });
  }

  async function handle(request: Request, connection: Connection): Promise<Response> {
    const started = clock.monotonic();
    const requestId = requestIdOf(request.headers, newRequestId);
    let name: EndpointName | undefined;
    let caller: Caller | undefined;
    let response: Response;
    let limits: HeaderList = {};
    try {
      const url = new URL(request.url);
      if (url.pathname.length + url.search.length > HTTP.urlBytes)
        throw new ContractError('URI_TOO_LONG', `the URL is longer than ${HTTP.urlBytes} bytes`);
      if (url.pathname !== '/healthz') requireOwnOrigin(request, url, hosts);
      let route: ReturnType<typeof routeOf> | undefined;
      let routeError: unknown;
      try {
        route = routeOf(request, url);
      } catch (error) {
        routeError = error;
      }
      name = route?.name;
      const row = name === undefined ? undefined : endpoint(name);
      if (row?.access !== 'open') caller = await callerOf(keys, request.headers);
      // Whatever the answer is, it has cost a look-up of the key.
      if (caller !== undefined) limits = await rateLimit.take(caller.key_id, caller.requests_per_minute);
      if (route === undefined || row === undefined) throw routeError;
      const { params } = route;
      const address = clientAddress(request.headers, connection.address, consoleSecret);
      const call: Call = { name: route.name, request, params, search: url.searchParams, requestId, address };
      response = await answerRow(row, call, caller);
    } catch (error) {
      response = failed(error, name, requestId);
    }
    response.headers.set('x-request-id', requestId);
    for (const [header, value] of Object.entries(limits))
      if (!response.headers.has(header)) response.headers.set(header, value);
    if (caller !== undefined) {
      const row = name === undefined ? undefined : endpoint(name);
      usage.record({
        key_id: caller.key_id,
        scope: row !== undefined && isScope(row.access) ? row.access : NO_GROUP,
        route: row?.path ?? NO_GROUP,
        status: response.status,
        duration_ms: clock.monotonic() - started,
      });
    }
    return response;
  }

  const app = new Hono<{ Bindings: Connection }>();
  app.all('*', (context) => handle(context.req.raw, context.env));
  return app;
}
