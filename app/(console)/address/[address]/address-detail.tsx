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
import { MissingScopes } from '@/components/shell/failure';
import { withoutColumns } from '@/components/listing/row-columns';
import { useSession } from '@/components/shell/session-context';
import { PageHeader } from '@/components/ui/page-header';
import { PanelBoundary } from '@/components/ui/error-panel';
import { Id } from '@/components/values/id';
import { useNow } from '@/components/values/now';
import { endpoints } from '@/lib/contract/endpoints';
import type { EventRecord } from '@/lib/contract/events';
import { counted } from '@/lib/view/amount';
import * as paths from '@/lib/view/paths';
import { AddressPanel } from './address-panel';
import type { NAMED_BY } from './address-queries';
import { AddressStake } from './address-stake';

const HOUR_MS = 3_600_000;

/** One panel per list. The column that would repeat the address is left out. */
const PANELS = [
  {
    name: 'executions.list',
    title: 'Executions invoked',
    noun: { one: 'execution', many: 'executions' },
    what: 'by this invoker',
    columns: withoutColumns(executionColumns, 'invoker'),
    page: paths.executions,
    one: paths.execution,
    id: 'object_id',
  },
  {
    name: 'payments.list',
    title: 'Payments funded',
    noun: { one: 'payment', many: 'payments' },
    what: 'by this funder',
    columns: withoutColumns(paymentColumns, 'funder'),
    page: paths.payments,
    one: paths.payment,
    id: 'payment_object_id',
  },
  {
    name: 'tasks.list',
    title: 'Tasks controlled',
    noun: { one: 'task', many: 'tasks' },
    what: 'with this controller',
    columns: taskColumns,
    page: paths.tasks,
    one: paths.task,
    id: 'object_id',
  },
  {
    name: 'tools.list',
    title: 'Tools created',
    noun: { one: 'tool', many: 'tools' },
    what: 'by this creator',
    columns: withoutColumns(toolColumns, 'creator'),
    page: paths.tools,
    one: paths.tool,
    id: 'fqn',
  },
  {
    name: 'dags.list',
    title: 'DAGs created',
    noun: { one: 'DAG', many: 'DAGs' },
    what: 'by this creator',
    columns: withoutColumns(dagColumns, 'creator'),
    page: paths.dags,
    one: paths.dag,
    id: 'object_id',
  },
  {
    name: 'agents.list',
    title: 'Agents created',
    noun: { one: 'agent', many: 'agents' },
    what: 'by this creator',
    columns: withoutColumns(agentColumns, 'creator'),
    page: paths.agents,
    one: paths.agent,
    id: 'agent_object_id',
  },
  {
    name: 'leaders.list',
    title: 'Leader caps operated',
    noun: { one: 'leader', many: 'leaders' },
    what: 'with this operator',
    columns: withoutColumns(leaderColumns, 'leader_address'),
    page: paths.leaders,
    one: paths.leader,
    id: 'leader_cap_id',
  },
] as const;

const SENT = { name: 'events.list', title: 'Events sent' } as const;
const STAKED = { name: 'events.list', title: 'Stake' } as const;
/** The parts backed by a list; stake has none. */
const LISTED = [SENT, ...PANELS];
const PARTS = [...LISTED, STAKED].map(({ name, title }) => ({ title, scope: endpoints[name].access }));

const sentColumns = withoutColumns(eventColumns, 'sender_address') as ColumnDef<EventRecord, never>[];

function idOf(row: unknown, field: string): string {
  return String((row as Record<string, unknown>)[field]);
}

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
      Last hour
    </Link>
  );
}

/** Everything the index lists for a wallet, one panel per list. */
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
          what="by this sender"
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
            // Columns and list belong together; the union of all panels hides that from the compiler.
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
      <MissingScopes parts={PARTS} className="mt-5" />
      <ComposedOf
        why="The index has no record for an address."
        parts={[
          `${whole ? counted(read, 'list') : `${read} of ${LISTED.length} lists`} filtered by this address`,
          ...(may(STAKED) ? ['the newest stake events'] : []),
        ]}
      />
    </>
  );
}
