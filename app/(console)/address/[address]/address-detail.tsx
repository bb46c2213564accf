'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { ComposedOf } from '@/app/(console)/composed-of';
import { dagColumns } from '@/app/(console)/dags/columns';
import { eventColumns } from '@/app/(console)/events/columns';
import { executionColumns } from '@/app/(console)/executions/columns';
import { leaderColumns } from '@/app/(console)/leaders/columns';
import { paymentColumns } from '@/app/(console)/payments/columns';
import { taskColumns } from '@/app/(console)/tasks/columns';
import { toolColumns } from '@/app/(console)/tools/columns';
import { withoutColumns } from '@/app/(console)/without-columns';
import { PageHeader } from '@/components/ui/page-header';
import { Id } from '@/components/values/id';
import type { EventRecord } from '@/lib/contract/events';
import * as paths from '@/lib/view/paths';
import { AddressPanel } from './address-panel';

const COLUMNS = {
  // Made for rows of the history and of the stream alike; these are of the history.
  events: withoutColumns(eventColumns, 'sender_address') as ColumnDef<EventRecord, never>[],
  executions: withoutColumns(executionColumns, 'invoker'),
  payments: withoutColumns(paymentColumns, 'funder'),
  tasks: taskColumns,
  tools: withoutColumns(toolColumns, 'creator'),
  dags: withoutColumns(dagColumns, 'creator'),
  leaders: withoutColumns(leaderColumns, 'leader_address'),
};

/** What a wallet did, as far as the index can be asked: one listing a panel. */
export function AddressDetail({ address }: { address: string }) {
  return (
    <>
      <PageHeader
        title={
          <span className="inline-flex flex-wrap items-center gap-x-2">
            Address <Id family="address" value={address} link={false} />
          </span>
        }
      />
      <AddressPanel
        name="events.list"
        filter={{ sender: address }}
        title="Events it sent"
        noun={{ one: 'event', many: 'events' }}
        what="was sent by it"
        columns={COLUMNS.events}
        rowId={(row) => String(row.id)}
        rowHref={(row) => paths.events({ sender: address, event: String(row.id) })}
        all={paths.events({ sender: address })}
      />
      <AddressPanel
        name="executions.list"
        filter={{ invoker: address }}
        title="Executions it invoked"
        noun={{ one: 'execution', many: 'executions' }}
        what="was invoked by it"
        columns={COLUMNS.executions}
        rowId={(row) => row.object_id}
        rowHref={(row) => paths.execution(row.object_id)}
        all={paths.executions({ invoker: address })}
      />
      <AddressPanel
        name="payments.list"
        filter={{ funder: address }}
        title="Payments it funds"
        noun={{ one: 'payment', many: 'payments' }}
        what="names it as the funder"
        columns={COLUMNS.payments}
        rowId={(row) => row.payment_object_id}
        rowHref={(row) => paths.payment(row.payment_object_id)}
        all={paths.payments({ funder: address })}
      />
      <AddressPanel
        name="tasks.list"
        filter={{ controller: address }}
        title="Tasks it controls"
        noun={{ one: 'task', many: 'tasks' }}
        what="names it as the controller"
        columns={COLUMNS.tasks}
        rowId={(row) => row.object_id}
        rowHref={(row) => paths.task(row.object_id)}
        all={paths.tasks({ controller: address })}
      />
      <AddressPanel
        name="tools.list"
        filter={{ creator: address }}
        title="Tools it created"
        noun={{ one: 'tool', many: 'tools' }}
        what="names it as the creator"
        columns={COLUMNS.tools}
        rowId={(row) => row.fqn}
        rowHref={(row) => paths.tool(row.fqn)}
        all={paths.tools({ creator: address })}
      />
      <AddressPanel
        name="dags.list"
        filter={{ creator: address }}
        title="DAGs it created"
        noun={{ one: 'DAG', many: 'DAGs' }}
        what="names it as the creator"
        columns={COLUMNS.dags}
        rowId={(row) => row.object_id}
        rowHref={(row) => paths.dag(row.object_id)}
        all={paths.dags({ creator: address })}
      />
      <AddressPanel
        name="leaders.list"
        filter={{ leader_address: address }}
        title="Leader caps it operates"
        noun={{ one: 'leader', many: 'leaders' }}
        what="names it as the operator"
        columns={COLUMNS.leaders}
        rowId={(row) => row.leader_cap_id}
        rowHref={(row) => paths.leader(row.leader_cap_id)}
        all={paths.leaders({ leader_address: address })}
      />
      <ComposedOf
        why="An index has no record of an address."
        parts={['seven listings, each asked for the rows that name it: what no filter can ask is not here']}
      />
    </>
  );
}
