// Durations of a DAG's vertices in the period of the page: for the table, and for the heat of the graph.
import { useQuery } from '@tanstack/react-query';
import { usePeriod } from '@/components/record/period';
import { useMay } from '@/components/shell/session-context';
import { vertexQuery } from '@/lib/client/queries/run-statistics-query';
import type { Answer } from '@/lib/contract/endpoints';
import type { VertexGroup } from '@/lib/contract/stats';

type VertexStats = Answer<'stats.vertices'>;

export type VertexDuration = VertexGroup & { vertex: string };

export interface VertexDurationsState {
  /** `7 days` */
  period: string;
  data: VertexStats | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** The same period as the executions of the DAG. */
export function useVertexDurations(dag_object_id: string): VertexDurationsState {
  const { period, label, end } = usePeriod();
  const options = vertexQuery(period, end, dag_object_id);
  const may = useMay('executions:read');
  const { data, error, refetch } = useQuery({ ...options, enabled: may && options.enabled });
  return { period: label, data, error, refetch };
}

/** By vertex, the longest median first; vertices without a known duration last. */
export function durationsByVertex({ groups }: VertexStats, dag_object_id: string): VertexDuration[] {
  const prefix = `${dag_object_id}/`;
  const figures = groups.flatMap((figures): VertexDuration[] => {
    const { group } = figures;
    return group?.startsWith(prefix) ? [{ ...figures, vertex: group.slice(prefix.length) }] : [];
  });
  const median = ({ duration_p50_ms }: VertexDuration) => Number(duration_p50_ms ?? -1n);
  return figures.sort((a, b) => median(b) - median(a));
}
