// The events that built one DAG, out of the event history, which has no filter for a DAG (spec 6.2): its creation is found by its time, what was done in the
// same transaction by the digest, and only when that is not all of it the sender's events between creation and sealing are looked through.
// Its key is its own and holds how much there is: events of other DAGs do not have it read again, a new element has.
import { queryOptions } from '@tanstack/react-query';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import type { Dag, DagStructure } from '@/lib/contract/dags';
import type { EventRecord } from '@/lib/contract/events';
import { buildingKinds, buildingSteps } from '@/lib/dag/build-history';
import { elementCount } from '@/lib/dag/preflight';
import { readAllEvents } from '@/lib/client/live/history';
import { read, type Read } from '@/lib/client/read';
import type { EventQuery } from './event-queries';
import { retryDelay, shouldRetry } from '@/lib/client/retry';

/** More events than this are not looked through for one DAG. */
const MOST = 10_000;

export interface Building {
  /** Oldest first. */
  steps: EventRecord[];
  /** False when older events were left unread. */
  complete: boolean;
}

/** `record`: the DAG's own, for the time of its creation; null where the index has none. */
export function buildingQuery(structure: DagStructure, record: Dag | null, by: Read = read) {
  const { object_id, finalized_at } = structure;
  const begun = record?.onchain_created_at ?? undefined;
  const kinds = buildingKinds.map(shortKindName).join(',');
  /** Its creation, an event for each thing it names, its sealing. */
  const whole = 1 + elementCount(structure) + Number(finalized_at !== null);
  return queryOptions<Building>({
    queryKey: ['events.of-build', { dag_object_id: object_id }, begun ?? '', whole],
    queryFn: async ({ signal }) => {
      const ask = (query: EventQuery) =>
        readAllEvents(by, { kinds, ...query }, { signal, onProgress: () => undefined, max: MOST });
      const born = await ask({
        kinds: shortKindName('DAGCreatedEvent'),
        ...(begun !== undefined && { created_after: begun, created_before: begun }),
      });
      const [created] = buildingSteps(born.records, object_id);
      const together = created ? (await ask({ tx_digest: created.tx_digest })).records : [];
      const steps = buildingSteps(together, object_id);
      if (steps.length >= whole) return { steps, complete: true };
      const rest = await ask({
        ...(begun !== undefined && { created_after: begun }),
        ...(finalized_at !== null && { created_before: finalized_at }),
        ...(created && { sender: created.sender_address }),
      });
      return {
        steps: buildingSteps([...together, ...rest.records], object_id),
        complete: rest.complete,
      };
    },
    staleTime: Infinity,
    networkMode: 'always',
    retry: shouldRetry,
    retryDelay: (failures, error) => retryDelay(failures, error, Math.random),
    placeholderData: (former) => former,
  });
}
