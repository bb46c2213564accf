import { EventList } from '@/components/record/event-list';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';

/** Stake is listed by leader only, so a wallet's stake is found in the events. */
export function AddressStake({ address, title }: { address: string; title: string }) {
  return (
    <section aria-labelledby="stake" className="mt-5">
      <h2 id="stake" className="mb-2 font-semibold">
        {title}
      </h2>
      <EventList
        search={eventsAboutQuery(
          ['StakeDepositedEvent', 'UnstakeRequestedEvent', 'UnstakeClaimedEvent'],
          address,
        )}
        what="the stake of this address"
        none="No stake events by this address"
      />
    </section>
  );
}
