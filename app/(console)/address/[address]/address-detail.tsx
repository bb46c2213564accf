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
import { EventList } from '@/components/record/event-list';
import { useSession } from '@/components/shell/session-context';
import { PageHeader } from '@/components/ui/page-header';
import { TextLink } from '@/components/ui/plain-link';
import { RecordTitle } from '@/components/record/record-title';
import { LabelButton } from '@/components/labels/label-button';
import { useNow } from '@/components/values/now';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { endpoints, type Item, type ParamsInput, type QueryInput } from '@/lib/contract/endpoints';
import * as paths from '@/lib/view/paths';
import type { Query } from '@/lib/view/paths';
import type { EventRecord } from '@/lib/contract/events';
import { counted, groupDigits } from '@/lib/view/amount';
import { MissingScopes, ignoredReason } from '@/components/shell/read-failure';
import { PanelBoundary } from '@/components/ui/error-panel';
import { type NamingListing, FIRST_ROWS, NAMED_BY } from './address-queries';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { DataTable } from '@/components/data-table/data-table';
import { queryView } from '@/components/data-table/table-view';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { rowMatches } from '@/lib/client/ignored-filters';
import { useFilterCheck } from '@/lib/client/use-filter-check';
import type { Listing } from '@/lib/contract/record';

interface AddressPanelProps<Name extends NamingListing> {
  list: Omit<List<Name>, 'labels'>;
  address: string;
  title: string;
  /** The end of "No tools …". */
  what: string;
  /** Path of the full list. */
  page: (query: Query) => string;
  also?: ReactNode;
}

/** The first rows of a list filtered by the address, with a link to all of them. Rows of other addresses are never shown. */
function AddressPanel<Name extends NamingListing>(props: AddressPanelProps<Name>) {
  const { list, address, title, what, page, also } = props;
  const { name, noun, columns, rowId, rowHref } = list;
  const named = NAMED_BY[name];
  const filter = { [named]: address } as QueryInput<Name>;
  const all = page(filter);
  const firstPage: QueryInput<Name> = { ...filter, page_size: String(FIRST_ROWS) };
  const query = useQuery(endpointQuery(name, {} as ParamsInput<Name>, firstPage));
  const answer = (query.data ?? null) as Listing<Item<Name>> | null;
  // Rows of every listing are objects.
  const check = useFilterCheck(name, {} as ParamsInput<Name>, filter, answer as Listing<object> | null);
  const { total } = check;
  const reason = ignoredReason(check);
  const rows = (answer?.items ?? []) as (Item<Name> & object)[];
  const areOurs = check.isApplied || rows.every((row) => rowMatches(name, named, address, row) === true);
  const known = queryView(query, areOurs ? rows : [], FIRST_ROWS);
  const view = areOurs ? known : { ...known, loading: true };
  const empty = total === 0 && view.failure === null;
  return (
    <section aria-labelledby={name} className={empty ? 'mt-3' : 'mt-5'} data-total={total ?? undefined}>
      <header className={classNames('flex flex-wrap items-baseline gap-x-2.5 gap-y-1', !empty && 'mb-2')}>
        <h2 id={name} className="font-semibold">
          {title}
        </h2>
        {total !== null && <span className="text-3">{groupDigits(total)}</span>}
        {empty && (
          <p className="text-2">
            No {noun.plural} {what}
          </p>
        )}
        {total !== null && total > 0 && <span className="ml-auto">{also}</span>}
        {check.isApplied && view.rows.length > 0 && (
          <TextLink href={all}>
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

/** A list as a panel; `constant` is the column that would repeat the address in every row. */
function panelOf<Name extends NamingListing>(
  list: List<Name>,
  title: string,
  what: string,
  page: (query: paths.Query) => string,
  constant?: keyof Item<Name> & string,
) {
  const columns = constant === undefined ? list.columns : withoutColumns(list.columns, constant);
  const Shown = ({ address }: PartProps) => (
    <AddressPanel list={{ ...list, columns }} address={address} title={title} what={what} page={page} />
  );
  return { name: list.name, title, Shown };
}

const sentColumns = withoutColumns(eventColumns, 'sender_address') as ColumnDef<EventRecord, never>[];

function EventsSent({ address }: PartProps) {
  return (
    <AddressPanel
      list={{
        name: 'events.list',
        noun: { singular: 'event', plural: 'events' },
        columns: sentColumns,
        rowId: (row) => String(row.id),
        rowHref: (row) => paths.events({ sender: address, event: String(row.id) }),
      }}
      address={address}
      title="Events sent"
      what="by this sender"
      page={paths.events}
      also={<LastHour address={address} />}
    />
  );
}

function LastHour({ address }: PartProps) {
  const now = useNow();
  if (now === null) return null;
  const created_after = new Date(Math.floor(now / 60_000) * 60_000 - HOUR_MS).toISOString();
  return <TextLink href={paths.events({ sender: address, created_after })}>Last hour</TextLink>;
}

/** Stake is listed by leader only, so a wallet's stake is found in the events. */
function Stake({ address }: PartProps) {
  return (
    <section aria-labelledby="stake" className="mt-5">
      <h2 id="stake" className="mb-2 font-semibold">
        Stake
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

const LISTED = [
  { name: 'events.list', title: 'Events sent', Shown: EventsSent } as const,
  panelOf(executionList, 'Executions invoked', 'by this invoker', paths.executions, 'invoker'),
  panelOf(paymentList, 'Payments funded', 'by this funder', paths.payments, 'funder'),
  panelOf(taskList, 'Tasks controlled', 'with this controller', paths.tasks),
  panelOf(toolList, 'Tools created', 'by this creator', paths.tools, 'creator'),
  panelOf(dagList, 'DAGs created', 'by this creator', paths.dags, 'creator'),
  panelOf(agentList, 'Agents created', 'by this creator', paths.agents, 'creator'),
  panelOf(leaderList, 'Leader caps operated', 'with this operator', paths.leaders, 'leader_address'),
];
const PARTS = [...LISTED, { name: 'events.list', title: 'Stake', Shown: Stake } as const].map((part) => ({
  ...part,
  scope: endpoints[part.name].access,
}));

/** Everything the index lists for a wallet, one panel per list. */
export function AddressDetail({ address }: PartProps) {
  const { scopes } = useSession();
  const shown = PARTS.filter(({ scope }) => scopes.includes(scope));
  const read = LISTED.filter(({ name }) => scopes.includes(endpoints[name].access)).length;
  return (
    <>
      <PageHeader
        title={<RecordTitle noun="Address" family="address" id={address} />}
        note={<LabelButton />}
      />
      {shown.map(({ title, Shown }) => (
        <PanelBoundary key={title} name={title}>
          <Shown address={address} />
        </PanelBoundary>
      ))}
      <MissingScopes parts={PARTS} className="mt-5" />
      <ComposedOf
        why="The index has no record for an address."
        parts={[
          `${read === LISTED.length ? counted(read, 'list') : `${read} of ${LISTED.length} lists`} searched by this address`,
          ...(shown.some(({ title }) => title === 'Stake') ? ['stake events'] : []),
        ]}
      />
    </>
  );
}
