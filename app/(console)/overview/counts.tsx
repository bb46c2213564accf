'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Skeleton } from '@/components/ui/skeleton';
import { Maybe } from '@/components/values/maybe';
import { ApiError } from '@/lib/client/api-error';
import type { Listing } from '@/lib/contract/record';
import { groupDigits } from '@/lib/view/amount';
import { agents, dags, events, executions, leaders, payments, tasks, tools } from '@/lib/view/paths';
import { COUNTED, countQuery, type Counted } from './overview-queries';

const TITLES: Readonly<Record<Counted, [title: string, href: string]>> = {
  'leaders.list': ['Leaders', leaders()],
  'agents.list': ['Agents', agents()],
  'tools.list': ['Tools', tools()],
  'dags.list': ['DAGs', dags()],
  'executions.list': ['Executions', executions()],
  'tasks.list': ['Tasks', tasks()],
  'payments.list': ['Payments', payments()],
  'events.list': ['Events', events()],
};

function why(error: Error): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 403) return 'the key in use may not read this listing';
  if (status === 501) return 'this index does not answer this listing';
  return `it could not be read: ${error.message}`;
}

/** The exact total of a listing, as the index counts it. */
function Count({ name }: { name: Counted }) {
  const { data, error } = useQuery(countQuery(name));
  if (data !== undefined) return <>{groupDigits((data as Listing<unknown>).metadata.total_items)}</>;
  if (error === null) return <Skeleton className="h-4 w-12" />;
  return (
    <span className="text-sm font-normal tracking-normal">
      <Maybe value={null} reason={why(error)} />
    </span>
  );
}

/** How many there are of everything; each leads to its page. */
export function Counts() {
  return (
    <ul className="mb-3.5 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-4 xl:grid-cols-8">
      {COUNTED.map((name) => (
        <li key={name} className="bg-surface">
          <Link
            href={TITLES[name][1]}
            prefetch={false}
            className="block px-3 py-2.5 -outline-offset-2 hover:bg-surface-2"
          >
            <span className="block text-2xs text-3">{TITLES[name][0]}</span>
            <span className="block h-[26px] text-lg font-semibold tracking-tight">
              <Count name={name} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
