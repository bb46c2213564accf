// The stake of all caps together, from one answer: up to a page of them.
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Answer } from '@/lib/contract/endpoints';

/** The most a page may hold: up to this many leaders their pools can be summed from one answer. */
const SUMMED = 100;

export const pooledStakeQuery = endpointQuery('leaders.list', {}, { page_size: String(SUMMED) });

/** `all`: no cap is left out of the sum. */
export function pooledStakeOf({ items, metadata }: Answer<'leaders.list'>): { sum: bigint; all: boolean } {
  return {
    sum: items.reduce((total, { stake_pool_total }) => total + stake_pool_total, 0n),
    all: metadata.total_items <= items.length,
  };
}
