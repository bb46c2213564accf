// What the parts of a page need around them in a DOM test. Tests that mock modules import this after their mocks.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { SessionProvider } from '@/components/shell/session-context';
import type { SessionState } from '@/lib/contract/session';

/** Queries that send nothing. `initialData`: the answer of each. */
export const idleQueries = (initialData?: object) =>
  new QueryClient({
    defaultOptions: { queries: { enabled: false, ...(initialData && { initialData }) } },
  });

interface PageFrameProps {
  /** What the part reads of the session. */
  session?: object;
  queries?: QueryClient;
  search?: string;
  children: ReactNode;
}

export function PageFrame({ session, queries = idleQueries(), search = '', children }: PageFrameProps) {
  return (
    <QueryClientProvider client={queries}>
      <NuqsTestingAdapter searchParams={search}>
        <SessionProvider session={{ index: {}, scopes: [], ...session } as unknown as SessionState}>
          {children}
        </SessionProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>
  );
}
