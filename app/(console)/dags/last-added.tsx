'use client';
import { NewestEvent } from '@/components/record/event-search';
import { Sentence } from '@/components/values/sentence';
import { Time } from '@/components/values/time';
import { eventsAboutQuery, mentions } from '@/lib/client/queries/events-about-query';
import type { Dag } from '@/lib/contract/dags';
import { eventSentence } from '@/lib/view/event-sentences';
import type { Part } from '@/lib/view/sentence-parts';

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

/** The sentence of an event about an object shown beside it. */
function withoutId(parts: readonly Part[], id: string): Part[] {
  return parts.map((part) => ('id' in part && part.id === id ? { text: 'it' } : part));
}

/** What was added last to a DAG that is still being built. */
export function LastAdded({ dag }: { dag: Dag }) {
  return (
    <NewestEvent
      search={building}
      pick={(events) => events.find(({ payload }) => mentions(payload, dag.object_id))}
      otherwise="not among the build events searched"
    >
      {(newest) => (
        <span className="text-2" data-event={newest.id.toString()}>
          <Sentence parts={withoutId(eventSentence(newest.kind, newest.payload), dag.object_id)} />,{' '}
          <Time at={newest.onchain_at} clock="on chain" />
        </span>
      )}
    </NewestEvent>
  );
}
