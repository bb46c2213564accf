'use client';
import { useQuery } from '@tanstack/react-query';
import { PartialAmount } from '@/components/values/partial-amount';
import { Time } from '@/components/values/time';
import {
  eventsAboutQuery,
  type EventsAbout,
  gapIn,
  unreadEvents,
} from '@/lib/client/queries/events-about-query';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { EventRecord } from '@/lib/contract/events';
import type { ToolDetail } from '@/lib/contract/tools';

export function historyQuery(fqn: string) {
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

/** Slashes after the collateral was last read, at registration or update. `all`: no older event can hold more. */
export function slashesSince(about: EventsAbout): { slashes: EventRecord[]; all: boolean } {
  const { items } = about;
  const lastRead = items.findIndex(
    ({ kind }) => kind === 'ToolRegisteredEvent' || kind === 'ToolUpdatedEvent',
  );
  const since = lastRead === -1 ? items : items.slice(0, lastRead);
  return {
    slashes: since.filter(({ kind }) => kind === 'ToolSlashedEvent'),
    all: gapIn(about) === null || (lastRead !== -1 && unreadEvents(about) === null),
  };
}

/** Whether the collateral shown is out of date, and by how much. */
export function Staleness({ fqn, tool }: { fqn: string; tool: ToolDetail }) {
  const { data } = useQuery(historyQuery(fqn));
  if (tool.vault_balance_us === null) return null;
  const { slashes, all } = data === undefined ? { slashes: [], all: false } : slashesSince(data);
  const amounts = slashes.map(({ kind, payload }) => decodePayload(kind, payload)?.['amount']);
  const lost = amounts.reduce<bigint>((sum, one) => (typeof one === 'bigint' ? sum + one : sum), 0n);
  const gap = all ? null : 'not all slashes could be read';
  const [newest] = slashes;
  return newest === undefined ? (
    <span
      className="text-3"
      data-tip="Read at the last registration or update; slashing lowers it in between"
    >
      {all ? 'not slashed since' : 'may be lower'}
    </span>
  ) : (
    <span className="text-warn">
      since slashed by <PartialAmount sum={lost} unit="us" gap={gap} />,{' '}
      <Time at={newest.onchain_at} clock="on chain" />
    </span>
  );
}

/** The verification of the newest event, where it differs from the tool's record. */
export function VerifiedSince({ fqn, tool }: { fqn: string; tool: ToolDetail }) {
  const { data } = useQuery(historyQuery(fqn));
  // A later registration or update reads the tool again.
  const newest = data?.items.find(({ kind }) => kind !== 'ToolSlashedEvent');
  if (newest?.kind !== 'ToolVerificationStatusChangedEvent') return null;
  const verified = decodePayload(newest.kind, newest.payload)?.['verified'];
  if (typeof verified !== 'boolean' || verified === tool.verified) return null;
  const at = newest.onchain_at === null ? '' : ` of ${newest.onchain_at}`;
  return (
    <span
      className="text-3"
      data-tip={`The newest verification event${at} says ${verified ? 'verified' : 'not verified'}; the tool has not been read from chain since`}
    >
      {verified ? 'yes' : 'no'} per newest event
    </span>
  );
}
