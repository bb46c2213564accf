// Alerts without an open tab: events of every network with an operator's key, checked against the operator's filters and posted to the webhook.
import type { EventFrame } from '@/lib/contract/events';
import { alertLink } from '@/lib/client/alerts/alert-rules';
import type { RelayEnv } from '@/lib/relay/env';
import type { RelayLog } from '@/lib/relay/log';
import type { Channels } from '@/lib/relay/stream/channels';
import type { Clock } from '@/lib/time/clock';
import type { Network } from '@/lib/relay/upstream/network-client';
import { eventSentence } from '@/lib/view/event-sentences';
import { plainText } from '@/lib/view/sentence-parts';
import { matching } from './webhook-filters';
import { createOutbox, type WEBHOOK_LIMITS } from './outbox';
import { createPost } from './post';
import { watchStream } from './watch';

export type Webhooks = NonNullable<ReturnType<typeof createWebhooks>>;

/** Undefined: the operator set no webhook. */
export function createWebhooks(options: {
  env: RelayEnv;
  networks: ReadonlyMap<string, Network>;
  channels: Pick<Channels, 'check' | 'attach'>;
  log: Pick<RelayLog, 'webhook'>;
  clock: Clock;
  random: () => number;
  fetch: typeof fetch;
  limits?: Partial<typeof WEBHOOK_LIMITS>;
}) {
  const { env, networks, channels, clock } = options;
  const { PUBLIC_URL, WEBHOOK_FILTERS, WEBHOOK_SECRET, WEBHOOK_URL } = env;
  if (WEBHOOK_URL === undefined || WEBHOOK_FILTERS === undefined) return undefined;
  const filters = WEBHOOK_FILTERS;
  const post = createPost({ ...options, url: WEBHOOK_URL, secrets: WEBHOOK_SECRET ?? [] });
  const outbox = createOutbox({ ...options, post, log: options.log.webhook });
  const watches: ReturnType<typeof watchStream>[] = [];

  function raise(network: string, messageId: string, event: EventFrame): void {
    const raised = matching(filters, event);
    const [first] = raised;
    if (first === undefined) return;
    const { kind, payload, sender_address, tx_digest } = event;
    const id = event.id.toString();
    outbox.add(messageId, {
      network,
      id,
      kind,
      tx_digest,
      sender_address,
      sentence: plainText(eventSentence(kind, payload)),
      filters: raised.map(({ name }) => name),
      link: new URL(alertLink({ search: first.search, id }), PUBLIC_URL).href,
    });
  }

  return {
    /** Begins at the end of each log. */
    start(): void {
      for (const network of networks.values()) {
        const key = network.env.operatorKey;
        if (key === undefined) continue;
        const request = {
          network,
          key,
          expiresInMs: undefined,
          session: 'webhook',
          address: 'webhook',
        };
        const onEvent = (id: string, event: EventFrame) => raise(network.name, id, event);
        watches.push(watchStream({ channels, clock, request, onEvent }));
      }
    },
    stats: () => ({ ...outbox.stats(), reading: watches.every((watch) => watch.isReading()) }),
    stop(): void {
      for (const watch of watches) watch.stop();
      outbox.stop();
    },
  };
}
