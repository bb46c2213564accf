'use client';
import { NewestEvent } from '@/components/record/newest-event';
import { Id } from '@/components/values/id';
import { Time } from '@/components/values/time';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { stateBegan } from '@/lib/view/leader-state';

/** Every event that names the state of a cap; few, since caps are few. */
const stateEvents = eventsAboutQuery(['LeaderStatusChangedEvent', 'LeaderUpsertedEvent'], null);

interface StateEventProps {
  leader_cap_id: string;
  /** Only since when the cap is in its state, or only the transaction that made it so; both where left out. */
  tells?: 'since' | 'transaction';
}

/** Since when a cap is in its state, and by which transaction. */
export function StateEvent({ leader_cap_id, tells }: StateEventProps) {
  return (
    <NewestEvent
      among={stateEvents}
      pick={(events, complete) => stateBegan(events, leader_cap_id, complete)}
      otherwise="no event that was looked through tells when this state began"
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
