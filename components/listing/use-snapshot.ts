'use client';
// Turns the first page into a snapshot when the reader scrolls or follows a link, so that Back and reload show the same rows.
// Invariant: the snapshot has the rows on the screen; back at the top and idle, the page follows the newest rows again.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { withPageKeys } from '@/lib/client/filter-url';
import { listingQuery, type ListPage } from '@/lib/client/queries/listing-query';
import type { ListState } from '@/lib/client/use-list';
import type { Item, ListingName, ParamsInput } from '@/lib/contract/endpoints';
import { snapshotTotal } from './list-actions';
import type { PageUrl } from './use-url';

const NEAR_TOP_PX = 8;

/** Returns a function that gives the search part of the snapshot, for the link that is about to be followed. */
export function useSnapshot<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  url: PageUrl,
  state: ListState<Item<Name>>,
  idle: boolean,
): () => URLSearchParams {
  const client = useQueryClient();
  const { rows, newer, changing } = state.view;
  const { next_token, snapshot, first } = state.pages;
  const isFirst = first && state.loadAll.state === 'off';
  const total_items = snapshotTotal(state);
  const follows = isFirst && total_items !== null && snapshot === null && rows.length > 0 && !changing;
  const scrolled = useRef(false);

  const take = () => {
    if (!follows) return url.search;
    const search = withPageKeys(url.search, { snapshot: String(total_items) });
    const page: ListPage<Item<Name>> = {
      items: [...rows],
      metadata: { next_token, total_items, row_offset: 0 },
      newer,
    };
    client.setQueryData(listingQuery(name, params, search).queryKey, page);
    return search;
  };

  useEffect(() => {
    const onScroll = () => {
      if (window.scrollY <= NEAR_TOP_PX) return;
      scrolled.current = true;
      if (follows) url.replaceUnlessNavigating(take());
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  });
  useEffect(() => {
    if (!idle || !isFirst || snapshot === null || !scrolled.current) return;
    scrolled.current = false;
    url.replaceUnlessNavigating(withPageKeys(url.search, { snapshot: undefined }));
  }, [idle, isFirst, snapshot, url]);
  return take;
}
