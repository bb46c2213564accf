import { useQuery } from '@tanstack/react-query';
import { usePeriod } from '@/components/record/period';
import { useMay } from '@/components/shell/session-context';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { toolQueries } from '@/lib/client/queries/run-statistics-query';

/** The statistics of a tool in the period of the page; queries that several panels share are read once. */
export function useToolStats(fqn: string) {
  const { period, label, end } = usePeriod();
  const may = useMay('executions:read');
  const queries = toolQueries(period, end, fqn);
  /** Only where the key may. */
  const allowed = <Options extends { enabled: boolean }>(options: Options) => ({
    ...options,
    enabled: may && options.enabled,
  });
  return { period, label, queries, allowed };
}

/** Whether the key may read statistics and the index has them, as far as is known. */
export function useHasToolStats(fqn: string): boolean {
  const { queries, allowed } = useToolStats(fqn);
  const { error } = useQuery(allowed(queries.calls));
  return useMay('executions:read') && !isNotProvided(failureOf(error));
}
