// Shares reads (docs/decisions/013): equal reads of one key are one request while it is in flight, and for a second if no event arrives meanwhile;
// structures that cannot change, and answers to callers that accept an age, are kept longer. Invariant: no other caller gets a response requested
// before an event it may know of, keys share no responses, and a request that every caller left is aborted.
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoint, type EndpointName } from '@/lib/contract/endpoints';
import { ContractError } from '@/lib/contract/errors';
import { inContractTerms } from '@/lib/contract/read-answer';
import { hashOf } from '@/lib/relay/hash';
import type { ApiDocument } from './api-document';
import type { Forwardable } from './forwardable';
import type { ReadPauses } from './read-pauses';
import { ANSWER_LIMITS } from '@/lib/relay/limits';
import { createAnswerBudget, type AnswerShare, type Lease } from './answer-budget';
import { bodyOf, isSmall, type Upstream, type UpstreamAnswer } from './index-client';

export interface ReadAnswer extends UpstreamAnswer {
  /** To be called once the answer is sent, or no longer needed. */
  release: () => void;
  /** Age of a cached response in whole seconds; undefined for a new one. */
  ageSeconds: number | undefined;
}

/** How a read was answered: by its own request, by one in flight, or from the cache. */
export const readKinds = ['asked', 'shared', 'kept'] as const;

export type Reads = ReturnType<typeof createReads>;

/** The service's own state and a key's usage change without events. */
const isFromLog = ({ access }: Forwardable) => access !== 'open' && access !== 'any-key';

/** An answer that callers hold: its bytes count while at least one does. */
function holdable(lease: Lease) {
  let holders = 0;

  function leave(): void {
    holders -= 1;
    if (holders === 0) lease.release();
  }

  return {
    lease,
    join: () => void (holders += 1),
    leave,
    /** The answer is there; its callers may have left meanwhile. */
    arrived: () => void (holders === 0 && lease.release()),
    /** Joins the holders of a cached answer, whose bytes count again. */
    async rejoin(bytes: number, signal: AbortSignal | undefined): Promise<void> {
      holders += 1;
      await lease.hold(bytes, signal).catch((error: unknown) => {
        leave();
        throw error;
      });
    },
  };
}

type Holdable = ReturnType<typeof holdable>;

/** `leave`, which a caller may call more than once. */
function releaseOf({ leave }: Holdable): () => void {
  let released = false;
  return () => {
    if (!released) leave();
    released = true;
  };
}

/** Whether the browser could read it. Only found out for an answer that serves a second caller. */
const readable = new WeakMap<Buffer, boolean>();

function isReadable(name: EndpointName, { bytes }: UpstreamAnswer): boolean {
  const cached = readable.get(bytes);
  if (cached !== undefined) return cached;
  const { response } = endpoint(name);
  const fits = response.safeParse(inContractTerms(response, bodyOf(bytes))).success;
  readable.set(bytes, fits);
  return fits;
}

interface Flight {
  answer: Promise<UpstreamAnswer>;
  reservation: Holdable;
  controller: AbortController;
  callers: number;
  /** Events seen when it started. */
  eventsBefore: number;
}

/** How long an answer from the log serves equal reads, unless an event arrives. */
export const UNCHANGED_MS = 1_000;

interface CacheLimits {
  entries: number;
  bytes: number;
  /** Also how long a revoked key can still read what it has read before. */
  ageMs: number;
}

export const CACHE_LIMITS: CacheLimits = {
  entries: 1_000,
  bytes: 16 * 1024 * 1024,
  ageMs: 60_000,
};

function isFinal(name: EndpointName, { bytes }: UpstreamAnswer): boolean {
  if (name !== 'dags.structure') return false;
  const body = bodyOf(bytes) as { finalized_at?: unknown } | null | undefined;
  return typeof body?.finalized_at === 'string';
}

interface Cached {
  owner: string;
  at: number;
  answer: UpstreamAnswer;
  /** It cannot change: good for every caller. */
  final: boolean;
  /** Events seen when it was requested. */
  eventsBefore: number;
}

/** Answers from the log. Bounded in entries, bytes and age; nothing is kept for a refused key. */
export function createAnswerCache(now: () => number, limits = CACHE_LIMITS) {
  const cache = new Map<string, Cached>();
  let size = 0;

  function drop(name: string): void {
    size -= cache.get(name)?.answer.bytes.length ?? 0;
    cache.delete(name);
  }

  return {
    /** A final answer, one that is younger than `maxAgeMs`, or one of the last second that no event has followed. */
    get(
      owner: string,
      path: string,
      { maxAgeMs, eventsSeen }: { maxAgeMs: number; eventsSeen: number },
    ): { answer: UpstreamAnswer; ageSeconds: number } | undefined {
      const name = `${owner} ${path}`;
      const found = cache.get(name);
      if (found === undefined) return undefined;
      const age = now() - found.at;
      const unchanged = age < UNCHANGED_MS && found.eventsBefore === eventsSeen;
      if (age >= limits.ageMs) drop(name);
      else if (found.final || unchanged || age < maxAgeMs)
        return { answer: found.answer, ageSeconds: Math.floor(age / 1000) };
      return undefined;
    },
    keep(
      owner: string,
      path: string,
      endpointName: EndpointName,
      answer: UpstreamAnswer,
      eventsBefore: number,
    ): void {
      if (answer.bytes.length > limits.bytes || !isSmall(answer)) return;
      const name = `${owner} ${path}`;
      drop(name);
      cache.set(name, { owner, at: now(), answer, final: isFinal(endpointName, answer), eventsBefore });
      size += answer.bytes.length;
      for (const oldest of cache.keys()) {
        if (size <= limits.bytes && cache.size <= limits.entries) break;
        drop(oldest);
      }
    },
    drop: (owner: string, path: string): void => drop(`${owner} ${path}`),
    forget(owner: string): void {
      for (const [name, entry] of cache) if (entry.owner === owner) drop(name);
    },
    clear(): void {
      cache.clear();
      size = 0;
    },
  };
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

interface GetOptions {
  signal?: AbortSignal | undefined;
  requestId?: string | undefined;
  /** Accepts an answer this old, at most a minute, whatever has happened since. */
  maxAgeMs?: number | undefined;
}

export function createReads(options: {
  upstream: Upstream;
  /** Monotonic milliseconds. */
  now: () => number;
  /** Rises with every event that this process receives from the index. */
  eventsSeen: () => number;
  readPauses: ReadPauses;
  document: ApiDocument;
  share?: AnswerShare | undefined;
}) {
  const { upstream, eventsSeen, readPauses, share = createAnswerBudget(ANSWER_LIMITS).share() } = options;
  const heldAnswers = new WeakMap<Buffer, Holdable>();
  const flights = new Map<string, Flight>();
  const cache = createAnswerCache(options.now);
  /** For /metrics. */
  const counts: Record<(typeof readKinds)[number], number> = { asked: 0, shared: 0, kept: 0 };

  async function waitForLimit(key: string, signal: AbortSignal): Promise<void> {
    const waitMs = readPauses.waitMs(key);
    if (waitMs > MAX_DELAY_MS) {
      const seconds = Math.ceil(waitMs / 1000);
      throw new ContractError(
        'RATE_LIMITED',
        `The index's request limit for this key is nearly used up. Reads resume in ${seconds} s.`,
        { headers: { 'Retry-After': String(seconds) } },
      );
    }
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
  }

  function start(
    name: string,
    owner: string,
    request: Forwardable,
    key: string,
    requestId: string | undefined,
  ): Flight {
    const controller = new AbortController();
    const { access, path } = request;
    const eventsBefore = eventsSeen();
    const reservation = holdable(share.lease());
    async function ask(): Promise<UpstreamAnswer> {
      if (access !== 'open') await waitForLimit(key, controller.signal);
      counts.asked += 1;
      const answer = await upstream.take({
        path,
        signal: controller.signal,
        requestId,
        key: access === 'open' ? undefined : key,
        lease: reservation.lease,
      });
      reservation.arrived();
      heldAnswers.set(answer.bytes, reservation);
      if (await options.document.confirmsLackOf(request.name, answer.status))
        throw new ContractError(
          'NOT_IMPLEMENTED',
          "This index's OpenAPI document doesn't list this endpoint",
        );
      if (answer.status === 401 || answer.status === 403) cache.forget(owner);
      if (answer.status === 200 && isFromLog(request))
        cache.keep(owner, path, request.name, answer, eventsBefore);
      return answer;
    }
    const answer = ask().finally(() => {
      if (flights.get(name)?.answer === answer) flights.delete(name);
    });
    const flight = { answer, reservation, controller, callers: 0, eventsBefore };
    flights.set(name, flight);
    return flight;
  }

  return {
    counts,
    /** The log started again: nothing that was read is part of it. */
    forget: () => cache.clear(),
    /**
     * Rejects as `Upstream.take` does, with RATE_LIMITED while the key is paused and NOT_IMPLEMENTED where the index surely lacks the endpoint;
     * an aborted signal with its own reason.
     */
    async get(request: Forwardable, key: string, options: GetOptions = {}): Promise<ReadAnswer> {
      const { signal, maxAgeMs = 0 } = options;
      const owner = request.access === 'open' ? '' : hashOf(key);
      const cached = cache.get(owner, request.path, { maxAgeMs, eventsSeen: eventsSeen() });
      if (cached !== undefined && isReadable(request.name, cached.answer)) {
        counts.kept += 1;
        const { answer, ageSeconds } = cached;
        const reservation = heldAnswers.get(answer.bytes) ?? holdable(share.lease());
        await reservation.rejoin(answer.bytes.length, signal);
        return { ...answer, ageSeconds, release: releaseOf(reservation) };
      }
      if (cached !== undefined) cache.drop(owner, request.path);
      const name = `${owner} ${request.path}`;
      const current = flights.get(name);
      const joins = current !== undefined && (maxAgeMs > 0 || current.eventsBefore === eventsSeen());
      if (joins) counts.shared += 1;
      const flight = joins ? current : start(name, owner, request, key, options.requestId);
      flight.callers += 1;
      flight.reservation.join();
      const release = releaseOf(flight.reservation);
      try {
        return { ...(await unlessAborted(flight.answer, signal)), ageSeconds: undefined, release };
      } catch (error) {
        release();
        throw error;
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
