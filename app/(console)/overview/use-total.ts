import { ignoredReason, reasonOf } from '@/components/shell/read-failure';
import type { ListingName } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { useFilterCheck } from '@/lib/client/use-filter-check';
import { NOT_COUNTED } from '@/lib/view/null-reasons';

interface Answered {
  data: Listing<object> | undefined;
  error: Error | null;
}

/** How many rows match the filters: null while it is being read, or with the reason why it can't be known. */
export function useTotal(
  name: Extract<ListingName, 'leaders.list' | 'tasks.list' | 'executions.list'>,
  filters: Readonly<Record<string, string>>,
  { data, error }: Answered,
): { total: number | null; reason: string | null } {
  const check = useFilterCheck(name, {}, filters, data ?? null);
  if (error !== null && data === undefined) return { total: null, reason: reasonOf(error) };
  return { total: check.total, reason: ignoredReason(check) ?? (check.uncounted ? NOT_COUNTED : null) };
}
