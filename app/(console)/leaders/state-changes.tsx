'use client';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '@/components/shell/session-context';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { EventRecord } from '@/lib/contract/events';

/** Every event that names the state of a cap; few, since caps are few. */
const stateEvents = eventsAboutQuery(['LeaderStatusChangedEvent', 'LeaderUpsertedEvent'], null);

/** The newest event that names the state of a cap and its transaction. */
export function stateChangeOf(
  events: readonly EventRecord[],
  leader_cap_id: string,
): EventRecord | undefined {
  return events.find(
    (event) => decodePayload(event.kind, event.payload)?.['leader_cap_id'] === leader_cap_id,
  );
}

/** Since when a cap is in its state, and by which transaction. */
export function StateSince({ leader_cap_id }: { leader_cap_id: string }) {
  const may = useMay('events:read');
  const { data, error } = useQuery({ ...stateEvents, enabled: may });
  const found = data === undefined ? undefined : stateChangeOf(data.items, leader_cap_id);
  if (found === undefined)
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
                : 'no indexed event names the state of this cap'
        }
      />
    );
  return (
    <span className="inline-flex items-center gap-3">
      <Time at={found.onchain_at} clock="on chain" className="text-2" />
      <Id family="transaction" value={found.tx_digest} />
    </span>
  );
}
