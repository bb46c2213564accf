// The one query client of a tab (on the server: of a request). It knows the one failure that no panel can mend: the session is gone.
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

/** `onSignedOut` is called with the reason each time a read is refused with 401; it should leave the page. */
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
