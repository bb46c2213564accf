// Reads of the index, shared: equal reads of one key that are under way at the same time are one request. Invariant: nobody is given an answer that was
// asked for before an event which he may know of (he reads again because of it, and must see its effect); a caller that leaves takes nothing from the
// others, and when all have left the request is let go. Answers of two keys never meet. What is kept longer is answer-memory.ts's.
import { createHash } from 'node:crypto';
import { createAnswerMemory } from './answer-memory';
import type { Forwardable } from './forwardable';
import type { Upstream, UpstreamAnswer } from './upstream';

export interface ReadAnswer extends UpstreamAnswer {
  /** Whole seconds since the index gave it; undefined when it was asked now. */
  ageSeconds: number | undefined;
}

/** How a read was answered: by a request of its own, by one that was under way, from memory. */
export const readKinds = ['asked', 'shared', 'kept'] as const;

export interface Reads {
  /** Reads so far, for /metrics. */
  readonly counts: Readonly<Record<(typeof readKinds)[number], number>>;
  /** Rejects as `Upstream.take` does; an aborted signal with its own reason. */
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
  /** How many events had been passed on when it began. */
  began: number;
}

/** Rejects when the signal says so, whatever becomes of the promise. */
function unlessLeft<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

export function createReads(options: {
  upstream: Upstream;
  /** In ms; never goes back. */
  now: () => number;
  /** Rises with every event that this process has received from the index. */
  eventsSeen: () => number;
}): Reads {
  const { upstream, eventsSeen } = options;
  const flights = new Map<string, Flight>();
  const memory = createAnswerMemory(options.now);
  const counts = { asked: 0, shared: 0, kept: 0 };

  function start(name: string, owner: string, request: Forwardable, key: string, requestId?: string): Flight {
    counts.asked += 1;
    const controller = new AbortController();
    const { path, open } = request;
    const answer = upstream
      .take({ path, key: open ? undefined : key, signal: controller.signal, requestId })
      .then((given) => {
        memory.note(owner, path, request.name, given);
        return given;
      })
      .finally(() => {
        if (flights.get(name)?.answer === answer) flights.delete(name);
      });
    const flight = { answer, controller, callers: 0, began: eventsSeen() };
    flights.set(name, flight);
    return flight;
  }

  return {
    counts,
    async get(request, key, { signal, requestId } = {}) {
      const owner = request.open ? '' : createHash('sha256').update(key).digest('base64url');
      const kept = memory.get(owner, request.path);
      if (kept !== undefined) {
        counts.kept += 1;
        return { ...kept.answer, ageSeconds: kept.ageSeconds };
      }
      const name = `${owner} ${request.path}`;
      const found = flights.get(name);
      const joins = found?.began === eventsSeen();
      if (joins) counts.shared += 1;
      const flight = joins ? found : start(name, owner, request, key, requestId);
      flight.callers += 1;
      try {
        return { ...(await unlessLeft(flight.answer, signal)), ageSeconds: undefined };
      } finally {
        flight.callers -= 1;
        if (flight.callers === 0) {
          // Nobody waits: what is still on its way is let go, and nobody joins it any more.
          if (flights.get(name) === flight) flights.delete(name);
          flight.controller.abort();
          flight.answer.catch(() => undefined);
        }
      }
    },
  };
}
