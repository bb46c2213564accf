'use client';
import { ListingTable } from '@/components/listing/listing-table';
import { paymentList } from '@/app/(console)/payments/list';
import { usePageUrl } from '@/components/listing/use-url';
import { TextLink } from '@/components/ui/plain-link';
import { endpoint } from '@/lib/contract/endpoints';
import { agent, events, execution, task } from '@/lib/view/paths';

const NOUN = { singular: 'paid execution', plural: 'paid executions' };
const LABELS = { ...paymentList.labels, final_state: 'Payment state' };

type Column = (typeof paymentList.columns)[number];
const isOf = (field: string) => (column: Column) => 'accessorKey' in column && column.accessorKey === field;
/** The execution names the row, so its column comes first. */
const columns = [
  ...paymentList.columns.filter(isOf('execution_object_id')),
  ...paymentList.columns
    .filter((column) => !isOf('execution_object_id')(column))
    .map((column) => (isOf('final_state')(column) ? { ...column, header: LABELS.final_state } : column)),
];

/** Where executions by a filter that payments lack can be found. */
function sourceFor(search: URLSearchParams): { href: string; label: string } | null {
  const [agent_object_id, task_object_id] = [search.get('agent_object_id'), search.get('task_object_id')];
  if (task_object_id !== null) return { href: task(task_object_id), label: 'Executions of this task' };
  if (agent_object_id !== null)
    return { href: agent(agent_object_id, { tab: 'executions' }), label: 'Executions of this agent' };
  if (search.has('status'))
    return { href: events({ kinds: 'ExecutionFinished' }), label: 'Finished executions in the events' };
  if (search.has('dag_object_id') || search.has('invoker'))
    return { href: events({ kinds: 'RequestWalkExecution' }), label: 'Requested executions in the events' };
  return null;
}

/** Where the rows shown instead of executions come from, and which filters they ignore. `filters`: labels by key of the URL. */
function PaidExecutionsNote({ filters }: { filters: Readonly<Record<string, string>> }) {
  const { search } = usePageUrl();
  const { shape } = endpoint('payments.list').query;
  const notApplied = Object.entries(filters).filter(([key]) => search.has(key) && !(key in shape));
  const source = notApplied.length === 0 ? null : sourceFor(search);
  return (
    <div role="note" className="mb-2.5 rounded-md border border-line bg-surface px-3 py-2 text-2">
      <p>
        This index doesn&apos;t provide a list of executions. Showing the executions found in its payments, in
        payment order. Executions without a payment are missing; open them by ID.
      </p>
      {notApplied.length > 0 && (
        <p className="text-warn">
          Filters not applied: {notApplied.map(([, label]) => label).join(', ')}. Payments don&apos;t have
          these fields. {source !== null && <TextLink href={source.href}>{source.label}</TextLink>}
        </p>
      )}
    </div>
  );
}

/** Executions of an index that doesn't list them, from its payments. `filters`: labels of a list of executions. */
export function PaidExecutions({ filters }: { filters: Readonly<Record<string, string>> }) {
  return (
    <>
      <PaidExecutionsNote filters={filters} />
      <ListingTable
        {...paymentList}
        params={{}}
        noun={NOUN}
        columns={columns}
        labels={LABELS}
        rowHref={(row) => execution(row.execution_object_id)}
      />
    </>
  );
}
