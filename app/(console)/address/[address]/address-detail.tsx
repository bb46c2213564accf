'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { agentList } from '@/app/(console)/agents/list';
import { dagList } from '@/app/(console)/dags/list';
import { eventColumns } from '@/app/(console)/events/columns';
import { executionList } from '@/app/(console)/executions/list';
import { leaderList } from '@/app/(console)/leaders/list';
import { paymentList } from '@/app/(console)/payments/list';
import { taskList } from '@/app/(console)/tasks/list';
import { toolList } from '@/app/(console)/tools/list';
import { ComposedOf } from '@/components/record/page-composition';
import type { List } from '@/components/listing/listing-table';
import { withoutColumns } from '@/components/listing/row-columns';
import { PeriodChoice, usePeriod } from '@/components/record/period';
import { RunHealth, RunsVerdict } from '@/components/record/run-health';
import { Fact, Facts } from '@/components/values/facts';
import { Maybe, Pending } from '@/components/values/maybe';
import { NOT_COUNTED } from '@/lib/view/null-reasons';
import { EventList } from '@/components/record/event-list';
import { useSession } from '@/components/shell/session-context';
import { PageHeader } from '@/components/ui/page-header';
import { TextLink } from '@/components/ui/plain-link';
import { RecordTitle } from '@/components/record/record-title';
import { LabelButton } from '@/components/labels/label-button';
import { useNow } from '@/components/values/now';
import { eventsAboutQuery, gapIn } from '@/lib/client/queries/events-about-query';
import { endpoints, type Item, type ParamsInput, type QueryInput } from '@/lib/contract/endpoints';
import * as paths from '@/lib/view/paths';
import type { Query } from '@/lib/view/paths';
import type { EventRecord } from '@/lib/contract/events';
import { counted, groupDigits } from '@/lib/view/amount';
import { MissingScopes, ignoredReason } from '@/components/shell/read-failure';
import { PanelBoundary } from '@/components/ui/error-panel';
import { type NamingListing, FIRST_ROWS, NAMED_BY } from './address-queries';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { queryView } from '@/components/data-table/table-view';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { rowMatches } from '@/lib/client/ignored-filters';
import { useFilterCheck } from '@/lib/client/use-filter-check';
import type { Listing } from '@/lib/contract/record';

interface NamedList<Name extends NamingListing> {
  list: Omit<List<Name>, 'labels'>;
  address: string;
  title: string;
  /** Path of the full list. */
  page: (query: Query) => string;
  also?: ReactNode;
}

/** The first rows of a list filtered by the address. Rows of other addresses are never among them. */
function useNamed<Name extends NamingListing>({ list: { name }, address }: NamedList<Name>) {
  const parameter = NAMED_BY[name];
  const filter = { [parameter]: address } as QueryInput<Name>;
  const firstPage: QueryInput<Name> = { ...filter, page_size: String(FIRST_ROWS) };
  const query = useQuery(endpointQuery(name, {} as ParamsInput<Name>, firstPage));
  const answer = (query.data ?? null) as Listing<Item<Name>> | null;
  // Rows of every listing are objects.
  const check = useFilterCheck(name, {} as ParamsInput<Name>, filter, answer as Listing<object> | null);
  const reason = ignoredReason(check);
  const rows = (answer?.items ?? []) as (Item<Name> & object)[];
  const areOurs = check.isApplied || rows.every((row) => rowMatches(name, parameter, address, row) === true);
  const more = (answer?.metadata.next_token ?? null) !== null;
  const view = { ...queryView(query, areOurs ? rows : [], FIRST_ROWS), more };
  return { filter, check, reason, view: areOurs ? view : { ...view, loading: true } };
}

/** How many rows a list has of the address, as a fact that leads to them; nothing where it has none. */
function NamedTotal<Name extends NamingListing>(props: NamedList<Name>) {
  const { filter, check, reason, view } = useNamed(props);
  const failed = view.failure === null ? null : "couldn't be loaded";
  if (check.total === 0 && reason === null && failed === null) return null;
  return (
    <Fact label={props.title}>
      {check.total === null && !check.uncounted && reason === null && failed === null ? (
        <Pending />
      ) : (
        <Maybe value={check.total} reason={reason ?? failed ?? NOT_COUNTED}>
          {(total) => (
            <TextLink quiet href={props.page(filter)} className="font-semibold">
              {groupDigits(total)}
            </TextLink>
          )}
        </Maybe>
      )}
    </Fact>
  );
}

/** The first rows of a list, with a link to all of them; nothing where there are none. */
function AddressPanel<Name extends NamingListing>(props: NamedList<Name>) {
  const { list, title, page, also } = props;
  const { name, noun, columns, rowId, rowHref } = list;
  const { filter, check, reason, view } = useNamed(props);
  const { total } = check;
  const empty = total === 0 && view.failure === null;
  return (
    <section aria-labelledby={name} hidden={empty} className="mt-5" data-total={total ?? undefined}>
      <header className="mb-2 flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <h2 id={name} className="font-semibold">
          {title}
        </h2>
        {total !== null && <span className="text-3">{groupDigits(total)}</span>}
        {total !== null && total > 0 && <span className="ml-auto">{also}</span>}
        {check.isApplied && (view.rows.length > 0 || view.more) && (
          <TextLink href={page(filter)}>
            {total !== null && total > view.rows.length
              ? `All ${groupDigits(total)} ${noun.plural}`
              : 'Open as list'}
          </TextLink>
        )}
      </header>
      {reason !== null && <p className="text-2">Unknown: {reason}</p>}
      {!empty && reason === null && (
        <DataTable
          label={noun.plural}
          noun={noun}
          columns={columns}
          view={view}
          rowId={rowId}
          {...(rowHref && { rowHref })}
        />
      )}
    </section>
  );
}

const HOUR_MS = 3_600_000;

interface PartProps {
  address: string;
}

/** A list as a total and a panel; `constant` is the column that would repeat the address in every row. */
function panelOf<Name extends NamingListing>(
  list: Omit<List<Name>, 'labels'>,
  title: string,
  page: (query: Query) => string,
  constant?: keyof Item<Name> & string,
  Also?: ComponentType<PartProps>,
) {
  const columns = constant === undefined ? list.columns : withoutColumns(list.columns, constant);
  const props = (address: string) => ({ list: { ...list, columns }, address, title, page });
  return {
    name: list.name,
    title,
    Count: ({ address }: PartProps) => <NamedTotal {...props(address)} />,
    Shown: ({ address }: PartProps) => (
      <AddressPanel {...props(address)} also={Also && <Also address={address} />} />
    ),
  };
}

function LastHour({ address }: PartProps) {
  const now = useNow();
  if (now === null) return null;
  const created_after = new Date(Math.floor(now / 60_000) * 60_000 - HOUR_MS).toISOString();
  return <TextLink href={paths.events({ sender: address, created_after })}>Last hour</TextLink>;
}

function Paid({ address }: PartProps) {
  const question = { measure: 'cost', by: 'agent', and: 'none', period: 'all', funder: address };
  return <TextLink href={paths.analyze(question)}>Cost by agent</TextLink>;
}

/** Stake is listed by leader only, so a wallet's stake is found in the events. */
function Stake({ address }: PartProps) {
  const search = eventsAboutQuery(STAKE_KINDS, address);
  const { data } = useQuery(search);
  if (data?.items.length === 0 && gapIn(data) === null) return null;
  return (
    <section aria-labelledby="stake" className="mt-5">
      <h2 id="stake" className="mb-2 font-semibold">
        Stake
      </h2>
      <EventList search={search} what="the stake of this address" none="No stake events by this address" />
    </section>
  );
}

const STAKE_KINDS = ['StakeDepositedEvent', 'UnstakeRequestedEvent', 'UnstakeClaimedEvent'] as const;

const sentEvents: Omit<List<'events.list'>, 'labels'> = {
  name: 'events.list',
  noun: { singular: 'event', plural: 'events' },
  columns: eventColumns as ColumnDef<EventRecord, never>[],
  rowId: (row) => String(row.id),
  rowHref: (row) => paths.events({ sender: row.sender_address, event: String(row.id) }),
};

const LISTED = [
  panelOf(executionList, 'Executions invoked', paths.executions, 'invoker'),
  panelOf(paymentList, 'Payments funded', paths.payments, 'funder', Paid),
  panelOf(taskList, 'Tasks controlled', paths.tasks),
  panelOf(toolList, 'Tools created', paths.tools, 'creator'),
  panelOf(dagList, 'DAGs created', paths.dags, 'creator'),
  panelOf(agentList, 'Agents created', paths.agents, 'creator'),
  panelOf(leaderList, 'Leader caps operated', paths.leaders, 'leader_address'),
  panelOf(sentEvents, 'Events sent', paths.events, 'sender_address', LastHour),
];
const PARTS = [...LISTED, { name: 'events.list', title: 'Stake', Shown: Stake } as const].map((part) => ({
  ...part,
  scope: endpoints[part.name].access,
}));

/** Everything the index lists for a wallet, one panel per list. */
export function AddressDetail({ address }: PartProps) {
  const { scopes } = useSession();
  const { period } = usePeriod();
  const visibleParts = PARTS.filter(({ scope }) => scopes.includes(scope));
  const visibleLists = LISTED.filter(({ name }) => scopes.includes(endpoints[name].access));
  const read = visibleLists.length;
  return (
    <>
      <PageHeader
        title={<RecordTitle noun="Address" family="address" id={address} />}
        note={<LabelButton />}
        actions={<PeriodChoice period={period} />}
      />
      <RunsVerdict about={{ invoker: address }} isOptional />
      <Facts className="peer mt-0! empty:hidden">
        {visibleLists.map(({ title, Count }) => (
          <Count key={title} address={address} />
        ))}
      </Facts>
      {/* Each fact is its own read: only the layout knows that none is left. */}
      <p className="hidden text-2 peer-empty:block">No record names this address</p>
      <RunHealth title="Executions of this invoker" about={{ invoker: address }} />
      {visibleParts.map(({ title, Shown }) => (
        <PanelBoundary key={title} name={title}>
          <Shown address={address} />
        </PanelBoundary>
      ))}
      <MissingScopes parts={PARTS} className="mt-5" />
      <ComposedOf
        why="The index has no record for an address."
        parts={[
          `${read === LISTED.length ? counted(read, 'list') : `${read} of ${LISTED.length} lists`} searched by this address`,
          ...(visibleParts.some(({ title }) => title === 'Stake') ? ['stake events'] : []),
        ]}
      />
    </>
  );
}
