'use client';
import { useQuery } from '@tanstack/react-query';
import { EventsList } from '@/components/record/events-list';
import { Amount } from '@/components/values/amount';
import { Time } from '@/components/values/time';
import { eventsAboutQuery, type EventsAbout } from '@/lib/client/queries/events-about-query';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { EventRecord } from '@/lib/contract/events';
import type { ToolDetail } from '@/lib/contract/tools';

function historyQuery(fqn: string) {
  return eventsAboutQuery(
    [
      'ToolRegisteredEvent',
      'ToolUnregisteredEvent',
      'ToolUpdatedEvent',
      'ToolSlashedEvent',
      'ToolVerificationStatusChangedEvent',
    ],
    fqn,
  );
}

/** Slashes that the collateral's last reading does not know: those after the newest registration or update. `all`: no older event can hold another. */
export function slashesSince({ items, complete }: EventsAbout): { slashes: EventRecord[]; all: boolean } {
  const reading = items.findIndex(
    ({ kind }) => kind === 'ToolRegisteredEvent' || kind === 'ToolUpdatedEvent',
  );
  const since = reading === -1 ? items : items.slice(0, reading);
  return {
    slashes: since.filter(({ kind }) => kind === 'ToolSlashedEvent'),
    all: complete || reading !== -1,
  };
}

/** How old the figure of the collateral is, and by how much it is known to be too high. */
export function Staleness({ tool }: { tool: ToolDetail }) {
  const { data } = useQuery(historyQuery(tool.fqn));
  if (tool.vault_balance_us === null) return null;
  const { slashes, all } = data === undefined ? { slashes: [], all: false } : slashesSince(data);
  const lost = slashes.reduce((sum, { kind, payload }) => {
    const amount = decodePayload(kind, payload)?.['amount'];
    return typeof amount === 'bigint' ? sum + amount : sum;
  }, 0n);
  const [newest] = slashes;
  return newest === undefined ? (
    <span
      className="text-3"
      data-tip="Read at the last registration or update; a slash lowers it without either."
    >
      {all ? 'not slashed since' : 'may be lower'}
    </span>
  ) : (
    <span className="text-warn">
      lower since: slashed by <Amount value={lost} unit="us" />,{' '}
      <Time at={newest.onchain_at} clock="on chain" />
    </span>
  );
}

/** What the newest event said of the verification, where the last reading of the tool does not say the same. */
export function VerifiedSince({ tool }: { tool: ToolDetail }) {
  const { data } = useQuery(historyQuery(tool.fqn));
  // A later registration or update read the tool anew.
  const newest = data?.items.find(({ kind }) => kind !== 'ToolSlashedEvent');
  if (newest?.kind !== 'ToolVerificationStatusChangedEvent') return null;
  const told = decodePayload(newest.kind, newest.payload)?.['verified'];
  if (typeof told !== 'boolean' || told === tool.verified) return null;
  const at = newest.onchain_at === null ? '' : ` of ${newest.onchain_at}`;
  return (
    <span
      className="text-3"
      data-tip={`The newest event of its verification${at} says ${told ? 'verified' : 'not verified'}. The index has not read the tool from chain since.`}
    >
      by event: {told ? 'yes' : 'no'}
    </span>
  );
}

/** What was registered, changed, verified and slashed, from the events. */
export function ToolHistory({ fqn }: { fqn: string }) {
  const query = useQuery(historyQuery(fqn));
  return (
    <section aria-labelledby="history" className="mt-5">
      <h2 id="history" className="mb-2 font-semibold">
        History
      </h2>
      <EventsList
        query={query}
        what="the history of this tool"
        none="No indexed event tells of this tool: it may have been registered before the record begins."
      />
    </section>
  );
}
