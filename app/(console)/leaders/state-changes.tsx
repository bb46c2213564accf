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

interface StateEventProps {
  leader_cap_id: string;
  /** Only since when the cap is in its state, or only the transaction that made it so; both where left out. */
  tells?: 'since' | 'transaction';
}

/** What the newest event that names the state of a cap says of it. */
export function StateEvent({ leader_cap_id, tells }: StateEventProps) {
  return (
    <NewestEvent
      among={stateEvents}
      which={(event) => namesState(event, leader_cap_id)}
      otherwise="no indexed event names the state of this cap"
    >
      {(found) => (
        <span className="inline-flex items-center gap-x-3 max-sm:flex-wrap">
          {tells !== 'transaction' && <Time at={found.onchain_at} clock="on chain" />}
          {tells !== 'since' && <Id family="transaction" value={found.tx_digest} />}
        </span>
      )}
    </NewestEvent>
  );
}
