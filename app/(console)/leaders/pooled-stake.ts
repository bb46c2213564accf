// The stake of all leader caps, as far as one request returns them.
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Answer } from '@/lib/contract/endpoints';

/** The maximum page size. */
const MAX_SUMMED = 100;

export const pooledStakeQuery = endpointQuery('leaders.list', {}, { page_size: String(MAX_SUMMED) });

/** `all`: the sum includes every leader cap. */
export function pooledStakeOf({ items, metadata }: Answer<'leaders.list'>): { sum: bigint; all: boolean } {
  return {
    sum: items.reduce((total, { stake_pool_total }) => total + stake_pool_total, 0n),
    all: metadata.total_items <= items.length,
  };
}
