// A page of a listing that takes no `created_before`: its window is held still by counting. Rows arrive at the newest end and push the others down by
// as many places as the total has grown since page one was left, so the page is asked for that much further on.
// Invariant: as long as rows only arrive, no row is met twice or skipped; `metadata` is of the held window, `newer` says how many stand above it.
import { queryOptions } from '@tanstack/react-query';
import type { Answer, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { read, type Read } from '@/lib/client/read';
import { endpointKey, endpointQuery } from './endpoint-query';

/** Rows can arrive while one asks; so often in a row that no answer fits is not to be expected. */
const TRIES = 5;

/** Query options for a page of the window that held `of` rows. */
export function steadyPageQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name>,
  of: number,
  by: Read = read,
) {
  const offset = Number((query as { page_token?: string }).page_token ?? 0);
  return queryOptions<Answer<Name>, Error, Answer<Name>, readonly unknown[]>({
    ...endpointQuery(name, params, query, by),
    queryKey: [...endpointKey(name, params, query), 'of', of],
    queryFn: async ({ signal }) => {
      let newer = 0;
      for (let tries = 0; ; tries += 1) {
        const asked = { ...query, page_token: String(offset + newer) };
        const answer = (await by(name, params, asked, { signal })) as Listing<unknown>;
        const { next_token, total_items } = answer.metadata;
        const grown = Math.max(0, total_items - of);
        if (grown === newer || tries === TRIES)
          return {
            ...answer,
            metadata: {
              next_token: next_token === null ? null : next_token - newer,
              total_items: total_items - grown,
            },
            newer: grown,
          } as unknown as Answer<Name>;
        newer = grown;
      }
    },
  });
}
