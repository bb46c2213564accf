// The whole service as one function from Request to Response, so that tests need no socket.
// Invariant: stop() ends what it runs in the background (usage flushes, streams); the store and the log belong to the caller.
import { ContractError } from '@/lib/contract/errors';
import type { Clock } from '@/lib/time/clock';
import type { Handlers } from './http/handler-types';
import { createRateLimit } from '@/lib/limits/rate-limit';
import { jsonResponse } from './http/json-response';
import { createRouter, type Connection, type ErrorLog } from './http/router';
import { createClaimLimit } from './keys/claim-limit';
import { keyRows } from './keys/key-rows';
import { createKeyStore } from './keys/key-store';
import { createPaymentAuthority, type AuthorityKey } from './keys/payment-token';
import type { RandomBytes } from './keys/secret';
import { defaultLimits, KEYS, type Limits } from './limits';
import type { ServedLog } from './log/event-log';
import type { Network } from './network-description';
import { openApiDocument, type OpenApiDocument } from './openapi/document';
import type { Database } from './store/database';
import { createLogReader } from './stream/log-reader';
import { createOpenStreams } from './stream/open-streams';
import { streamRow } from './stream/stream-row';
import { createRequestLimit } from './usage/request-limit';
import { createUsageCounter } from './usage/usage-counter';

const RELEASE = 'v2.0.0-rc.final';

export interface Readiness {
  ready: boolean;
  message: string;
}

export interface ServiceParts {
  db: Database;
  log: ServedLog;
  handlers: Handlers;
  clock: Clock;
  random: RandomBytes;
  /** Other processes use the same store: requests are counted in it, and keys revoked elsewhere lose their streams. */
  isShared?: boolean;
  errors: ErrorLog;
  network: () => Network | Promise<Network>;
  readiness: () => Readiness;
  /** Who signs payment tokens; without it none is taken. */
  paymentAuthority?: AuthorityKey | undefined;
  limits?: Partial<Limits>;
  /** Host names besides loopback under which the index may be reached. */
  hosts?: readonly string[];
  /** Shared with the console, which then passes the address of each visitor. */
  consoleSecret?: string | undefined;
}

export type Service = ReturnType<typeof createService>;

export function createService(parts: ServiceParts) {
  const { db, log, handlers, clock, random, errors, network, readiness, isShared = false } = parts;
  const limits: Limits = { ...defaultLimits, ...parts.limits };
  const keys = createKeyStore({ db, clock, random, requestsPerMinute: limits.requestsPerMinute });
  const usage = createUsageCounter({
    db,
    clock,
    flushMs: KEYS.usageFlushMs,
    onError: (error) => errors.error({ error: String(error) }, 'usage was not written'),
  });
  const reader = createLogReader(log);
  const streams = createOpenStreams();
  const forget = keys.onRevoked((keyId) => streams.endOf(keyId));
  let stopping = false;
  let cancelPoll = (): void => undefined;

  async function findRevoked(): Promise<void> {
    const open = streams.keyIds();
    if (open.length > 0) await keys.findRevoked(open);
  }
  function pollRevoked(): void {
    const failed = (error: unknown) => errors.error({ error: String(error) }, 'revoked keys were not read');
    const again = () => stopping || pollRevoked();
    cancelPoll = clock.after(KEYS.revokedPollMs, () => void findRevoked().catch(failed).finally(again));
  }
  if (isShared) pollRevoked();

  const ofKeys = keyRows({
    db,
    keys,
    usage,
    clock,
    authority: createPaymentAuthority({ key: parts.paymentAuthority, clock }),
    limit: createClaimLimit({ db, clock, perHour: limits.claimsPerHour }),
  });
  let document: OpenApiDocument | undefined;
  const app = createRouter({
    db,
    handlers,
    keys,
    usage,
    clock,
    errors,
    rateLimit: isShared ? createRequestLimit(db) : createRateLimit({ now: () => clock.now() }),
    newRequestId: () => Buffer.from(random(8)).toString('hex'),
    hosts: parts.hosts ?? [],
    consoleSecret: parts.consoleSecret,
    open: {
      'service.info': async () =>
        jsonResponse({
          name: 'dagscope-index',
          release: RELEASE,
          network: { ...(await network()), log_id: log.logId() },
        }),
      'service.health': async () => jsonResponse({ status: 'ok' }),
      'service.ready': async () => jsonResponse(readiness(), readiness().ready ? 200 : 503),
      'service.openapi': async () => jsonResponse((document ??= openApiDocument(RELEASE))),
      ...ofKeys.open,
    },
    keyed: {
      ...ofKeys.keyed,
      'events.stream': async (call) => {
        if (stopping) throw new ContractError('UNAVAILABLE', 'the service is stopping');
        return streamRow({ reader, streams, clock, errors, keepAliveMs: limits.streamKeepAliveMs }, call);
      },
    },
  });

  return {
    /** `connection.address` is where the request came from: claims are limited by it. Never rejects. */
    fetch: async (request: Request, connection: Connection = {}): Promise<Response> =>
      app.fetch(request, connection),
    keys,
    /** Streams that are open now. */
    openStreams: () => streams.count(),
    /** Ends every stream and writes what was counted. */
    async stop(): Promise<void> {
      stopping = true;
      cancelPoll();
      forget();
      streams.endEvery();
      reader.stop();
      await usage.stop();
    },
  };
}
