'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Skeleton } from '@/components/ui/skeleton';
import { Maybe } from '@/components/values/maybe';
import { ApiError } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { useMay } from '@/components/shell/session-context';
import { endpoints } from '@/lib/contract/endpoints';
import { groupDigits } from '@/lib/view/amount';
import { agents, dags, events, executions, leaders, payments, tasks, tools } from '@/lib/view/paths';

/** The listings whose totals are told, in the order of the rail. */
const LISTINGS = [
  { title: 'Leaders', href: leaders(), name: 'leaders.list' },
  { title: 'Agents', href: agents(), name: 'agents.list' },
  { title: 'Tools', href: tools(), name: 'tools.list' },
  { title: 'DAGs', href: dags(), name: 'dags.list' },
  { title: 'Executions', href: executions(), name: 'executions.list' },
  { title: 'Tasks', href: tasks(), name: 'tasks.list' },
  { title: 'Payments', href: payments(), name: 'payments.list' },
  { title: 'Events', href: events(), name: 'events.list' },
] as const;

const NOT_ALLOWED = 'the key in use may not read this listing';

function why(error: Error): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 403) return NOT_ALLOWED;
  if (status === 501) return 'this index does not answer this listing';
  return `it could not be read: ${error.message}`;
}

/** The exact total of a listing, as the index counts it. */
function Count({ name }: { name: (typeof LISTINGS)[number]['name'] }) {
  const may = useMay(endpoints[name].access);
  const { data, error } = useQuery({ ...endpointQuery(name, {}, { page_size: '1' }), enabled: may });
  if (data !== undefined) return <>{groupDigits(data.metadata.total_items)}</>;
  if (may && error === null) return <Skeleton className="h-4 w-12" />;
  return (
    <span className="text-sm font-normal tracking-normal">
      <Maybe value={null} reason={error === null ? NOT_ALLOWED : why(error)} />
    </span>
  );
}

/** How many there are of everything; each leads to its page. */
export function Counts() {
  return (
    <ul className="mb-3.5 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-4 xl:grid-cols-8">
      {LISTINGS.map(({ title, href, name }) => (
        <li key={title} className="bg-surface">
          <Link href={href} prefetch={false} className="block px-3 py-2.5 hover:bg-surface-2">
            <span className="block text-2xs text-3">{title}</span>
            <span className="block h-[26px] text-lg font-semibold tracking-tight">
              <Count name={name} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
