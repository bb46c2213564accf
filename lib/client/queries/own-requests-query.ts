// This console's own requests with the active key, answered by the relay from memory.
import { queryOptions } from '@tanstack/react-query';
import { CONNECTION, ownRequests } from '@/lib/contract/session';
import { parseJson } from '@/lib/json/exact';
import { ApiError } from '@/lib/client/api-error';
import { connectionInUse } from '@/lib/client/connection-in-use';

const PATH = '/api/session/requests';

/** `after`: when the index gave the report that these are laid beside, in ms since 1970. */
export const ownRequestsQuery = (after: number) =>
  queryOptions({
    queryKey: ['own-requests', after],
    queryFn: async ({ signal }) => {
      const id = connectionInUse()?.id;
      const headers = new Headers(id === undefined ? undefined : { [CONNECTION]: id });
      const response = await fetch(PATH, { cache: 'no-store', headers, signal });
      const { status } = response;
      if (!response.ok)
        throw new ApiError({ endpoint: PATH, status, message: `the console answered ${status}` });
      return ownRequests.parse(parseJson(await response.text()));
    },
  });
