// The query client of a tab (on the server: of a request); reports an ended session.
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

/** `onSignedOut` runs on every 401 with its reason, and should leave the page. */
export function createQueryClient(onSignedOut: (reason: string) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) onSignedOut(error.message);
      },
    }),
    defaultOptions: { queries: { refetchOnWindowFocus: false } },
  });
}
