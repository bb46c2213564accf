'use client';
import { HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { use, useEffect, useMemo, type ReactNode } from 'react';
import { KnownNames, PageName } from '@/components/values/names';
import { asReadHere } from '@/lib/client/answered-at';
import { noteHydrated } from '@/lib/client/known-records';
import { namesOfQuery, noteHydratedNames } from '@/lib/client/names';
import { connectionInUse } from '@/lib/client/connection-in-use';
import { hydrateAnswer } from '@/lib/client/queries/dehydrate-answer';
import { noteLimit } from '@/lib/client/rate-limit';
import { read } from '@/lib/client/read';
import { serverClock } from '@/lib/time/server-clock';
import { withNames } from '@/lib/view/names';
import { recordOf } from '@/lib/view/paths';

/** Large responses arrive as text (prefetched.tsx). */
const parsed = ({ queries }: DehydratedState) =>
  queries.map((query) => ({ ...query, state: { ...query.state, data: hydrateAnswer(query.state.data) } }));

interface HydrateForProps {
  /** The connection the server read with. */
  connection: string | null;
  state: DehydratedState;
  /** The `ratelimit-*` headers that the server saw last; empty where it saw none. */
  limit: [string, string][];
  children: ReactNode;
}

/** Hydrates what the server prefetched. Another tab may have switched networks since; then the page fetches its own. */
export function HydrateFor({ connection, state, limit, children }: HydrateForProps) {
  const current = connectionInUse();
  const otherConnection = current !== undefined && current.id !== connection;
  const contextNames = use(KnownNames);
  const record = recordOf(usePathname() ?? '');
  const queries = useMemo(() => (otherConnection ? [] : parsed(state)), [state, otherConnection]);
  const readHere = useMemo(() => asReadHere({ ...state, queries }), [state, queries]);
  const carried = useMemo(
    () =>
      withNames(
        new Map(),
        queries.flatMap(({ queryKey, state: { data } }) => namesOfQuery(queryKey, data).named),
      ),
    [queries],
  );
  // Those of the tab may be newer. Until one is, it stays the same map: every id on the page is rendered for another.
  const names = useMemo(() => withNames(carried, [...contextNames.values()]), [carried, contextNames]);
  useEffect(() => {
    for (const { queryKey, state: query } of queries) {
      noteHydrated(queryKey, query.data);
      noteHydratedNames(read, queryKey, query.data);
    }
  }, [queries]);
  useEffect(() => {
    if (!otherConnection) noteLimit(new Headers(limit), serverClock.now());
  }, [otherConnection, limit]);
  return (
    <HydrationBoundary state={otherConnection ? null : readHere}>
      <KnownNames value={names}>
        <PageName value={names.get(record?.id ?? '')?.name ?? null}>{children}</PageName>
      </KnownNames>
    </HydrationBoundary>
  );
}
