'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useSession } from '@/components/shell/session-context';
import { Fact, Facts } from '@/components/values/facts';
import { Maybe } from '@/components/values/maybe';
import { endpoints, type EndpointName } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { groupDigits } from '@/lib/view/amount';
import { dags, executions, leaders, payments, tasks, type Query } from '@/lib/view/paths';
import { countQuery, STATES } from './overview-queries';

const PAGES: Partial<Record<EndpointName, (query: Query) => string>> = {
  'executions.list': executions,
  'leaders.list': leaders,
  'tasks.list': tasks,
  'dags.list': dags,
  'payments.list': payments,
};

function State({ name, filters }: (typeof STATES)[number]) {
  const { data, error } = useQuery(countQuery(name, filters));
  const reason = error === null ? 'being read' : `it could not be read: ${error.message}`;
  return (
    <Link href={PAGES[name]?.(filters) ?? ''} prefetch={false} className="hover:text-accent hover:underline">
      <Maybe value={(data as Listing<unknown> | undefined)?.metadata.total_items ?? null} reason={reason}>
        {(total) => groupDigits(total)}
      </Maybe>
    </Link>
  );
}

/** How things stand now: what is in flight, what failed, who is well. Each figure leads to its rows; of what the key may not read there is none. */
export function States() {
  const { scopes } = useSession();
  const shown = STATES.filter(({ name }) => scopes.includes(endpoints[name].access));
  if (shown.length === 0) return null;
  return (
    <Facts className={shown.length < STATES.length ? '' : 'sm:grid! sm:grid-cols-2! md:grid-cols-5!'}>
      {shown.map((state) => (
        <Fact key={state.title} label={state.title}>
          <State {...state} />
        </Fact>
      ))}
    </Facts>
  );
}
