// What is requested of events, and how an event names its place: the same in streams, lists and whole checkpoints.
import { isDigest, isObjectId } from '@/lib/contract/ids';
import type { PlacedEvent } from './event-lines';
import type { MessageOf } from './messages';
import { wrappersOf, type Deployment } from './packages';
import { jsonOf } from './rendered-value';

const EVENT_FIELDS = ['sender', 'event_type', 'json'];
/** Of events that come alone. */
export const PLACED_FIELDS = [
  ...EVENT_FIELDS,
  'checkpoint',
  'transaction_digest',
  'transaction_index',
  'event_index',
];
/** Of transactions whose events are read. */
const OWN_EVENTS = EVENT_FIELDS.map((field) => `events.events.${field}`);
export const TRANSACTION_FIELDS = ['digest', 'checkpoint', 'timestamp', ...OWN_EVENTS];
/** Of checkpoints whose events are read. */
export const CHECKPOINT_FIELDS = [
  'sequence_number',
  'summary.timestamp',
  'transactions.digest',
  ...OWN_EVENTS.map((field) => `transactions.${field}`),
];

/** Everything in the two wrappers, whatever it holds. */
export const filterOf = (deployment: Deployment) => ({
  terms: Object.values(wrappersOf(deployment)).map((eventType) => ({
    literals: [{ eventType: { eventType } }],
  })),
});

/** What an event takes in memory, about. */
export const sizeOf = ({ json, eventType }: MessageOf<'Event'>) =>
  64 + (json?.length ?? 0) + (eventType?.length ?? 0);

/** An event of a stream or list, which names its place itself. */
export function placedEvent(message: MessageOf<'Event'>): PlacedEvent & { characters: number } {
  const {
    checkpoint,
    transactionIndex,
    eventIndex,
    transactionDigest: digest,
    sender,
    eventType: type,
  } = message;
  if (
    checkpoint === undefined ||
    transactionIndex === undefined ||
    eventIndex === undefined ||
    type === undefined ||
    digest === undefined ||
    !isDigest(digest) ||
    sender === undefined ||
    !isObjectId(sender)
  )
    throw new Error('the node gives an event without its place on the chain');
  const json = message.json === undefined ? undefined : jsonOf(message.json);
  return {
    checkpoint,
    transactionIndex,
    eventIndex,
    digest,
    sender,
    type,
    json,
    characters: sizeOf(message),
  };
}

/** The events of a whole checkpoint that are in the wrappers: most are of other packages. */
export function* eventsOf(
  { sequenceNumber, transactions }: Pick<MessageOf<'Checkpoint'>, 'sequenceNumber' | 'transactions'>,
  deployment: Deployment,
) {
  const wrappers = Object.values(wrappersOf(deployment));
  for (const [index, { digest, events }] of transactions.entries())
    for (const [eventIndex, event] of (events?.events ?? []).entries()) {
      if (!wrappers.some((wrapper) => event.eventType?.startsWith(`${wrapper}<`) === true)) continue;
      const place = {
        checkpoint: sequenceNumber,
        transactionDigest: digest,
        transactionIndex: BigInt(index),
        eventIndex,
      };
      yield placedEvent({ ...event, ...place });
    }
}
