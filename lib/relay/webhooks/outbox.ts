// Messages to the webhook, one at a time. Invariant: memory is bounded whatever the receiver does: one message is being sent, and of the events
// behind it the first ones and a count are kept. A message keeps its id and body through its retries.
import { stringifyJson } from '@/lib/json/exact';
import { backoffMs } from '@/lib/time/backoff';
import { isoTime, type Clock } from '@/lib/time/clock';
import type { Delivery, Message } from './post';

/** An event that matched, as the receiver gets it. */
export interface WebhookEvent {
  network: string;
  id: string;
  kind: string;
  tx_digest: string;
  sender_address: string;
  sentence: string;
  /** Names of the filters that matched. */
  filters: string[];
  /** The event on the console. */
  link: string;
}

export const WEBHOOK_LIMITS = {
  /** Events that arrive within this time of the first are one message. */
  gatherMs: 1_000,
  /** Between two messages; what arrives meanwhile is one message. */
  intervalMs: 5_000,
  /** Events described in a message; the others are counted. */
  eventsPerMessage: 20,
  attempts: 10,
  retry: { firstMs: 1_000, longestMs: 5 * 60_000, jitter: 0.25 },
};

interface Batch {
  /** Of its first event: the same at every console that reads the same log. */
  id: string;
  events: WebhookEvent[];
  count: number;
}

export function createOutbox(options: {
  post: (message: Message) => Promise<Delivery>;
  clock: Clock;
  random: () => number;
  log: (what: string, facts: Record<string, string | number>) => void;
  limits?: Partial<typeof WEBHOOK_LIMITS>;
}) {
  const { clock, post, random, log } = options;
  const limits = { ...WEBHOOK_LIMITS, ...options.limits };
  const stats = { delivered: 0, failed_attempts: 0, undelivered: 0, undelivered_events: 0 };
  let waiting: Batch | undefined;
  let sending: Batch | undefined;
  /** Events of abandoned messages since the last delivery; the next message states their number. */
  let missed = 0;
  let failing = false;
  let nextAt = -Infinity;
  let cancel: (() => void) | undefined;
  let stopped = false;

  function messageOf({ id, events, count }: Batch): Message {
    const timestamp = isoTime(clock.now());
    const data = { count, events, undelivered_before: missed };
    return { id, body: stringifyJson({ type: 'dagscope.alert', timestamp, data }) };
  }

  function schedule(): void {
    if (stopped || waiting === undefined || sending !== undefined || cancel !== undefined) return;
    const wait = Math.max(limits.gatherMs, nextAt - clock.monotonic());
    cancel = clock.after(wait, () => {
      cancel = undefined;
      sending = waiting;
      waiting = undefined;
      if (sending !== undefined) void attempt(sending, messageOf(sending), 1);
    });
  }

  function finish(): void {
    sending = undefined;
    nextAt = clock.monotonic() + limits.intervalMs;
    schedule();
  }

  async function attempt(batch: Batch, message: Message, times: number): Promise<void> {
    const delivery = await post(message);
    if (stopped) return;
    if (delivery.ok) {
      stats.delivered += 1;
      failing = false;
      missed = 0;
      return finish();
    }
    stats.failed_attempts += 1;
    failing = true;
    log('webhook failed', { why: delivery.why, attempt: times, events: batch.count });
    if (times >= limits.attempts) {
      stats.undelivered += 1;
      stats.undelivered_events += batch.count;
      missed += batch.count;
      return finish();
    }
    const backoff = backoffMs(limits.retry, times, random);
    const wait = Math.min(limits.retry.longestMs, Math.max(backoff, delivery.retryAfterMs));
    cancel = clock.after(wait, () => {
      cancel = undefined;
      void attempt(batch, message, times + 1);
    });
  }

  return {
    add(id: string, event: WebhookEvent): void {
      waiting ??= { id, events: [], count: 0 };
      waiting.count += 1;
      if (waiting.events.length < limits.eventsPerMessage) waiting.events.push(event);
      schedule();
    },
    stats: () => ({
      ...stats,
      /** Whether the last attempt failed. */
      failing,
      waiting_events: (waiting?.count ?? 0) + (sending?.count ?? 0),
    }),
    stop(): void {
      stopped = true;
      cancel?.();
    },
  };
}
