// The port contracts of the tools of a structure, for server and browser alike.
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Read } from '@/lib/client/read';
import type { DagStructure } from '@/lib/contract/dags';

export const toolNames = ({ vertices }: DagStructure): string[] => [
  ...new Set(vertices.map(({ tool_fqn }) => tool_fqn)),
];

/** One page, which shows whether the index has tools that the structure names. */
export const listedToolsQuery = (by?: Read) => endpointQuery('tools.list', {}, { page_size: '100' }, by);

/** The tools that need no read of their own: one page lists all tools of the index, without them. */
export function absentTools(
  names: readonly string[],
  page: { items: readonly { fqn: string }[]; metadata: { next_token: unknown } } | undefined,
): readonly string[] {
  if (page?.metadata.next_token !== null) return [];
  const pageFqns = new Set(page.items.map(({ fqn }) => fqn));
  return names.filter((fqn) => !pageFqns.has(fqn));
}

export const toolQuery = (fqn: string, by?: Read) => endpointQuery('tools.get', { fqn }, {}, by);
