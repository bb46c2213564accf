'use client';
import { NewestEvent } from '@/components/record/event-search';
import { Id } from '@/components/values/id';
import { Time } from '@/components/values/time';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { stateBegan } from '@/lib/view/leader-state';

const stateEvents = eventsAboutQuery(['LeaderStatusChangedEvent', 'LeaderUpsertedEvent'], null);

interface StateEventProps {
  leader_cap_id: string;
  /** Only the time or only the transaction; both by default. */
  tells?: 'since' | 'transaction';
}

/** When a leader got its current status, and in which transaction. */
export function StateEvent({ leader_cap_id, tells }: StateEventProps) {
  return (
    <NewestEvent
      search={stateEvents}
      pick={(events, complete) => stateBegan(events, leader_cap_id, complete)}
      otherwise="the change is not among the newest events"
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
