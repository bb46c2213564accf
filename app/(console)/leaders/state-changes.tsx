'use client';
import { NewestEvent } from '@/app/(console)/newest-event';
import { Id } from '@/components/values/id';
import { Time } from '@/components/values/time';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { EventRecord } from '@/lib/contract/events';

/** Every event that names the state of a cap; few, since caps are few. */
const stateEvents = eventsAboutQuery(['LeaderStatusChangedEvent', 'LeaderUpsertedEvent'], null);

function namesState({ kind, payload }: EventRecord, leader_cap_id: string): boolean {
  return decodePayload(kind, payload)?.['leader_cap_id'] === leader_cap_id;
}

/** Since when a cap is in its state, and by which transaction. */
export function StateSince({ leader_cap_id }: { leader_cap_id: string }) {
  return (
    <NewestEvent
      among={stateEvents}
      which={(event) => namesState(event, leader_cap_id)}
      otherwise="no indexed event names the state of this cap"
    >
      {(found) => (
        <span className="inline-flex items-center gap-3">
          <Time at={found.onchain_at} clock="on chain" className="text-2" />
          <Id family="transaction" value={found.tx_digest} />
        </span>
      )}
    </NewestEvent>
  );
}
