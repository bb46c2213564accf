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
import { ComposedOf } from '@/components/listing/composed-rows';
import type { List } from '@/components/listing/listing-table';
import { withoutColumns } from '@/components/listing/row-columns';
import { EventList } from '@/components/record/event-list';
import { useSession } from '@/components/shell/session-context';
import { PageHeader } from '@/components/ui/page-header';
import { TextLink } from '@/components/ui/plain-link';
import { LabelButton } from '@/components/labels/label-button';
import { Id } from '@/components/values/id';
import { WithoutLabels } from '@/components/values/labels';
import { useNow } from '@/components/values/now';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { endpoints, type Item } from '@/lib/contract/endpoints';
import * as paths from '@/lib/view/paths';
import type { EventRecord } from '@/lib/contract/events';
import { counted } from '@/lib/view/amount';
import { MissingScopes } from '@/components/shell/failure';
import { PanelBoundary } from '@/components/ui/error-panel';
import { AddressPanel } from './address-panel';
import type { NamingListing } from './address-queries';

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
        noun: { one: 'event', many: 'events' },
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
        title={
          <span className="inline-flex flex-wrap items-center gap-x-2">
            Address{' '}
            <WithoutLabels>
              <Id family="address" value={address} link={false} />
            </WithoutLabels>
          </span>
        }
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
          ...(shown.some(({ title }) => title === 'Stake') ? ['the newest stake events'] : []),
        ]}
      />
    </>
  );
}
