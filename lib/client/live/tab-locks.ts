// Locks that the tabs of a browser share where it has no Web Locks: over plain HTTP on a host name.
// Invariant: among tabs that receive each other's messages one holds a lock. If two take it at once, the one with the greater name loses it.
import type { Clock } from '@/lib/time/clock';

/** Calls `hold` when the lock is free (`steal`: at once) and keeps it until that resolves; rejects when it is stolen or aborted. */
export type RequestLock = (
  name: string,
  options: { signal: AbortSignal; steal: boolean },
  hold: () => Promise<void>,
) => Promise<void>;

interface LockMessage {
  /** ahead: asks for the lock too, and has precedence; steal: takes it from its holder. */
  is: 'ask' | 'ahead' | 'held' | 'steal' | 'free';
  lock: string;
  from: string;
}

/** The part of BroadcastChannel that is used. */
export interface LockChannel {
  postMessage(message: LockMessage): void;
  onmessage: ((event: { data: unknown }) => void) | null;
}

/** A lock is free if no tab objects within this time. */
const ANSWER_MS = 250;
/** A tab that has been asking for longer is suspended and has no precedence. */
const SUSPENDED_MS = 4 * ANSWER_MS;
/** A holder may have crashed, so waiting tabs ask again this often. */
const ASK_AGAIN_MS = 5_000;

interface Request {
  state: 'asking' | 'waiting' | 'holding';
  requestedAt: number;
  ask(): void;
  wait(): void;
  /** Another tab holds the lock now. */
  lose(): void;
}

/** `tab` names this tab, differently from every other. */
export function createTabLocks({
  channel,
  clock,
  tab,
}: {
  channel: LockChannel;
  clock: Clock;
  tab: string;
}): RequestLock {
  const requests = new Map<string, Request>();

  function post(is: LockMessage['is'], lock: string): void {
    channel.postMessage({ is, lock, from: tab });
  }

  function answer(request: Request, { lock, from }: LockMessage): void {
    if (request.state === 'holding') post('held', lock);
    else if (
      request.state === 'asking' &&
      tab < from &&
      clock.monotonic() - request.requestedAt < SUSPENDED_MS
    )
      post('ahead', lock);
  }

  function receive(message: LockMessage): void {
    const request = requests.get(message.lock);
    if (request === undefined) return;
    const { state } = request;
    if (message.is === 'ask') answer(request, message);
    else if (message.is === 'free') {
      if (state === 'waiting') request.ask();
    } else if (message.is === 'ahead') {
      if (state === 'asking' && message.from < tab) request.wait();
    } else if (state !== 'holding') request.wait();
    else if (message.is === 'steal' || (message.is === 'held' && message.from < tab)) request.lose();
    else if (message.is === 'held') post('held', message.lock);
  }
  channel.onmessage = ({ data }) => receive(data as LockMessage);

  return (name, { signal, steal }, hold) =>
    new Promise((resolve, reject) => {
      let cancel: () => void = () => undefined;
      const request: Request = {
        state: 'asking',
        requestedAt: 0,
        ask() {
          cancel();
          request.state = 'asking';
          request.requestedAt = clock.monotonic();
          post('ask', name);
          cancel = clock.after(ANSWER_MS, take);
        },
        wait() {
          cancel();
          request.state = 'waiting';
          cancel = clock.after(ASK_AGAIN_MS, () => request.ask());
        },
        lose() {
          if (end()) reject(new Error('stolen'));
        },
      };

      /** False when the request has ended before. */
      function end(): boolean {
        cancel();
        return requests.get(name) === request && requests.delete(name);
      }

      function take(): void {
        request.state = 'holding';
        post(steal ? 'steal' : 'held', name);
        void hold().then(() => {
          if (end()) post('free', name);
          resolve();
        });
      }

      signal.addEventListener('abort', () => {
        if (request.state === 'holding' || !end()) return;
        // Others may wait because this tab was ahead of them.
        if (request.state === 'asking') post('free', name);
        reject(new Error('aborted'));
      });
      requests.set(name, request);
      if (steal) take();
      else request.ask();
    });
}
