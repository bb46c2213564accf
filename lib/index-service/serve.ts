// Runs the service: listens at once, then opens the store, then seeds the simulation; stops in reverse order.
// Invariant: until the store is open, everything but /healthz is 503; a stop writes the usage counts and unlocks the store.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { ContractError } from '@/lib/contract/errors';
import { requestIdOf } from '@/lib/contract/request-id';
import { systemClock } from './clock';
import { openControlSocket } from './control-socket';
import type { IndexEnv } from './env';
import { allHandlers } from './http/all-handlers';
import { listen } from './http/listen';
import { errorResponse, jsonResponse } from './http/respond';
import { openIndex } from './open-index';
import { createService, type Readiness, type Service } from './service';
import { mirroredBy, openFollower } from './follow/follow';
import { openSimulation, readSimulationState } from './sources/run-simulation';
import { createSimulation } from './sources/simulate/simulation';

export interface Serving {
  url: string;
  /** Resolves when the index has its data; rejects when it cannot be opened or filled. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/** Runs work in the background; the returned function waits for its end. */
function background(work: Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  const ended = work.catch(onError);
  return () => ended;
}

/** Another index to mirror (follow/). */
export interface FollowedIndex {
  url: URL;
  key: string;
}

/** Starts serving. Rejects if the port is taken. `print` receives the progress of opening and seeding. */
export async function serve(
  env: IndexEnv,
  print: (line: string) => void,
  followed?: FollowedIndex,
): Promise<Serving> {
  const clock = systemClock;
  const errors = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  let readiness: Readiness = { ready: false, message: 'opening the store' };
  const report = (message: string, ready = false) => {
    readiness = { ready, message };
    print(message);
  };
  let service: Service | undefined;
  /** Closes everything that uses the store. */
  const running: (() => Promise<void>)[] = [];
  let closeStore = async (): Promise<void> => undefined;
  const stopping = new AbortController();

  const newId = () => randomBytes(8).toString('hex');
  async function beforeStore(request: Request): Promise<Response> {
    const requestId = requestIdOf(request.headers, newId);
    const path = new URL(request.url).pathname;
    if (path === '/healthz') return jsonResponse({ status: 'ok' });
    if (path === '/readyz') return jsonResponse(readiness, 503);
    return errorResponse(
      new ContractError('UNAVAILABLE', readiness.message, { headers: { 'retry-after': '1' } }),
      requestId,
    );
  }

  const listening = await listen(env.INDEX_PORT, (request, connection) =>
    service === undefined ? beforeStore(request) : service.fetch(request, connection),
  );
  running.push(() => listening.close());

  async function open(): Promise<void> {
    const index = await openIndex(env, clock);
    closeStore = () => index.close();
    if (stopping.signal.aborted) return;
    const settings = followed === undefined &&
      env.SIMULATE !== undefined && { ...env.SIMULATE, now: env.SIMULATE_NOW };
    const parts = {
      db: index.db,
      log: index.log,
      clock,
      create: createSimulation,
      report,
      signal: stopping.signal,
    };
    const simulation = settings ? await openSimulation({ ...parts, settings }) : undefined;
    const follower =
      followed &&
      (await openFollower({
        ...followed,
        db: index.db,
        log: index.log,
        clock,
        signal: stopping.signal,
        errors,
        report,
      }));
    // The log may hold a simulated network from an earlier start with SIMULATE.
    const simulated =
      simulation !== undefined || (await readSimulationState(index.db, index.log)) !== undefined;
    const opened = createService({
      db: index.db,
      log: index.log,
      handlers: allHandlers,
      clock,
      random: randomBytes,
      errors,
      network: () => follower?.network() ?? { name: simulated ? 'simulated' : 'recorded', simulated },
      readiness: () => readiness,
      paymentAuthority: env.PAYMENT_AUTHORITY_JWK,
      hosts: env.INDEX_HOSTS,
      consoleSecret: env.INDEX_SECRET,
      limits: { claimsPerHour: env.CLAIMS_PER_HOUR, requestsPerMinute: env.REQUESTS_PER_MINUTE },
    });
    running.push(() => opened.stop());
    service = opened;
    const controlled = { log: index.log, keys: opened.keys, mirrorOf: () => mirroredBy(index.db) };
    const socket = await openControlSocket(env.DATA_DIR, controlled, (error) =>
      errors.error({ error: String(error) }, 'command failed'),
    );
    running.push(() => socket.close());
    if (simulation !== undefined) {
      await simulation.seed();
      running.push(
        background(simulation.live(), (error) =>
          errors.error({ error: String(error) }, 'the simulation stopped'),
        ),
      );
    }
    if (follower !== undefined) {
      await follower.seed();
      running.push(
        background(follower.live(), (error) => errors.error({ error: String(error) }, 'following stopped')),
      );
    }
    report(`ready: ${index.log.tip()} entries in the log`, true);
  }

  const ready = open();
  return {
    url: listening.url,
    ready,
    async stop() {
      stopping.abort();
      await ready.catch(() => undefined);
      // In parallel: the port closes when its last stream has ended. The store closes last.
      const closed = await Promise.allSettled(running.map((close) => close()));
      await closeStore();
      const failures = closed.filter((one) => one.status === 'rejected').map((one) => one.reason as unknown);
      if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed');
    },
  };
}
