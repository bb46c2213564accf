'use client';
import { NewestEvent } from '@/components/record/event-search';
import { Sentence } from '@/components/values/sentence';
import { Time } from '@/components/values/time';
import { eventsAboutQuery, mentions } from '@/lib/client/queries/events-about-query';
import type { Dag } from '@/lib/contract/dags';
import { eventSentence } from '@/lib/view/event-sentences';

const building = eventsAboutQuery(
  [
    'DAGCreatedEvent',
    'DAGVertexAddedEvent',
    'DAGEdgeAddedEvent',
    'DAGEntryVertexInputPortAddedEvent',
    'DAGDefaultValueAddedEvent',
    'DAGOutputAddedEvent',
  ],
  null,
);

/** What was added last to a DAG that is still being built. */
export function LastAdded({ dag }: { dag: Dag }) {
  return (
    <NewestEvent
      search={building}
      pick={(events) => events.find(({ payload }) => mentions(payload, dag.object_id))}
      otherwise="not among the newest build events"
    >
      {(newest) => (
        <span className="text-2" data-event={newest.id.toString()}>
          <Sentence parts={eventSentence(newest.kind, newest.payload)} />,{' '}
          <Time at={newest.onchain_at} clock="on chain" />
        </span>
      )}
    </NewestEvent>
  );
}
