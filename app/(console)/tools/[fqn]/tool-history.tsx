import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { coversNewest, SearchSummary } from '@/components/record/event-search';
import { Unloaded, Unread } from '@/components/shell/read-failure';
import { useChain } from '@/components/shell/session-context';
import { TextLink } from '@/components/ui/plain-link';
import { Tip } from '@/components/ui/tip';
import { RowsTable } from '@/components/values/table';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import { isInWindow } from '@/lib/client/ignored-filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import {
  eventsAboutQuery,
  type EventsAbout,
  gapIn,
  unreadEvents,
} from '@/lib/client/queries/events-about-query';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { EventRecord } from '@/lib/contract/events';
import type { ToolDetail } from '@/lib/contract/tools';
import { groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { eventRecordReasons } from '@/lib/view/null-reasons/events';
import { events, executions } from '@/lib/view/paths';
import { useHasToolStats } from './use-tool-stats';

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

/** Slashes after the collateral was last read, at registration or update. `all`: no older event can hold more; `none`: none since registration. */
function slashesSince(about: EventsAbout): { slashes: EventRecord[]; all: boolean; none: boolean } {
  const { items } = about;
  const isSlash = ({ kind }: EventRecord) => kind === 'ToolSlashedEvent';
  const lastRead = items.findIndex(
    ({ kind }) => kind === 'ToolRegisteredEvent' || kind === 'ToolUpdatedEvent',
  );
  const since = lastRead === -1 ? items : items.slice(0, lastRead);
  return {
    slashes: since.filter(isSlash),
    // A history of a chain may begin later.
    none: items.at(-1)?.kind === 'ToolRegisteredEvent' && !items.some(isSlash),
    all: gapIn(about) === null || (lastRead !== -1 && unreadEvents(about) === null),
  };
}

/** Whether the collateral shown is out of date, and by how much. */
export function Staleness({ fqn, tool }: { fqn: string; tool: ToolDetail }) {
  const { data } = useQuery(historyQuery(fqn));
  // Of a chain, the tool is read again after each of its events: a slash is taken off already.
  const isReadAgain = useChain() !== null;
  if (tool.vault_balance_us === null || isReadAgain) return null;
  const { slashes, all, none } =
    data === undefined ? { slashes: [], all: false, none: false } : slashesSince(data);
  const amounts = slashes.map(({ kind, payload }) => decodePayload(kind, payload)?.['amount']);
  const lost = amounts.reduce<bigint>((sum, amount) => (typeof amount === 'bigint' ? sum + amount : sum), 0n);
  const [newest] = slashes;
  if (newest === undefined && all && !none) return null;
  return newest === undefined ? (
    <Tip className="text-3" tip="Read at the last registration or update; slashing lowers it in between">
      {all ? 'never slashed' : 'may be lower'}
    </Tip>
  ) : (
    <span className="text-warn">
      since slashed by <Amount value={all ? lost : null} unit="us" reason="not all slashes could be read" />,{' '}
      <Time at={newest.onchain_at} clock="on chain" />
    </span>
  );
}

/** The verification of the newest event, where it differs from the tool's record. */
export function VerifiedSince({ fqn, tool }: { fqn: string; tool: ToolDetail }) {
  const { data } = useQuery(historyQuery(fqn));
  // A later registration or update reads the tool again.
  const newest =
    data && coversNewest(data) ? data.items.find(({ kind }) => kind !== 'ToolSlashedEvent') : undefined;
  if (newest?.kind !== 'ToolVerificationStatusChangedEvent') return null;
  const verified = decodePayload(newest.kind, newest.payload)?.['verified'];
  if (typeof verified !== 'boolean' || verified === tool.verified) return null;
  const at = newest.onchain_at === null ? '' : ` of ${newest.onchain_at}`;
  return (
    <Tip
      className="text-3"
      tip={`The newest verification event${at} says ${verified ? 'verified' : 'not verified'}; the tool has not been read from chain since`}
    >
      {verified ? 'yes' : 'no'} per newest event
    </Tip>
  );
}

/** Changes whose first execution is looked up, each in one request. */
const LOOKED_UP = 8;

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ToolRegisteredEvent: 'registered',
    ToolUnregisteredEvent: 'unregistered',
    ToolUpdatedEvent: 'updated',
    ToolSlashedEvent: 'slashed',
    ToolVerificationStatusChangedEvent: 'verification changed',
  }),
);

function NotRecorded({ why }: { why: string }) {
  return (
    <Tip className="cursor-help text-3" tip={why}>
      not recorded
    </Tip>
  );
}

/** What the event says has changed. */
function Changed({ event: { kind, payload } }: { event: EventRecord }) {
  const fields = decodePayload(kind, payload);
  if (kind === 'ToolVerificationStatusChangedEvent' && typeof fields?.['verified'] === 'boolean')
    return <>Verified: {fields['verified'] ? 'no → yes' : 'yes → no'}</>;
  if (kind === 'ToolSlashedEvent' && typeof fields?.['amount'] === 'bigint')
    return (
      <>
        Collateral: −<Amount value={fields['amount']} unit="us" />
      </>
    );
  if (kind === 'ToolUnregisteredEvent') return <>Registered: yes → no</>;
  if (kind === 'ToolRegisteredEvent')
    return <NotRecorded why="The event names the tool only; its port contract was fixed with it" />;
  return <NotRecorded why="The event names the tool only, not the fields that changed" />;
}

interface AfterProps {
  fqn: string;
  /** When the tool changed. */
  at: string;
}

/** Executions of DAGs with the tool since a change, oldest first. */
const executionsSince = ({ fqn, at }: AfterProps) => ({
  tool_fqn: fqn,
  created_after: at,
  order_by: 'onchain_created_at.asc',
});

function FirstExecution(change: AfterProps) {
  const query = { ...executionsSince(change), page_size: '1' };
  const { data, error } = useQuery(endpointQuery('executions.list', {}, query));
  if (data === undefined) return <Unread error={error} />;
  const [first] = data.items;
  if (first === undefined) return <span className="text-3">none yet</span>;
  const startedAt = first.onchain_created_at;
  if (startedAt === null || isInWindow('created_after', change.at, startedAt) !== true)
    return <Maybe value={null} reason="the index ignored the order or the time" />;
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap items-center gap-x-2">
      <Id family="execution" value={first.object_id} />
      <Time at={startedAt} clock="on chain" className="text-2" />
    </span>
  );
}

/** The events that changed a tool, with what they say and the first execution afterwards. */
export function ToolHistory({ fqn }: { fqn: string }) {
  const search = useQuery(historyQuery(fqn));
  const hasStats = useHasToolStats(fqn);
  const { data } = search;
  const lookedUp = new Set(data?.items.slice(0, LOOKED_UP).map(({ id }) => id));
  return (
    <section aria-labelledby="history" className="mt-5">
      <h2 id="history" className="mb-2 font-semibold">
        History
      </h2>
      {data === undefined ? (
        <Unloaded query={search} what="the history of this tool" waiting="Searching events…" />
      ) : (
        <>
          {data.items.length === 0 ? (
            <p className="text-2">
              {gapIn(data) === null
                ? 'No events for this tool; it may have been registered before indexing started'
                : `None found; ${gapIn(data)}`}
            </p>
          ) : (
            <div className="rounded-md border border-line bg-surface">
              <RowsTable
                stacks
                label="Changes of this tool"
                rows={data.items}
                rowKey={({ id }) => id.toString()}
                attributes={({ id }) => ({ 'data-change': id.toString() })}
                columns={[
                  { head: 'Change', cell: ({ kind }) => WORDS.get(kind) ?? kind },
                  {
                    head: 'When',
                    cell: (event) => (
                      <Time
                        at={event.onchain_at}
                        clock="on chain"
                        reason={nullReason(eventRecordReasons, 'onchain_at', event)}
                      />
                    ),
                  },
                  { head: 'What changed', cell: (event) => <Changed event={event} /> },
                  ...(hasStats ? [firstExecution(fqn, lookedUp)] : []),
                  {
                    head: 'Event',
                    cell: ({ id }) => (
                      <Link
                        translate="no"
                        href={events({ event: id.toString() })}
                        prefetch={false}
                        className="mono text-3 hover:text-accent hover:underline"
                      >
                        {groupDigits(id)}
                      </Link>
                    ),
                  },
                  {
                    head: 'Transaction',
                    cell: ({ tx_digest }) => <Id family="transaction" value={tx_digest} />,
                  },
                ]}
              />
            </div>
          )}
          <SearchSummary about={data} />
        </>
      )}
    </section>
  );
}

function firstExecution(fqn: string, lookedUp: ReadonlySet<bigint>) {
  return {
    head: <Tip tip="Of a DAG with a vertex that calls this tool">First execution afterwards</Tip>,
    label: 'First execution afterwards',
    cell: ({ id, onchain_at: at }: EventRecord) => {
      if (at === null) return <Maybe value={null} reason="the time of the change is unknown" />;
      return (
        <span className="inline-flex max-w-full min-w-0 flex-wrap items-center gap-x-3">
          {lookedUp.has(id) && <FirstExecution fqn={fqn} at={at} />}
          <TextLink href={executions(executionsSince({ fqn, at }))}>All since</TextLink>
        </span>
      );
    },
  };
}
