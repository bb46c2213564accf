// Runs the service: listens at once, then opens the store, then seeds the simulation; stops in reverse order.
// Invariant: until the store is open, everything but /healthz is 503; a stop writes the usage counts and unlocks the store.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { ContractError } from '@/lib/contract/errors';
import { requestIdOf } from '@/lib/contract/request-id';
import { systemClock } from '@/lib/time/clock';
import { openControlSocket } from './control-socket';
import type { IndexEnv } from './env';
import { requireOwnOrigin } from './http/access-checks';
import { allHandlers } from './http/all-handlers';
import { listen } from './http/listen';
import { errorResponse, jsonResponse } from './http/json-response';
import { createKeyStore } from './keys/key-store';
import { metricsOf } from './metrics';
import { copyOf, readNetwork, type Network } from './network-description';
import { openIndex, openReader } from './open-index';
import { openSource, type EventSource, type FollowedIndex } from './open-source';
import type { ChainSettings } from './sources/chain/chain-source';
import { DiskFull, type DiskRoom } from './store/disk-room';
import { WriterReplaced } from './store/writer-lock';
import { createService, type Readiness, type Service, type ServiceParts } from './service';

export interface Serving {
  url: string;
  /** Resolves when the index has its data; rejects when it cannot be opened or filled. */
  ready: Promise<void>;
  /** Rejects when this process can no longer do its work: another one writes now, or the source of events of a writer or of a chain failed. */
  failure: Promise<never>;
  stop(): Promise<void>;
}

/** Whether a process appends (and stands by while another one does), answers requests, or does both. */
export type Role = 'writer' | 'reader' | 'all';

type Store = Pick<ServiceParts, 'db' | 'log'>;

export interface ServeOptions {
  role?: Role;
  followed?: FollowedIndex | undefined;
  chain?: ChainSettings | undefined;
}

/** Starts serving. Rejects if the port is taken. `print` receives the progress of opening and seeding. */
export async function serve(
  env: IndexEnv,
  print: (line: string) => void,
  { role = 'all', followed, chain }: ServeOptions = {},
): Promise<Serving> {
  const clock = systemClock;
  const errors = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  let readiness: Readiness = { ready: false, message: 'opening the store' };
  const report = (message: string) => {
    // Once it has its data, an index stays ready.
    if (!readiness.ready) readiness = { ready: false, message };
    print(message);
  };
  const beReady = (log: ServiceParts['log']) => {
    readiness = { ready: true, message: 'ready' };
    print(`ready: ${log.tip()} entries in the log`);
  };
  let service: Service | undefined;
  /** Closes everything that uses the store. */
  const running: (() => Promise<void>)[] = [];
  let closeStore = async (): Promise<void> => undefined;
  const stopping = new AbortController();
  /** Of the process that writes. */
  let room: DiskRoom | undefined;
  let source: EventSource | undefined;
  let store: Store | undefined;
  let unavailable = (): string | undefined => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => (fail = reject));
  failure.catch(() => undefined);

  const state = (): Readiness => {
    const reason = unavailable();
    if (reason !== undefined) return { ready: false, message: reason };
    if (room?.isFull() !== true) {
      const { ready, message } = readiness;
      return { ready, message: [message, source?.status?.()].filter(Boolean).join(': ') };
    }
    return { ready: readiness.ready && role !== 'writer', message: new DiskFull().message };
  };

  const unavailableNow = (reason = state().message) =>
    new ContractError('UNAVAILABLE', reason, { headers: { 'retry-after': '1' } });

  const newId = () => randomBytes(8).toString('hex');
  /** Metrics, and everything while there is no store; to the same host names as `http/router.ts` does. */
  async function answerWithoutService(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname;
    if (path === '/healthz') return jsonResponse({ status: 'ok' });
    try {
      requireOwnOrigin(request, url, env.INDEX_HOSTS);
      if (isMetrics(request)) return await metrics();
      if (path === '/readyz') return jsonResponse(state(), state().ready ? 200 : 503);
      throw unavailableNow(
        role === 'writer' ? 'this process is a writer: send requests to a reader' : undefined,
      );
    } catch (error) {
      return errorResponse(error, requestIdOf(request.headers, newId));
    }
  }

  async function metrics(): Promise<Response> {
    const network = store && (await describe(store).catch(() => undefined));
    const storeState = store && { tip: store.log.tip(), ...(network && { network }) };
    return new Response(metricsOf({ ready: state().ready, ...storeState }), {
      headers: { 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' },
    });
  }

  const isMetrics = ({ method, url }: Request) => method === 'GET' && new URL(url).pathname === '/metrics';
  const listening = await listen(env.INDEX_PORT, async (request, connection) =>
    service === undefined || unavailable() !== undefined || isMetrics(request)
      ? answerWithoutService(request)
      : service.fetch(request, connection),
  );
  running.push(() => listening.close());

  async function describe({ db, log }: Store): Promise<Network> {
    const network = await readNetwork(db, log, clock);
    // Which network it is, the node says.
    if (chain !== undefined && !('chain' in network)) throw unavailableNow();
    return room === undefined ? network : { ...network, accepting_events: !room.isFull() };
  }

  /** From now on requests are answered from this store. */
  function answer({ db, log }: Store): Service {
    const opened = createService({
      db,
      log,
      handlers: allHandlers,
      clock,
      random: randomBytes,
      isShared: env.DATABASE_URL !== undefined,
      errors,
      network: () => describe({ db, log }),
      readiness: state,
      paymentAuthority: env.PAYMENT_AUTHORITY_JWK,
      hosts: env.INDEX_HOSTS,
      consoleSecret: env.INDEX_SECRET,
      limits: { claimsPerHour: env.CLAIMS_PER_HOUR, requestsPerMinute: env.REQUESTS_PER_MINUTE },
    });
    running.push(() => opened.stop());
    service = opened;
    return opened;
  }

  async function write(): Promise<void> {
    const index = await openIndex(env, clock, {
      standby: role === 'writer' ? stopping.signal : undefined,
      onWait: (why) => report(`standing by: ${why}`),
      onReplaced: () => fail(new WriterReplaced()),
    });
    closeStore = () => index.close();
    ({ room } = index);
    if (stopping.signal.aborted) return;
    store = index;
    source = await openSource({
      env,
      followed,
      chain,
      index,
      clock,
      errors,
      report,
      signal: stopping.signal,
    });
    const keys =
      role === 'all' ? answer(index).keys : createKeyStore({ db: index.db, clock, random: randomBytes });
    const { log, projector } = index;
    const rebuild = () => projector.rebuild({ exclusive: log.exclusive });
    const controlled = { log, keys, copyOf: () => copyOf(index.db, log), rebuild };
    const socket = await openControlSocket(env.DATA_DIR, controlled, (error) =>
      errors.error({ error: String(error) }, 'command failed'),
    );
    running.push(() => socket.close());
    if (source !== undefined) {
      await source.seed();
      const live = source.live().catch((error: unknown) => {
        errors.error({ error: String(error) }, 'the source of events stopped');
        // Another process can take over from a writer; a chain that is refused for good needs its operator.
        if (role === 'writer' || chain !== undefined) fail(error);
      });
      running.push(() => live);
      // A source that was stopped may not have all its data.
      if (stopping.signal.aborted) return;
    }
    beReady(index.log);
  }

  async function read(): Promise<void> {
    if (env.DATABASE_URL === undefined) return;
    const reader = await openReader(env.DATABASE_URL, clock, {
      signal: stopping.signal,
      report,
      onError: (error) => errors.error({ error: String(error) }, 'the log was not read'),
    });
    closeStore = () => reader.close();
    if (stopping.signal.aborted) return;
    store = reader;
    answer(reader);
    unavailable = () => reader.unavailable();
    beReady(reader.log);
  }

  const ready = role === 'reader' ? read() : write();
  return {
    url: listening.url,
    ready,
    failure,
    async stop() {
      stopping.abort();
      await ready.catch(() => undefined);
      // In parallel: the port closes when its last stream has ended. The store closes last.
      const closed = await Promise.allSettled(running.map((close) => close()));
      await closeStore();
      const failures = closed
        .filter((result) => result.status === 'rejected')
        .map((result) => result.reason as unknown);
      if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed');
    },
  };
}
