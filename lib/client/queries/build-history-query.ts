// The events that built one DAG. The event history has no filter for a DAG, so its creation is found by time, the rest of that
// transaction by digest, and only if elements are missing the sender's events up to finalization are read.
// Invariant: refetched only when the structure has a new element, not by events of other DAGs.
import { queryOptions } from '@tanstack/react-query';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import type { Dag, DagStructure } from '@/lib/contract/dags';
import type { EventRecord } from '@/lib/contract/events';
import { buildingKinds, buildingSteps } from '@/lib/dag/build-history';
import { elementCount } from '@/lib/dag/preflight';
import { read } from '@/lib/client/read';
import { readOptions } from './endpoint-query';
import { readAllEvents, type EventQuery } from './event-queries';

/** Events read for one DAG at most. */
const MOST = 10_000;

export interface Building {
  /** Oldest first. */
  steps: EventRecord[];
  /** False when older events were not read. */
  complete: boolean;
}

/** `record` gives the time of creation; null where the index has none. */
export function buildHistoryQuery(structure: DagStructure, record: Dag | null) {
  const { object_id, finalized_at } = structure;
  const begun = record?.onchain_created_at ?? undefined;
  const kinds = buildingKinds.map(shortKindName).join(',');
  /** Its creation, one event per element, and its finalization. */
  const whole = 1 + elementCount(structure) + Number(finalized_at !== null);
  return queryOptions<Building>({
    ...readOptions,
    queryKey: ['events.of-build', { dag_object_id: object_id }, begun ?? '', whole],
    queryFn: async ({ signal }) => {
      const readEvents = (query: EventQuery) =>
        readAllEvents(read, { kinds, ...query }, { signal, max: MOST });
      const creation = await readEvents({
        kinds: shortKindName('DAGCreatedEvent'),
        ...(begun !== undefined && { created_after: begun, created_before: begun }),
      });
      const [created] = buildingSteps(creation.records, object_id);
      const sameTransaction = created ? (await readEvents({ tx_digest: created.tx_digest })).records : [];
      const steps = buildingSteps(sameTransaction, object_id);
      if (steps.length >= whole) return { steps, complete: true };
      const rest = await readEvents({
        ...(begun !== undefined && { created_after: begun }),
        ...(finalized_at !== null && { created_before: finalized_at }),
        ...(created && { sender: created.sender_address }),
      });
      return {
        steps: buildingSteps([...sameTransaction, ...rest.records], object_id),
        complete: rest.complete,
      };
    },
    staleTime: Infinity,
    placeholderData: (former) => former,
  });
}
