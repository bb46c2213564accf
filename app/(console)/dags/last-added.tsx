'use client';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '@/components/shell/session-context';
import { Maybe } from '@/components/values/maybe';
import { Sentence } from '@/components/values/sentence';
import { Time } from '@/components/values/time';
import { eventsAboutQuery, mentions } from '@/lib/client/queries/events-about-query';
import type { Dag } from '@/lib/contract/dags';
import { eventSentence } from '@/lib/view/event-sentences/event-sentence';

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
  const may = useMay('events:read');
  const { data, error } = useQuery({ ...building, enabled: may });
  const newest = data?.items.find((event) => mentions(event.payload, dag.object_id));
  if (newest === undefined)
    return (
      <Maybe
        value={null}
        reason={
          !may
            ? 'the key in use lacks the scope events:read'
            : error !== null
              ? `the events could not be read: ${error.message}`
              : data === undefined
                ? 'being looked up'
                : 'not among the building events that were looked through'
        }
      />
    );
  return (
    <span className="text-2" data-event={newest.id.toString()}>
      <Time at={newest.onchain_at} clock="on chain" />:{' '}
      <Sentence parts={eventSentence(newest.kind, newest.payload)} />
    </span>
  );
}
