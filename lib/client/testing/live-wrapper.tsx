// What hooks that read through the relay and follow the stream need around them, with a stream fed by hand.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Live } from '@/lib/client/live/create-live';
import { LiveContext } from '@/lib/client/live/use-live';
import { createTestStore } from './test-store';

export function createLiveWrapper() {
  const client = new QueryClient();
  const stream = createTestStore();
  // The store is all that these hooks need of the live connection.
  const live = { store: stream.store } as Live;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LiveContext value={live}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </LiveContext>
  );
  return { stream, wrapper };
}
