// Shares reads: equal reads of one key in flight are one request (docs/decisions/013). Invariant: no caller gets a response that was requested
// before an event it may know of, responses of two keys never meet, and a request that every caller left is aborted.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ContractError } from '@/lib/contract/errors';
import type { Forwardable } from './forwardable';
import type { KeyLimits } from './key-limits';
import { createStructureCache } from './structure-cache';
import type { Upstream, UpstreamAnswer } from './upstream';

export interface ReadAnswer extends UpstreamAnswer {
  /** Age of a cached response in whole seconds; undefined for a new one. */
  ageSeconds: number | undefined;
}

/** How a read was answered: by its own request, by one in flight, or from the cache. */
export const readKinds = ['asked', 'shared', 'kept'] as const;

export interface Reads {
  /** Reads so far, for /metrics. */
  readonly counts: Readonly<Record<(typeof readKinds)[number], number>>;
  /** Rejects as `Upstream.take` does, with RATE_LIMITED while the key is paused; an aborted signal with its own reason. */
  get(
    request: Forwardable,
    key: string,
    options?: { signal?: AbortSignal | undefined; requestId?: string | undefined },
  ): Promise<ReadAnswer>;
}

interface Flight {
  answer: Promise<UpstreamAnswer>;
  controller: AbortController;
  callers: number;
  /** Events seen when it started. */
  eventsBefore: number;
}

/** A shorter pause of the key delays a read; a longer one refuses it with the time to wait. */
const MAX_DELAY_MS = 3_000;

/** Rejects when the signal aborts, whatever becomes of the promise. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

export function createReads(options: {
  upstream: Upstream;
  /** Monotonic milliseconds. */
  now: () => number;
  /** Rises with every event that this process receives from the index. */
  eventsSeen: () => number;
  keyLimits: KeyLimits;
}): Reads {
  const { upstream, eventsSeen, keyLimits } = options;
  const flights = new Map<string, Flight>();
  const cache = createStructureCache(options.now);
  const counts = { asked: 0, shared: 0, kept: 0 };

  async function waitForLimit(key: string, signal: AbortSignal): Promise<void> {
    const waitMs = keyLimits.waitMs(key);
    if (waitMs > MAX_DELAY_MS) {
      const seconds = Math.ceil(waitMs / 1000);
      throw new ContractError(
        'RATE_LIMITED',
        `The index's request limit for this key is nearly used up. Reads resume in ${seconds} s.`,
        {
          headers: { 'Retry-After': String(seconds) },
        },
      );
    }
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
  }

  function start(name: string, owner: string, request: Forwardable, key: string, requestId?: string): Flight {
    const controller = new AbortController();
    const { path, open } = request;
    async function ask(): Promise<UpstreamAnswer> {
      if (!open) await waitForLimit(key, controller.signal);
      counts.asked += 1;
      const answer = await upstream.take({
        ...{ path, signal: controller.signal, requestId },
        key: open ? undefined : key,
      });
      cache.note(owner, path, request.name, answer);
      return answer;
    }
    const answer = ask().finally(() => {
      if (flights.get(name)?.answer === answer) flights.delete(name);
    });
    const flight = { answer, controller, callers: 0, eventsBefore: eventsSeen() };
    flights.set(name, flight);
    return flight;
  }

  return {
    counts,
    async get(request, key, { signal, requestId } = {}) {
      const owner = request.open ? '' : createHash('sha256').update(key).digest('base64url');
      const cached = cache.get(owner, request.path);
      if (cached !== undefined) {
        counts.kept += 1;
        return { ...cached.answer, ageSeconds: cached.ageSeconds };
      }
      const name = `${owner} ${request.path}`;
      const current = flights.get(name);
      const joins = current?.eventsBefore === eventsSeen();
      if (joins) counts.shared += 1;
      const flight = joins ? current : start(name, owner, request, key, requestId);
      flight.callers += 1;
      try {
        return { ...(await unlessAborted(flight.answer, signal)), ageSeconds: undefined };
      } finally {
        flight.callers -= 1;
        if (flight.callers === 0) {
          if (flights.get(name) === flight) flights.delete(name);
          flight.controller.abort();
          flight.answer.catch(() => undefined);
        }
      }
    },
  };
}
