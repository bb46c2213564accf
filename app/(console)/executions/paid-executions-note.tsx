'use client';
import { usePageUrl } from '@/components/listing/use-url';
import { TextLink } from '@/components/ui/plain-link';
import { endpoint } from '@/lib/contract/endpoints';
import { agent, events, task } from '@/lib/view/paths';

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
export function PaidExecutionsNote({ filters }: { filters: Readonly<Record<string, string>> }) {
  const { search } = usePageUrl();
  const { shape } = endpoint('payments.list').query;
  const notApplied = Object.entries(filters).filter(([key]) => search.has(key) && !(key in shape));
  const source = notApplied.length === 0 ? null : sourceFor(search);
  return (
    <div role="note" className="px-3 py-2 text-2">
      <p>
        This index doesn&apos;t provide a list of executions. Shown instead: the executions named by its
        payments, in their order. Executions without a payment are missing; their pages open by id.
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
