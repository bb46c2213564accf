'use client';
import type { ColumnDef } from '@tanstack/react-table';
import Link from 'next/link';
import { agentColumns } from '@/app/(console)/agents/columns';
import { ComposedOf } from '@/components/listing/composed-rows';
import { dagColumns } from '@/app/(console)/dags/columns';
import { eventColumns } from '@/app/(console)/events/columns';
import { executionColumns } from '@/app/(console)/executions/columns';
import { leaderColumns } from '@/app/(console)/leaders/columns';
import { paymentColumns } from '@/app/(console)/payments/columns';
import { taskColumns } from '@/app/(console)/tasks/columns';
import { toolColumns } from '@/app/(console)/tools/columns';
import { Lacking } from '@/components/record/missing-scopes';
import { withoutColumns } from '@/components/listing/without-columns';
import { useSession } from '@/components/shell/session-context';
import { PageHeader } from '@/components/ui/page-header';
import { PanelBoundary } from '@/components/ui/panel-boundary';
import { Id } from '@/components/values/id';
import { useNow } from '@/components/values/now';
import { endpoints } from '@/lib/contract/endpoints';
import type { EventRecord } from '@/lib/contract/events';
import { counted } from '@/lib/view/counted';
import * as paths from '@/lib/view/paths';
import { AddressPanel } from './address-panel';
import type { NAMED_BY } from './address-queries';
import { AddressStake } from './address-stake';

const HOUR_MS = 3_600_000;

/** What differs between the panels; everything else they have in common. Columns that say the address in every row are left out. */
const PANELS = [
  {
    name: 'executions.list',
    title: 'Executions it invoked',
    noun: { one: 'execution', many: 'executions' },
    what: 'was invoked by it',
    columns: withoutColumns(executionColumns, 'invoker'),
    page: paths.executions,
    one: paths.execution,
    id: 'object_id',
  },
  {
    name: 'payments.list',
    title: 'Payments it funds',
    noun: { one: 'payment', many: 'payments' },
    what: 'names it as the funder',
    columns: withoutColumns(paymentColumns, 'funder'),
    page: paths.payments,
    one: paths.payment,
    id: 'payment_object_id',
  },
  {
    name: 'tasks.list',
    title: 'Tasks it controls',
    noun: { one: 'task', many: 'tasks' },
    what: 'names it as the controller',
    columns: taskColumns,
    page: paths.tasks,
    one: paths.task,
    id: 'object_id',
  },
  {
    name: 'tools.list',
    title: 'Tools it created',
    noun: { one: 'tool', many: 'tools' },
    what: 'names it as the creator',
    columns: withoutColumns(toolColumns, 'creator'),
    page: paths.tools,
    one: paths.tool,
    id: 'fqn',
  },
  {
    name: 'dags.list',
    title: 'DAGs it created',
    noun: { one: 'DAG', many: 'DAGs' },
    what: 'names it as the creator',
    columns: withoutColumns(dagColumns, 'creator'),
    page: paths.dags,
    one: paths.dag,
    id: 'object_id',
  },
  {
    name: 'agents.list',
    title: 'Agents it created',
    noun: { one: 'agent', many: 'agents' },
    what: 'names it as the creator',
    columns: withoutColumns(agentColumns, 'creator'),
    page: paths.agents,
    one: paths.agent,
    id: 'agent_object_id',
  },
  {
    name: 'leaders.list',
    title: 'Leader caps it operates',
    noun: { one: 'leader', many: 'leaders' },
    what: 'names it as the operator',
    columns: withoutColumns(leaderColumns, 'leader_address'),
    page: paths.leaders,
    one: paths.leader,
    id: 'leader_cap_id',
  },
] as const;

const SENT = { name: 'events.list', title: 'Events it sent' } as const;
const STAKED = { name: 'events.list', title: 'What it staked' } as const;
/** Listings of the page; the stake has none. */
const LISTED = [SENT, ...PANELS];
const PARTS = [...LISTED, STAKED].map(({ name, title }) => ({ title, scope: endpoints[name].access }));

/** Made for rows of the history and of the stream alike; these are of the history. */
const sentColumns = withoutColumns(eventColumns, 'sender_address') as ColumnDef<EventRecord, never>[];

function idOf(row: unknown, field: string): string {
  return String((row as Record<string, unknown>)[field]);
}

/** The feed of the last hour: its link is made when the page is, for the hour ends with the reader's visit. */
function LastHour({ address }: { address: string }) {
  const now = useNow();
  if (now === null) return null;
  const created_after = new Date(Math.floor(now / 60_000) * 60_000 - HOUR_MS).toISOString();
  return (
    <Link
      href={paths.events({ sender: address, created_after })}
      prefetch={false}
      className="text-accent hover:underline"
    >
      In the last hour
    </Link>
  );
}

/** What a wallet did, as far as the index can be asked: one listing a panel. */
export function AddressDetail({ address }: { address: string }) {
  const { scopes } = useSession();
  const may = ({ name }: { name: keyof typeof NAMED_BY }) => scopes.includes(endpoints[name].access);
  const read = LISTED.filter(may).length;
  const whole = read === LISTED.length;
  return (
    <>
      <PageHeader
        title={
          <span className="inline-flex flex-wrap items-center gap-x-2">
            Address <Id family="address" value={address} link={false} />
          </span>
        }
      />
      {may(SENT) && (
        <AddressPanel
          name={SENT.name}
          address={address}
          title={SENT.title}
          noun={{ one: 'event', many: 'events' }}
          what="was sent by it"
          columns={sentColumns}
          rowId={(row) => String(row.id)}
          rowHref={(row) => paths.events({ sender: address, event: String(row.id) })}
          page={paths.events}
          also={<LastHour address={address} />}
        />
      )}
      {PANELS.filter(may).map(({ name, title, noun, what, columns, page, one, id }) => (
        <PanelBoundary key={name} name={title}>
          <AddressPanel
            name={name}
            address={address}
            title={title}
            noun={noun}
            what={what}
            // The rows of a panel are those of its listing: which, the compiler cannot follow through the list.
            columns={columns as never}
            rowId={(row) => idOf(row, id)}
            rowHref={(row) => one(idOf(row, id))}
            page={page}
          />
        </PanelBoundary>
      ))}
      {may(STAKED) && (
        <PanelBoundary name={STAKED.title}>
          <AddressStake address={address} title={STAKED.title} />
        </PanelBoundary>
      )}
      <Lacking parts={PARTS} className="mt-5" />
      <ComposedOf
        why="An index has no record of an address."
        parts={[
          `${whole ? counted(read, 'listing') : `${read} of ${LISTED.length} listings`}, each asked for the rows that name it`,
          ...(may(STAKED) ? ['the stake events of the newest part of the log'] : []),
        ]}
        left={whole ? 'what no filter can ask' : 'what no filter can ask, or the key may not read,'}
      />
    </>
  );
}
