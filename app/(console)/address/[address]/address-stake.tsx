'use client';
import { useQuery } from '@tanstack/react-query';
import { EventsList } from '@/components/record/events-list';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';

/** What a wallet staked, asked back and claimed. Stake is listed by leader only, so the events are looked through. */
export function AddressStake({ address, title }: { address: string; title: string }) {
  const query = useQuery(
    eventsAboutQuery(['StakeDepositedEvent', 'UnstakeRequestedEvent', 'UnstakeClaimedEvent'], address),
  );
  return (
    <section aria-labelledby="stake" className="mt-5">
      <h2 id="stake" className="mb-2 font-semibold">
        {title}
      </h2>
      <EventsList
        query={query}
        what="the stake of this address"
        none="None: no indexed stake event names it."
      />
    </section>
  );
}
