// What this console's server has asked with the key in use. Not a row of the endpoint table: the relay answers it from its own memory.
import { queryOptions } from '@tanstack/react-query';
import { CONNECTION, ownRequests } from '@/lib/contract/session';
import { parseJson } from '@/lib/json/exact';
import { ApiError } from '@/lib/client/api-error';
import { connectionInUse } from '@/lib/client/connection-in-use';

const PATH = '/api/session/requests';

export const ownRequestsQuery = queryOptions({
  queryKey: ['own-requests'],
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
